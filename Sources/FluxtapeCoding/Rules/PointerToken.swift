/// Tokens of JSON Pointers (RFC 6901).
package enum PointerToken {
  /// The key that a token stands for: `a/b` for `a~1b`. What is no escape stays as it is.
  package static func key(_ token: some Collection<UInt8>) -> [UInt8] {
    var key: [UInt8] = []
    var isEscape = false
    for byte in token {
      switch byte {
      case UInt8(ascii: "0") where isEscape: key[key.count - 1] = UInt8(ascii: "~")
      case UInt8(ascii: "1") where isEscape: key[key.count - 1] = UInt8(ascii: "/")
      default: key.append(byte)
      }
      isEscape = byte == UInt8(ascii: "~")
    }
    return key
  }
}
