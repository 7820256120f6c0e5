/// Iterates over the members of the first object in a text that may be cut off. Skips their values.
struct MemberScanner {
  struct Member {
    let key: String
    /// Whether the value is a string that begins like a JSON array or object.
    let isJSONText: Bool
  }

  private let bytes: [UInt8]
  private var place: Int
  let firstByte: UInt8?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
    firstByte = place < bytes.count ? bytes[place] : nil
    self.place = place + 1
  }

  /// Whether the first element is an object, or the list is empty.
  var beginsList: Bool {
    bytes.dropFirst(place).first { !Self.isSpace($0) }.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "]") } ?? false
  }

  /// Stands among the ``keys`` for a `payload` whose value is JSON as text.
  static let payloadAsText = "payload as text"

  /// The keys of the object, as far as the text goes.
  var keys: Set<String> {
    var scanner = self
    var keys: Set<String> = []
    while let member = scanner.next() {
      keys.insert(member.key)
      if member.key == "payload", member.isJSONText { keys.insert(Self.payloadAsText) }
    }
    return keys
  }

  mutating func next() -> Member? {
    skipSpace()
    if byte == UInt8(ascii: ",") { place += 1 }
    skipSpace()
    guard byte == UInt8(ascii: "\""), let key = string() else { return nil }
    skipSpace()
    guard byte == UInt8(ascii: ":") else { return nil }
    place += 1
    skipSpace()
    let start = place
    let isText = byte == UInt8(ascii: "\"") && start + 1 < bytes.count && [UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes[start + 1])
    skipValue()
    return Member(key: String(decoding: key, as: UTF8.self), isJSONText: isText)
  }

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private mutating func skipSpace() { while let byte, Self.isSpace(byte) { place += 1 } }

  /// Returns the bytes between the quotation marks, with escapes unchanged.
  private mutating func string() -> ArraySlice<UInt8>? {
    place += 1
    let start = place
    while let byte {
      if byte == UInt8(ascii: "\"") {
        defer { place += 1 }
        return bytes[start..<place]
      }
      place += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  private mutating func skipValue() {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        guard string() != nil else { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
      case UInt8(ascii: ","): if depth == 0 { return }
      default: break
      }
      place += 1
    }
  }
}
