import FluxtapeLog

/// Detects secrets in printed headers, form fields and query items, where one member names the other: `{"name":"password","value":"x"}`,
/// `Field(name: "password", value: "x")`, `{"name":"password","values":["x"]}`, `name=password&value=x`.
struct SecretPairs {
  private let keys: SecretKeyRules

  init(_ keys: SecretKeyRules) { self.keys = keys }

  /// The members of a printed value so far.
  private struct Members {
    var count = 0
    /// The member that names the other one.
    var name: (kind: SecretLabel.NameOfNeighbor, text: String)?
    var values: [Range<Int>] = []
    /// Whether a value with brackets of its own is expected next.
    var isBeforeValue = false
    /// For the elements of a value, the index of the members it belongs to.
    var owner: Int?
  }

  func finds(in bytes: [UInt8]) -> [SecretFind] {
    let finds = finds(in: bytes, quote: "\"") + findsInQueries(bytes)
    // JSON as a text inside JSON.
    return bytes.contains(UInt8(ascii: "\\")) ? finds + self.finds(in: bytes, quote: "\\\"") : finds
  }

  /// The findings in URL queries and bodies of forms.
  private func findsInQueries(_ bytes: [UInt8]) -> [SecretFind] {
    guard bytes.contains(UInt8(ascii: "&")) else { return [] }
    return bytes.split(whereSeparator: Self.endsOfQuery.contains).flatMap { query -> [SecretFind] in
      let items = query.split(separator: UInt8(ascii: "&")).compactMap { item in
        item.firstIndex(of: UInt8(ascii: "=")).map { (key: bytes.text(item.startIndex..<$0), value: $0 + 1..<item.endIndex) }
      }
      let name = items.first { item in
        item.value.count <= SecretKeyRules.longestName
          && SecretLabel.NameOfNeighbor(item.key)?.isSecret(bytes.text(item.value), keys, amongMembers: items.count) == true
      }
      guard let name else { return [] }
      return items.filter { SecretLabel.isNamedValue($0.key) && !$0.value.isEmpty }
        .map { SecretFind(.named, $0.value, style: .glued, key: bytes.text(name.value)) }
    }
  }

  private static let endsOfQuery = ByteSet.quotesAndBlanks.union("?#;,")

  /// The findings where `quote` stands around texts.
  private func finds(in bytes: [UInt8], quote: String) -> [SecretFind] {
    var finds: [SecretFind] = []
    var open: [Members] = []
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): begin(bytes[place], &open)
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
        if let members = open.popLast(), let name = members.name, name.kind.isSecret(name.text, keys, amongMembers: members.count) {
          finds += members.values.map { SecretFind(.named, $0, style: .quoted, key: name.text) }
        }
      case UInt8(ascii: ":") where !open.isEmpty:
        note(PrintedValue(at: place, in: bytes, isInBrackets: true), in: bytes, &open[open.count - 1])
      case quote.utf8.first:
        guard bytes.isAt(place, quote) else { break }
        let start = place + quote.utf8.count
        place = end(ofTextAt: place, in: bytes, quote)
        noteElement(start, min(place + 1 - quote.utf8.count, bytes.count), in: bytes, &open)
      case let byte where open.last?.owner != nil && ByteSet.token.contains(byte):
        let start = place
        place = bytes.end(of: .token, from: start) - 1
        noteElement(start, place + 1, in: bytes, &open)
      default: break
      }
      place += 1
    }
    return finds
  }

  /// Notes an opening bracket.
  private func begin(_ bracket: UInt8, _ open: inout [Members]) {
    var members = Members()
    if bracket == UInt8(ascii: "["), let outer = open.last { members.owner = outer.isBeforeValue ? open.count - 1 : outer.owner }
    if !open.isEmpty { open[open.count - 1].isBeforeValue = false }
    open.append(members)
  }

  /// Notes an element of an array, which may be a value: `"values":["x"]`.
  private func noteElement(_ start: Int, _ end: Int, in bytes: [UInt8], _ open: inout [Members]) {
    guard let owner = open.last?.owner, start < end, !PrintedValue.words.contains(bytes.text(start..<end)) else { return }
    open[owner].values.append(start..<end)
  }

  private func note(_ member: PrintedValue, in bytes: [UInt8], _ members: inout Members) {
    let key = member.key
    if !member.isTypeKey { members.count += 1 }
    members.isBeforeValue = false
    if SecretLabel.isNamedValue(key) {
      if let range = member.scalarRange { members.values.append(range) } else { members.isBeforeValue = true }
    } else if let kind = SecretLabel.NameOfNeighbor(key), let range = member.scalarRange,
      range.count <= SecretKeyRules.longestName
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
