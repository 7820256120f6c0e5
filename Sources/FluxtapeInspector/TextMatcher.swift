import FluxtapeJSON

/// Looks for a piece of text: in any case if it has no upper case letters, else exactly as it is.
struct TextMatcher {
  private let pattern: [Character]
  private let bytes: [UInt8]
  private let ignoresCase: Bool

  init(_ text: String) {
    ignoresCase = !text.contains(where: \.isUppercase)
    pattern = Array(ignoresCase ? text.lowercased() : text)
    bytes = Array((ignoresCase ? text.lowercased() : text).utf8)
  }

  /// Where the pattern stands in a short text, in characters.
  func ranges(in text: String) -> [Range<Int>] {
    guard !pattern.isEmpty, matches(text) else { return [] }
    let characters = Array(text).map { ignoresCase ? $0.lowercased() : String($0) }
    let wanted = pattern.map(String.init)
    var ranges: [Range<Int>] = []
    var place = 0
    while place + wanted.count <= characters.count {
      if characters[place..<place + wanted.count].elementsEqual(wanted) {
        ranges.append(place..<place + wanted.count)
        place += wanted.count
      } else {
        place += 1
      }
    }
    return ranges
  }

  /// Whether `text` holds the pattern. Letters beyond ASCII are compared in lower case as Unicode has it.
  func matches(_ text: String) -> Bool {
    guard let first = bytes.first else { return true }
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    if ignoresCase, !isASCII { return text.lowercased().utf8.contains(bytes) }
    let (low, high) = ignoresCase ? (first, Self.upper(first)) : (first, first)
    return text.withBytes { text in
      guard text.count >= bytes.count else { return false }
      for start in 0...(text.count - bytes.count) where text[start] == low || text[start] == high {
        var length = 1
        while length < bytes.count, bytes[length] == (ignoresCase ? Self.lower(text[start + length]) : text[start + length]) { length += 1 }
        if length == bytes.count { return true }
      }
      return false
    }
  }

  private static func lower(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte }
  private static func upper(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte }
}

extension Collection where Element == UInt8 {
  fileprivate func contains(_ wanted: [UInt8]) -> Bool {
    var start = startIndex
    while start != endIndex {
      if self[start...].starts(with: wanted) { return true }
      formIndex(after: &start)
    }
    return wanted.isEmpty
  }
}
