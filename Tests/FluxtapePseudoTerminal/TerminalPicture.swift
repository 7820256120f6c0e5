import FluxtapeScreen

/// The characters that an xterm shows after all output so far, without their styles.
///
/// It supports what ncurses sends for `xterm-256color`, and left and right margins (DECSLRM). It counts unknown sequences, so that a test
/// can check that the picture is complete.
package struct TerminalPicture {
  private let rows: Int
  private let columns: Int
  private var cells: [[String]]
  private var row = 0
  private var column = 0
  private var saved = (row: 0, column: 0)
  /// The rows and columns that scroll.
  private var region: (top: Int, bottom: Int)
  private var margins: (left: Int, right: Int)
  private var hasMargins = false
  /// How often the whole screen was cleared.
  package private(set) var clears = 0
  /// Unknown sequences.
  package private(set) var unknown: [String] = []
  private var pending: [UInt8] = []
  private var last = " "

  package init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    region = (0, rows - 1)
    margins = (0, columns - 1)
  }

  /// The rows, without trailing blanks.
  package var lines: [String] {
    cells.map { row in String(row.joined().replacingOccurrences(of: "\u{A0}").reversed().drop { $0 == " " }.reversed()) }
  }
}

// MARK: - Reading

extension TerminalPicture {
  package mutating func take(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var place = 0
    while place < pending.count, let length = take(at: place) { place += length }
    pending.removeFirst(place)
  }

  /// - Returns: The number of bytes consumed; nil if the rest has not arrived.
  private mutating func take(at place: Int) -> Int? {
    let byte = pending[place]
    switch byte {
    case 0x1B: return takeEscape(at: place)
    case 0x08: column = max(0, column - 1)
    case 0x0A: lineFeed()
    case 0x0D: column = 0
    case 0x00..<0x20: break
    default:
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      guard place + length <= pending.count else { return nil }
      put(String(decoding: pending[place..<place + length], as: UTF8.self))
      return length
    }
    return 1
  }

  private mutating func takeEscape(at place: Int) -> Int? {
    guard place + 1 < pending.count else { return nil }
    switch pending[place + 1] {
    case UInt8(ascii: "["):
      guard let end = pending[(place + 2)...].firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
      control(String(decoding: pending[(place + 2)...end], as: UTF8.self))
      return end - place + 1
    case UInt8(ascii: "]"):
      guard let end = pending[(place + 2)...].firstIndex(of: 7) else { return nil }
      let text = String(decoding: pending[(place + 2)..<end], as: UTF8.self)
      // The question for the background shows nothing.
      if text != "11;?" { unknown.append("OSC \(text)") }
      return end - place + 1
    case UInt8(ascii: "("): return place + 2 < pending.count ? 3 : nil
    case UInt8(ascii: "M"): reverseLineFeed()
    case UInt8(ascii: "7"): saved = (row, column)
    case UInt8(ascii: "8"): (row, column) = saved
    case UInt8(ascii: "="), UInt8(ascii: ">"): break
    case let other: unknown.append("ESC \(Character(Unicode.Scalar(other)))")
    }
    return 2
  }

  private mutating func put(_ text: String) {
    if column > 0, Self.joins(text) {
      let lead = cells[row][column - 1].isEmpty && column > 1 ? column - 2 : column - 1
      cells[row][lead] += text
      return
    }
    let width = Typesetting.unicode.width(of: text)
    if column + width > columns {
      column = 0
      lineFeed()
    }
    cells[row][column] = text
    if width == 2 { cells[row][column + 1] = "" }
    column += width
    last = text
  }
}

extension TerminalPicture {
  /// Whether a character belongs to the previous cell.
  private static func joins(_ text: String) -> Bool {
    guard let scalar = text.unicodeScalars.first else { return false }
    return [.nonspacingMark, .enclosingMark, .format].contains(scalar.properties.generalCategory)
  }
}

// MARK: - Control sequences

extension TerminalPicture {
  private mutating func control(_ text: String) {
    let final = text.last ?? "m"
    let body = text.dropLast()
    if body.hasPrefix("?") || body.hasPrefix(">") || body.hasSuffix("$") { return setMode(String(body), final) }
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let count = max(numbers.first ?? 1, 1)
    let second = numbers.count > 1 ? max(numbers[1], 1) : 1
    switch final {
    case "H", "f": (row, column) = (min(count, rows) - 1, min(second, columns) - 1)
    case "d": row = min(count, rows) - 1
    case "G": column = min(count, columns) - 1
    case "A": row = max(0, row - count)
    case "B": row = min(rows - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "K": erase(row, from: numbers.first == 1 ? 0 : column, to: numbers.first == 1 ? column + 1 : columns)
    case "X": erase(row, from: column, to: min(columns, column + count))
    case "J":
      if numbers.first == 2 || (row, column) == (0, 0) { clears += 1 }
      if numbers.first != 2 { erase(row, from: column, to: columns) }
      for line in numbers.first == 2 ? 0..<rows : (row + 1)..<max(rows, row + 1) { erase(line, from: 0, to: columns) }
    case "b": for _ in 0..<count { put(last) }
    case "P":
      cells[row].removeSubrange(column..<min(columns, column + count))
      cells[row] += Array(repeating: " ", count: columns - cells[row].count)
    case "@":
      cells[row].insert(contentsOf: Array(repeating: " ", count: count), at: column)
      cells[row].removeLast(cells[row].count - columns)
    case "S": scroll(count, from: region.top)
    case "T": scroll(-count, from: region.top)
    case "L": scroll(-count, from: row)
    case "M": scroll(count, from: row)
    case "r":
      region = numbers.count > 1 ? (count - 1, min(second, rows) - 1) : (0, rows - 1)
      (row, column) = (0, 0)
    case "s" where hasMargins: margins = (count - 1, min(second, columns) - 1)
    case "m", "t", "h", "l": break
    default: unknown.append("CSI \(text)")
    }
  }

  private mutating func setMode(_ body: String, _ final: Character) {
    switch (body, final) {
    case ("?69", "h"): hasMargins = true
    case ("?69", "l"): (hasMargins, margins) = (false, (0, columns - 1))
    default: break
    }
  }

  private mutating func erase(_ row: Int, from start: Int, to end: Int) {
    for column in start..<max(start, end) { cells[row][column] = " " }
  }

  private mutating func lineFeed() { if row == region.bottom { scroll(1, from: region.top) } else { row = min(rows - 1, row + 1) } }
  private mutating func reverseLineFeed() { if row == region.top { scroll(-1, from: region.top) } else { row = max(0, row - 1) } }

  /// Moves the rows from `top` to the end of the region up, within the margins.
  private mutating func scroll(_ count: Int, from top: Int) {
    let before = cells
    for row in top...max(top, region.bottom) {
      let source = row + count
      for column in margins.left...margins.right {
        cells[row][column] = (top...region.bottom).contains(source) ? before[source][column] : " "
      }
    }
  }
}

extension String {
  /// Replaces a character by blanks.
  fileprivate func replacingOccurrences(of character: Character) -> String { String(map { $0 == character ? " " : $0 }) }
}
