/// Detects secrets in printed headers, form fields and query items, where one member names the other: `{"name":"password","value":"x"}`,
/// `Field(name: "password", value: "x")`.
struct SecretPairs {
  private let keys: SecretKeyRules

  init(_ keys: SecretKeyRules) { self.keys = keys }

  /// The members of a printed value so far.
  private struct Members {
    var count = 0
    /// The member that names the other one.
    var name: (kind: SecretLabel.NameOfNeighbour, text: String)?
    var value: Range<Int>?
  }

  func finds(in bytes: [UInt8]) -> [SecretFind] {
    let finds = finds(in: bytes, quote: "\"")
    // JSON as a text inside JSON.
    return bytes.contains(UInt8(ascii: "\\")) ? finds + self.finds(in: bytes, quote: "\\\"") : finds
  }

  /// The findings where `quote` stands around texts.
  private func finds(in bytes: [UInt8], quote: String) -> [SecretFind] {
    var finds: [SecretFind] = []
    var open: [Members] = []
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): open.append(Members())
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
        if let members = open.popLast(), let name = members.name, let value = members.value,
          name.kind.isSecret(name.text, keys, amongMembers: members.count)
        {
          finds.append(SecretFind(.named, value, style: .quoted, key: name.text))
        }
      case UInt8(ascii: ":") where !open.isEmpty:
        note(PrintedValue(at: place, in: bytes, isInBrackets: true), in: bytes, &open[open.count - 1])
      case quote.utf8.first: if bytes.isAt(place, quote) { place = end(ofTextAt: place, in: bytes, quote) }
      default: break
      }
      place += 1
    }
    return finds
  }

  private func note(_ member: PrintedValue, in bytes: [UInt8], _ members: inout Members) {
    let key = member.key
    members.count += 1
    if SecretLabel.isNamedValue(key) {
      members.value = member.scalarRange
    } else if let kind = SecretLabel.NameOfNeighbour(key), let range = member.scalarRange,
      range.count <= SecretLabel.longestName
    {
      let name = bytes.text(range)
      if kind.isSecret(name, keys, amongMembers: members.count) { members.name = (kind, name) }
    }
  }

  private func end(ofTextAt start: Int, in bytes: [UInt8], _ quote: String) -> Int {
    var place = start + quote.utf8.count
    while place < bytes.count, !bytes.isAt(place, quote) { place += bytes[place] == UInt8(ascii: "\\") && quote.utf8.count == 1 ? 2 : 1 }
    return place + quote.utf8.count - 1
  }
}
