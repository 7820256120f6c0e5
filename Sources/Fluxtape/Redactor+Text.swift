import FluxtapeJSON

// Marks, error messages and sites are texts for people: what is secret in them is cut out, and the rest stays readable.

extension Redactor {
  /// `text` with card numbers, and what follows `password=`, `token:` and their like, replaced by `[redacted]`.
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

  /// The places of values behind secret keys, as ranges of UTF-8 bytes: in `password=x`, `"token": "x"`, `Authorization: Bearer x`.
  private mutating func assignedSecrets(in text: String) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    var ranges: [Range<Int>] = []
    var place = 0
    while let sign = bytes[place...].firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) {
      place = sign + 1
      guard isSecret(Self.key(before: sign, in: bytes)), let value = Self.value(after: sign, in: bytes) else { continue }
      ranges.append(value)
      place = value.upperBound
    }
    return ranges
  }

  private static func key(before sign: Int, in bytes: [UInt8]) -> String {
    let end = bytes[..<sign].lastIndex { !isQuoteOrSpace($0) }.map { $0 + 1 } ?? 0
    let start = bytes[..<end].lastIndex { !isKeyByte($0) }.map { $0 + 1 } ?? 0
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private static func value(after sign: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard var start = bytes[(sign + 1)...].firstIndex(where: { !isQuoteOrSpace($0) }) else { return nil }
    for scheme in ["Bearer ", "Basic "] where bytes[start...].starts(with: scheme.utf8) { start += scheme.utf8.count }
    let end = bytes[start...].firstIndex { isQuoteOrSpace($0) || endsValue($0) } ?? bytes.endIndex
    return start < end ? start..<end : nil
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
