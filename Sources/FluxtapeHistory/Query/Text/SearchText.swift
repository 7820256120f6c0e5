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
    guard isFoundInJSON else { return true }
    return find(in: bytes, from: 0, lower: ignoresCase) != nil || bytes.holdsUnicodeEscape
  }

  /// Whether a search in bytes of JSON can find the text.
  var isFoundInJSON: Bool { isPlainInJSON && !(ignoresCase && !isASCII) }

  /// Whether JSON writes the text unchanged, unless it escapes more than necessary.
  private var isPlainInJSON: Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "/") }
  }

  private func find(in text: Span<UInt8>, from start: Int, lower: Bool) -> Int? {
    guard let first = bytes.first else { return start }
    guard text.count - start >= bytes.count else { return nil }
    let other = lower && first >= UInt8(ascii: "a") && first <= UInt8(ascii: "z") ? first - 32 : first
    let last = text.count - bytes.count
    var place = start
    while place <= last {
      let byte = text[place]
      if byte == first || byte == other {
        var length = 1
        while length < bytes.count, bytes[length] == (lower ? text[place + length].lowerCaseInASCII : text[place + length]) { length += 1 }
        if length == bytes.count { return place }
      }
      place += 1
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
    var place = 0
    while place + 1 < count {
      if self[place] == UInt8(ascii: "\\") {
        if self[place + 1] == UInt8(ascii: "u") { return true }
        place += 1
      }
      place += 1
    }
    return false
  }
}
