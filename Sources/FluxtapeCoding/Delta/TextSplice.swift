import FluxtapeJSON

/// What leads from one text to another: scalars that go, and a text that comes in their place.
struct TextSplice {
  /// In Unicode scalars.
  let start: Int
  let deleted: Int
  let inserted: String

  /// Bytes that a splice takes besides what it inserts.
  private static let ownBytes = #""at":1234,"del":12,"#.utf8.count

  /// A shorter text is replaced.
  static let shortestText = 2 * ownBytes

  /// `nil` if it takes more than half of a `replace`: the same rule as that of `JSONPatch.difference`.
  init?(from old: String, to new: String) {
    let common = old.commonEnds(with: new)
    let insertedBytes = new.utf8.count - common.prefix - common.suffix
    guard 2 * (insertedBytes + Self.ownBytes) <= new.utf8.count else { return nil }
    let (oldText, newText) = (old.utf8, new.utf8)
    let lower = oldText.index(oldText.startIndex, offsetBy: common.prefix)
    let upper = oldText.index(oldText.endIndex, offsetBy: -common.suffix)
    let newLower = newText.index(newText.startIndex, offsetBy: common.prefix)
    let newUpper = newText.index(newText.endIndex, offsetBy: -common.suffix)
    start = old.unicodeScalars[..<lower].count
    deleted = old.unicodeScalars[lower..<upper].count
    inserted = String(new[newLower..<newUpper])
  }
}
