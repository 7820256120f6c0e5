import FluxtapeJSON

extension JSONParser {
  /// Returns the text between a string's quotation marks. The bytes were checked before.
  static func unescaped(_ bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "\\") else {
        text.append(bytes[place])
        place += 1
        continue
      }
      do { try escape(at: &place, into: &text, in: bytes) } catch { break }
    }
    return String(utf8Bytes: text.span)
  }
}
