/// Turns the bytes of a text file into UTF-8. Keeps the parts of a character until the rest has come.
struct TextDecoder: Sendable {
  private enum Encoding: Sendable { case utf8, utf16(isBigEndian: Bool) }

  private let encoding: Encoding
  private var rest: [UInt8] = []

  /// Recognizes UTF-16 by its byte order mark, or by two first characters that are ASCII.
  init(ofFileBeginning beginning: [UInt8]) {
    let first = beginning.prefix(4).map { $0 == 0 }
    encoding =
      switch (beginning.prefix(2), first) {
      case ([0xFF, 0xFE], _), (_, [false, true, false, true]): .utf16(isBigEndian: false)
      case ([0xFE, 0xFF], _), (_, [true, false, true, false]): .utf16(isBigEndian: true)
      default: .utf8
      }
  }

  /// Whether the bytes are UTF-8 already.
  var isUTF8: Bool { if case .utf8 = encoding { true } else { false } }

  mutating func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard case .utf16(let isBigEndian) = encoding else { return bytes }
    rest += bytes
    var units = stride(from: 0, to: rest.count - 1, by: 2).map { place in
      let (low, high) = (rest[place + (isBigEndian ? 1 : 0)], rest[place + (isBigEndian ? 0 : 1)])
      return UInt16(high) << 8 | UInt16(low)
    }
    if units.last.map(UTF16.isLeadSurrogate) == true { units.removeLast() }
    rest.removeFirst(2 * units.count)
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
