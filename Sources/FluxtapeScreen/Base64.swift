/// Base64 (RFC 4648, section 4).
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var bits = Int(bytes[start]) << 16
      if count > 1 { bits |= Int(bytes[start + 1]) << 8 }
      if count > 2 { bits |= Int(bytes[start + 2]) }
      result.append(alphabet[bits >> 18])
      result.append(alphabet[bits >> 12 & 63])
      result.append(count > 1 ? alphabet[bits >> 6 & 63] : UInt8(ascii: "="))
      result.append(count > 2 ? alphabet[bits & 63] : UInt8(ascii: "="))
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns nil if it is invalid or not of a readable text.
  package static func text(_ encoded: String) -> String? {
    guard encoded.utf8.count >= 8, encoded.utf8.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    var bits = 0
    var buffer = 0
    var padding = 0
    for byte in encoded.utf8 {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = alphabet.firstIndex(of: byte) else { return nil }
      buffer = (buffer << 6 | value) & 0xFFFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(buffer >> bits & 0xFF))
      }
    }
    guard padding <= 2, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let isReadable = text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" || $0 == "\r" }
    return isReadable ? text : nil
  }
}
