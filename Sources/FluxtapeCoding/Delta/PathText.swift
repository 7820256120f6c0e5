import FluxtapeJSON

/// A JSON Pointer as it stands inside a JSON string, to which tokens are added and taken away.
struct PathText {
  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }

  /// Adds a key as the object has it.
  mutating func append(_ key: String) {
    bytes.append(UInt8(ascii: "/"))
    let length = bytes.count
    key.withBytes { key in
      for place in key.indices { bytes.append(key[place]) }
    }
    guard bytes[length...].contains(where: { !Self.isPlain($0) }) else { return }
    rollBack(to: length)
    for byte in JSONValue.string(key).bytes.dropFirst().dropLast() {
      switch byte {
      case UInt8(ascii: "~"): bytes.append(contentsOf: "~0".utf8)
      case UInt8(ascii: "/"): bytes.append(contentsOf: "~1".utf8)
      default: bytes.append(byte)
      }
    }
  }

  /// Adds a token that is escaped as it has to be.
  mutating func append(token: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "/"))
    unsafe bytes.append(contentsOf: token)
  }

  /// Adds the place of an element.
  mutating func append(_ index: Int) {
    bytes.append(UInt8(ascii: "/"))
    let start = bytes.count
    var rest = index
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
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
