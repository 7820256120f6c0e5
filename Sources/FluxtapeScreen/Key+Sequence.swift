// Key sequences that a terminal's description may lack (ECMA-48, xterm's control sequences). Unknown sequences are ignored, and so are
// modifiers, as no binding needs one.

extension Key {
  /// A control character.
  init?(control scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0: self = .control(" ")
    case 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x1B: self = .escape
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(UInt8(0x60 + scalar.value))))
    case 0x1C...0x1F: self = .control(Character(Unicode.Scalar(UInt8(0x40 + scalar.value))))
    default: return nil
    }
  }

  /// The character after `ESC O`.
  init?(singleShift scalar: Unicode.Scalar) {
    switch scalar {
    case "M": self = .enter
    case "P", "Q", "R", "S": self = .function(Int(scalar.value) - 0x4F)
    default: self.init(final: scalar)
    }
  }

  /// The parameters and the final character after `ESC [`.
  init?(sequence: String) {
    guard let final = sequence.unicodeScalars.last else { return nil }
    let parameters = sequence.dropLast().split(separator: ";", omittingEmptySubsequences: false)
    guard parameters.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }) else { return nil }
    if final == "~" {
      self.init(number: parameters.first.flatMap { Int($0) } ?? 0)
    } else {
      self.init(final: final)
    }
  }

  private init?(final: Unicode.Scalar) {
    switch final {
    case "A": self = .up
    case "B": self = .down
    case "C": self = .right
    case "D": self = .left
    case "H": self = .home
    case "F": self = .end
    case "Z": self = .backTab
    default: return nil
    }
  }

  private init?(number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23, 24: self = .function(number - 12)
    default: return nil
    }
  }
}

extension Key.Mouse {
  /// What the mouse did, in the form 1006 of xterm: `<0;10;5M` for a press of the left button. Other buttons and motion are ignored.
  init?(sequence: String) {
    guard sequence.first == "<", let final = sequence.last, final == "M" || final == "m" else { return nil }
    let numbers = sequence.dropFirst().dropLast().split(separator: ";", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard numbers.count == 3, numbers.allSatisfy({ 0...0xFFFF ~= $0 }), numbers[1] > 0, numbers[2] > 0 else { return nil }
    self.init(button: numbers[0], isRelease: final == "m", column: numbers[1], row: numbers[2])
  }

  /// What the mouse did, in the oldest form: three characters, each 32 more than the button, the column and the row.
  init?(old scalars: [Unicode.Scalar]) {
    let numbers = scalars.map { Int($0.value) - 32 }
    guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }), numbers[1] > 0, numbers[2] > 0 else { return nil }
    let isRelease = numbers[0] & 0b11 == 3 && numbers[0] < 32
    self.init(button: isRelease ? 0 : numbers[0], isRelease: isRelease, column: numbers[1], row: numbers[2])
  }

  /// - Parameters:
  ///   - button: 0 is the left one, 64 and 65 are the wheel. The bits for Shift, Alt and Ctrl do not matter.
  ///   - column: Counted from 1, as `row`.
  private init?(button: Int, isRelease: Bool, column: Int, row: Int) {
    switch (button & ~0b11100, isRelease) {
    case (0, false): action = .press
    case (0, true): action = .release
    case (64, false): action = .wheelUp
    case (65, false): action = .wheelDown
    default: return nil
    }
    position = Position(row: row - 1, column: column - 1)
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { self >= "0" && self <= "9" && isASCII }
}
