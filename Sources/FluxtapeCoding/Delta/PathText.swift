import FluxtapeJSON

/// A JSON Pointer as it stands inside a JSON string, to which tokens are added and taken away.
struct PathText {
  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }

  /// Adds a key as the object has it.
  mutating func append(_ key: String) {
    bytes.append(UInt8(ascii: "/"))
    guard !key.utf8.allSatisfy(Self.isPlain) else { return bytes.append(contentsOf: key.utf8) }
    for byte in JSONValue.string(key).bytes.dropFirst().dropLast() {
      switch byte {
      case UInt8(ascii: "~"): bytes.append(contentsOf: "~0".utf8)
      case UInt8(ascii: "/"): bytes.append(contentsOf: "~1".utf8)
      default: bytes.append(byte)
      }
    }
  }

  /// Adds the place of an element.
  mutating func append(_ index: Int) {
    bytes.append(UInt8(ascii: "/"))
    bytes.append(contentsOf: String(index).utf8)
  }

  /// Takes back what was added behind the first `count` bytes.
  mutating func rollBack(to count: Int) { bytes.removeSubrange(count...) }

  /// Whether the byte stands for itself, in a pointer and in a string.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "~"), UInt8(ascii: "/"): false
    default: true
    }
  }
}
