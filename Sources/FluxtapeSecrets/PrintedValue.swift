import FluxtapeJSON
import FluxtapeLog

/// A value with a key in a text for people: `password=x`, `"token": "x y"`, `Authorization: Bearer x`, `wrongPassword("x")`, `token → "x"`.
struct PrintedValue {
  private let bytes: [UInt8]
  /// The position of the sign between key and value: `=`, `==`, `!=`, `:`, `,`, `(`, `%3D`, `→` or a blank.
  private let sign: Int
  /// The last byte of the sign.
  private let endOfSign: Int
  /// Whether the value is inside brackets, which end it.
  private let isInBrackets: Bool

  init(at sign: Int, in bytes: [UInt8], isInBrackets: Bool = false) {
    (self.sign, self.bytes, self.isInBrackets) = (sign, bytes, isInBrackets)
    switch bytes[sign] {
    case UInt8(ascii: "%"), Self.firstByteOfArrow: endOfSign = sign + 2
    // `=`, `==` and `=>`.
    case UInt8(ascii: "="):
      endOfSign = bytes.end(of: Self.signs, from: sign) - 1
    default: endOfSign = sign
    }
  }

  var isCall: Bool { bytes[sign] == UInt8(ascii: "(") }

  /// Whether the colon ends a case of a `switch` in source code: `case .password:`.
  var isCasePattern: Bool {
    let start = bytes.start(of: Self.paths, before: sign)
    return start >= 5 && bytes.isAt(start - 5, "case ") && isWordStart(start - 5) && bytes[start..<sign].contains(UInt8(ascii: "."))
  }

  /// Whether the value is an expression in source code: `let token = session.token`, `case .password(let text)`.
  private func isExpression(at start: Int) -> Bool {
    if isCall { return bytes.isAt(start, "let ") || bytes.isAt(start, "var ") }
    let word = bytes.start(of: .key, before: endOfKey)
    guard word >= 4, bytes[sign] == UInt8(ascii: "="), isWordStart(word - 4),
      bytes.isAt(word - 4, "let ") || bytes.isAt(word - 4, "var ")
    else { return false }
    return ByteSet.letters.contains(bytes[start]) || bytes[start] == UInt8(ascii: ".")
  }

  /// Whether no word ends directly before the position: `let `, not `outlet `.
  private func isWordStart(_ place: Int) -> Bool { place == 0 || !TextByte.isKey(bytes[place - 1]) }
}

// MARK: - Keys

extension PrintedValue {
  /// The word before the sign; empty if there is none.
  var key: String { word(before: endOfKey) }

  /// Whether the key is that of a type's name, `$type`, which the recorder adds to the members of a value.
  var isTypeKey: Bool {
    let start = bytes.start(of: .key, before: endOfKey)
    return start > 0 && bytes.isAt(start - 1, TaggedValue.typeKey) && start - 1 + TaggedValue.typeKey.utf8.count == endOfKey
  }

  private var endOfKey: Int {
    // The name of a call ends at its parenthesis.
    isCall ? sign : bytes.start(of: Self.behindKeys, before: sign)
  }

  private func word(before end: Int) -> String {
    bytes.text(bytes.start(of: .key, before: end)..<end)
  }
}

// MARK: - Values

extension PrintedValue {
  /// The position of a value relative to its key.
  enum Style: Hashable, Sendable {
    /// In quotation marks, or as JSON inside JSON.
    case quoted
    /// Directly after `=`: `token=x`.
    case glued
    /// After the name of a scheme: `Authorization: Bearer x`.
    case scheme
    /// After a blank or a bracket, as in prose.
    case apart
  }

  /// The style of a value found by ``range``.
  func style(of range: Range<Int>) -> Style {
    let first = placeBehindSign ?? range.lowerBound
    if first == range.lowerBound {
      if isCall { return bytes[first] == UInt8(ascii: "\"") ? .quoted : .apart }
      return first == endOfSign + 1 && bytes[endOfSign] != UInt8(ascii: ":") ? .glued : .apart
    }
    return range.lowerBound - first > 2 ? .scheme : .quoted
  }

