import FluxtapeJSON

// Marks, error messages and sites are texts for people: what is secret in them is cut out, and the rest stays readable.

extension Redactor {
  /// `text` with card numbers, and what follows `password=`, `token:`, `wrongPassword(` and their like, replaced by `[redacted]`.
  mutating func redacted(_ text: String) -> String {
    guard isOn else { return text }
    var ranges = CardNumber.ranges(in: text)
    ranges += assignedSecrets(in: text)
    guard !ranges.isEmpty else { return text }
    var result: [UInt8] = []
    var place = 0
    let bytes = Array(text.utf8)
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > place {
      if range.lowerBound >= place { result += bytes[place..<range.lowerBound] + Array("[redacted]".utf8) }
      place = range.upperBound
    }
    return String(decoding: result + bytes[place...], as: UTF8.self)
  }

  /// The places of values behind secret keys, as ranges of UTF-8 bytes: in `password=x`, `"token": "x y"`, `Authorization: Bearer x`,
  /// `wrongPassword("x")`.
  private mutating func assignedSecrets(in text: String) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    var ranges: [Range<Int>] = []
    var place = 0
    while let sign = bytes[place...].firstIndex(where: { "=:(".utf8.contains($0) }) {
      place = sign + 1
      let key = Self.key(before: sign, in: bytes)
      guard isSecret(key), let value = Self.value(of: key, after: sign, in: bytes) else { continue }
      ranges.append(value)
      place = value.upperBound
    }
    return ranges
  }

  private static func key(before sign: Int, in bytes: [UInt8]) -> String {
    // What is called stands at its parenthesis.
    let isCall = bytes[sign] == UInt8(ascii: "(")
    let end = isCall ? sign : bytes[..<sign].lastIndex { !isQuoteOrSpace($0) }.map { $0 + 1 } ?? 0
    let start = bytes[..<end].lastIndex { !isKeyByte($0) }.map { $0 + 1 } ?? 0
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private static func value(of key: String, after sign: Int, in bytes: [UInt8]) -> Range<Int>? {
    let isCall = bytes[sign] == UInt8(ascii: "(")
    guard var start = bytes[(sign + 1)...].firstIndex(where: { $0 > 0x20 }) else { return nil }
    // Values with labels answer for themselves.
    if isCall, bytes[bytes[start...].firstIndex { !isKeyByte($0) } ?? start] == UInt8(ascii: ":") { return nil }
    let end: Int
    if !isCall, isQuoteOrSpace(bytes[start]) {
      end = endOfQuotation(from: start, in: bytes)
      start += 1
    } else {
      let words = String(decoding: bytes[start...].prefix(7), as: UTF8.self).lowercased()
      for scheme in ["bearer ", "basic "] where words.hasPrefix(scheme) { start += scheme.utf8.count }
      let isHeader = bytes[sign] == UInt8(ascii: ":") && ["authorization", "cookie"].contains { key.lowercased().hasSuffix($0) }
      end = isHeader ? bytes[start...].firstIndex { $0 < 0x20 } ?? bytes.endIndex : endOfValue(from: start, isCall: isCall, in: bytes)
    }
    return start < end ? start..<end : nil
  }

  /// Where the quotation mark is that closes the one at `start`.
  private static func endOfQuotation(from start: Int, in bytes: [UInt8]) -> Int {
    var place = start + 1
    while place < bytes.count, bytes[place] != bytes[start] { place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(place, bytes.count)
  }

  /// Where a value without quotation marks ends, with all that it has in brackets: `Optional("x y")`, `["x", "y"]`.
  private static func endOfValue(from start: Int, isCall: Bool, in bytes: [UInt8]) -> Int {
    var depth = isCall ? 1 : 0
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      if "([{".utf8.contains(byte) {
        depth += 1
      } else if depth == 0, isQuoteOrSpace(byte) || endsValue(byte) {
        return place
      } else if ")]}".utf8.contains(byte) {
        depth -= 1
        if depth == 0 { return isCall ? place : place + 1 }
      } else if byte == UInt8(ascii: "\"") {
        place = endOfQuotation(from: place, in: bytes)
      }
      place += 1
    }
    return bytes.count
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isQuoteOrSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
  }

  private static func endsValue(_ byte: UInt8) -> Bool { ",;&)]}".utf8.contains(byte) }
}
