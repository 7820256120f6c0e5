import FluxtapeJSON

/// A text to search for: it ignores case if it has no upper case letters.
package struct SearchText: Hashable, Sendable {
  package let text: String
  /// The UTF-8 bytes to compare.
  let bytes: [UInt8]
  package let ignoresCase: Bool
  private let isASCII: Bool

  package init(_ text: String) {
    self.text = text
    ignoresCase = !text.contains(where: \.isUppercase)
    bytes = Array((ignoresCase ? text.lowercased() : text).utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Searches for the text with its case.
  init(exactly text: String) {
    self.text = text
    ignoresCase = false
    bytes = Array(text.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }
}

extension SearchText {
  /// Whether `text` contains it. Letters beyond ASCII are compared in Unicode lower case.
  package func isIn(_ text: String) -> Bool {
    if ignoresCase, !isASCII { return text.lowercased().withBytes { find(in: $0, from: 0, lower: false) != nil } }
    return text.withBytes { find(in: $0, from: 0, lower: ignoresCase) != nil }
  }

  /// Whether these bytes contain it, without decoding escapes.
  func isIn(_ bytes: Span<UInt8>) -> Bool { find(in: bytes, from: 0, lower: ignoresCase) != nil }

  /// Whether bytes of JSON may contain it: `false` is certain. Text that JSON may write in several ways is not searched.
  func mayBeIn(json bytes: Span<UInt8>) -> Bool {
    guard isPlainInJSON, !ignoresCase || isASCII else { return true }
    return find(in: bytes, from: 0, lower: ignoresCase) != nil || bytes.holdsUnicodeEscape
  }

  /// Whether JSON writes the text unchanged, unless it escapes more than necessary.
  private var isPlainInJSON: Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "/") }
  }

  private func find(in text: Span<UInt8>, from start: Int, lower: Bool) -> Int? {
    guard let first = bytes.first else { return start }
    let other = lower && first >= UInt8(ascii: "a") && first <= UInt8(ascii: "z") ? first - 32 : first
    let behindLast = text.count - bytes.count + 1
    var place = text.place(of: first, or: other, from: start, to: behindLast)
    while place < behindLast {
      var length = 1
      while length < bytes.count, bytes[length] == (lower ? text[place + length].lowerCaseInASCII : text[place + length]) { length += 1 }
      if length == bytes.count { return place }
      place = text.place(of: first, or: other, from: place + 1, to: behindLast)
    }
    return nil
  }
}

extension UInt8 {
  var lowerCaseInASCII: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self + 32 : self }
}

extension Span<UInt8> {
  /// Whether the bytes contain `\u`, which may encode any character.
  var holdsUnicodeEscape: Bool {
    let backslash = UInt8(ascii: "\\")
    var place = self.place(of: backslash, or: backslash, from: 0, to: count - 1)
    while place < count - 1 {
      if self[place + 1] == UInt8(ascii: "u") { return true }
      // The byte after a backslash begins no escape.
      place = self.place(of: backslash, or: backslash, from: place + 2, to: count - 1)
    }
    return false
  }

  /// The place of the first of two bytes from `start` on and before `end`; `end`, or `start` behind it, if there is none.
  fileprivate func place(of first: UInt8, or second: UInt8, from start: Int, to end: Int) -> Int {
    let (ones, highBits) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    let (firsts, seconds) = (ones &* UInt64(first), ones &* UInt64(second))
    var place = start
    while place &+ 8 <= end {
      let (left, right) = (word(at: place) ^ firsts, word(at: place) ^ seconds)
      // The highest bit marks each found byte. Bytes above the first one may be marked wrongly.
      let found = ((left &- ones) & ~left | (right &- ones) & ~right) & highBits
      if found != 0 { return place &+ found.trailingZeroBitCount / 8 }
      place &+= 8
    }
    while place < end, self[place] != first, self[place] != second { place += 1 }
    return place
  }
}
