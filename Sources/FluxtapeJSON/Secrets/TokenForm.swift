/// How the tokens of a well-known service look: a beginning of their own, and so many bytes behind it.
package struct TokenForm: Sendable {
  /// What every token of the form begins with.
  package let beginning: String
  /// Bytes that follow at least.
  package let count: Int
  /// The bytes that may follow, besides letters and digits.
  package let marks: String
  /// Whether it may stand right behind a letter or digit, as a part of a URL does.
  let isWithin: Bool

  init(_ beginning: String, _ count: Int, _ marks: String = "", isWithin: Bool = false) {
    (self.beginning, self.count, self.marks, self.isWithin) = (beginning, count, marks, isWithin)
  }

  /// The place behind the token that begins at `place`; `nil` if none does.
  static func end(ofTokenAt place: Int, in bytes: [UInt8], isBeginning: Bool) -> Int? {
    let candidates = byFirstByte[Int(bytes[place] & 127)]
    guard !candidates.isEmpty, bytes[place] < 0x80 else { return nil }
    for form in candidates where isBeginning || form.isWithin {
      if let end = form.end(ofTokenAt: place, in: bytes.span) { return end }
    }
    return nil
  }

  /// The place behind the token of this form that begins at `place`, whatever stands before it; `nil` if none does.
  func end(ofTokenAt place: Int, in bytes: Span<UInt8>) -> Int? {
    guard begins(at: place, in: bytes) else { return nil }
    let start = place + beginning.utf8.count
    var end = start
    while end < bytes.count, Self.isLetterOrDigit(bytes[end]) || marks.utf8.contains(bytes[end]) { end += 1 }
    // A full stop behind it ends a sentence.
    while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    guard end - start >= count, end == bytes.count || isWithin || !PrintedValue.isKeyByte(bytes[end]) else { return nil }
    // What is long and has small letters and no digit is made of words: `sk-toolbar-button`.
    let rest = start..<end
    return rest.contains { Self.isDigit(bytes[$0]) } || !rest.contains { bytes[$0] &- UInt8(ascii: "a") < 26 } ? end : nil
  }

  private func begins(at place: Int, in bytes: Span<UInt8>) -> Bool {
    var place = place
    for byte in beginning.utf8 {
      guard place < bytes.count, bytes[place] == byte else { return false }
      place += 1
    }
    return true
  }

  private static let byFirstByte: [[TokenForm]] = {
    var table: [[TokenForm]] = Array(repeating: [], count: 128)
    for form in all { table[Int(form.beginning.utf8.first ?? 0)].append(form) }
    return table
  }()

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }
  static func isLetterOrDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26 }
}