  /// The range of the value without quotation marks; `nil` if there is none. Labels of values in parentheses decide for themselves.
  var range: Range<Int>? {
    guard var start = placeBehindSign, !isExpression(at: start) else { return nil }
    if isCall, bytes.isAt(bytes.end(of: .key, from: start), ":") { return nil }
    let end: Int
    if !isCall, TextByte.isQuoteOrSpace(bytes[start]) {
      end = endOfQuotation(from: start)
      start += 1
    } else if bytes[start] == UInt8(ascii: "\\"), start + 2 < bytes.count {
      // JSON as a text inside JSON.
      start += 2
      end = bytes.first(Self.endsOfJSON, from: start) ?? bytes.count
    } else {
      let words = String(decoding: bytes[start...].prefix(7), as: UTF8.self).lowercased()
      for scheme in ["bearer ", "basic "] where words.hasPrefix(scheme) { start += scheme.utf8.count }
      end = isHeader ? bytes.first(Self.controls, from: start) ?? bytes.count : endOfValue(from: start)
    }
    return start < end && !Self.words.contains(bytes.text(start..<end)) ? start..<end : nil
  }

  /// The range of a text, number or word; `nil` for other values.
  ///
  /// Its end is near, unlike that of a value in brackets, which may contain others.
  var scalarRange: Range<Int>? {
    guard let start = placeBehindSign else { return nil }
    if TextByte.isQuoteOrSpace(bytes[start]) || bytes[start] == UInt8(ascii: "\\") { return range }
    let end = bytes.end(of: .token, from: start)
    return start < end && !Self.words.contains(bytes.text(start..<end)) ? start..<end : nil
  }

  private var placeBehindSign: Int? { bytes.first(Self.visible, from: endOfSign + 1) }

  private static let signs = ByteSet("=>")
  private static let behindKeys = ByteSet.quotesAndBlanks.union("])\\!")
  private static let visible = ByteSet { $0 > 0x20 }
  private static let paths = ByteSet.key.union(".")
  private static let controls = ByteSet { $0 < 0x20 }
  private static let endsOfJSON = ByteSet("\\\"")
  private static let marks = ByteSet(",;)]}")

  /// Values that reveal nothing.
  static let words: Set<String> = ["true", "false", "nil", "null"]

  /// Whether the value extends to the end of the line.
  private var isHeader: Bool {
    bytes[sign] == UInt8(ascii: ":") && ["authorization", "cookie"].contains { key.lowercased().hasSuffix($0) }
  }

  /// The position of the closing quotation mark for the one at `start`.
  private func endOfQuotation(from start: Int) -> Int {
    var place = start + 1
    while place < bytes.count, bytes[place] != bytes[start] { place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(place, bytes.count)
  }

  /// The end of a value without quotation marks, including its brackets: `Optional("x y")`, `["x", "y"]`. Otherwise it ends at a blank; in
  /// a URL query at the next parameter.
  private func endOfValue(from start: Int) -> Int {
    var depth = isCall ? 1 : 0
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      if "([{".utf8.contains(byte) {
        depth += 1
      } else if depth == 0, TextByte.isQuoteOrSpace(byte) || ("&#".utf8.contains(byte) && isInQuery) {
        return withoutMarks(start, place)
      } else if ")]}".utf8.contains(byte) {
        if depth == 0 {
          if isInBrackets || bytes[sign] == UInt8(ascii: ":") { return withoutMarks(start, place) }
        } else {
          depth -= 1
          if depth == 0 { return isCall ? place : place + 1 }
        }
      } else if byte == UInt8(ascii: "\"") {
        place = endOfQuotation(from: place)
      }
      place += 1
    }
    return withoutMarks(start, bytes.count)
  }

  /// The end of the value without trailing punctuation.
  private func withoutMarks(_ start: Int, _ end: Int) -> Int {
    let last = bytes.start(of: Self.marks, before: end, from: start)
    return isCall || last == start ? end : last
  }

  /// Whether the value follows a question mark in the same word.
  private var isInQuery: Bool {
    for byte in bytes[..<sign].reversed() {
      if byte == UInt8(ascii: "?") { return true }
      if TextByte.isQuoteOrSpace(byte) { return false }
    }
    return false
  }
}

// MARK: - Kinds of bytes

extension PrintedValue {
  /// The first byte of `→`, which testing libraries print between an expression and its value.
  static let firstByteOfArrow: UInt8 = 0xE2

  static func isArrow(_ place: Int, in bytes: [UInt8]) -> Bool { bytes.isAt(place, "→") }
}
