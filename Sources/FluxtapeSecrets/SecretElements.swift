import FluxtapeLog

/// Detects secrets in XML elements and property lists: `<password>x</password>`, `<key>token</key><string>x</string>`.
struct SecretElements {
  private let keys: SecretKeyRules

  init(_ keys: SecretKeyRules) { self.keys = keys }

  func finds(in bytes: [UInt8]) -> [SecretFind] {
    var finds: [SecretFind] = []
    var key: String?
    var place = 0
    while let start = bytes.first(UInt8(ascii: "<"), from: place) {
      place = start + 1
      guard place < bytes.count, TextByte.isLetterOrDigit(bytes[place]), let end = bytes.first(UInt8(ascii: ">"), from: place) else {
        continue
      }
      let name = bytes.text(place..<bytes.end(of: Self.names, from: place))
      place = end + 1
      guard bytes[end - 1] != UInt8(ascii: "/"), let contents = contents(from: place, in: bytes) else { continue }
      if name == "key" {
        key = bytes.text(contents)
        place = contents.upperBound
      } else {
        let label = key ?? name.split(separator: ":").last.map(String.init) ?? ""
        key = nil
        guard !contents.isEmpty, [.secret, .text, .made].contains(keys.meaning(of: label)) else { continue }
        finds.append(SecretFind(.named, contents, style: .quoted, key: label))
        place = contents.upperBound
      }
    }
    return finds
  }

  private static let names = ByteSet.key.union(":.")

  /// The range of an element's contents, if they are text.
  private func contents(from start: Int, in bytes: [UInt8]) -> Range<Int>? {
    let isData = bytes.isAt(start, "<![CDATA[")
    let first = isData ? start + 9 : start
    var end = first
    while end < bytes.count, isData ? !bytes.isAt(end, "]]>") : bytes[end] != UInt8(ascii: "<") { end += 1 }
    guard end < bytes.count, isData || bytes.isAt(end, "</") else { return nil }
    return first..<end
  }
}
