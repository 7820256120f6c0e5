import FluxtapeCoding
import FluxtapeJSON

/// What leads from one text to another: scalars that go, and a text that comes in their place.
struct TextSplice {
  /// In Unicode scalars.
  let start: Int
  let deleted: Int
  /// Bytes of the new text.
  let inserted: Range<Int>
  /// Bytes of the old text.
  let replaced: Range<Int>

  /// Bytes that a splice takes besides what it inserts.
  private static let ownBytes = #""at":1234,"del":12,"#.utf8.count

  /// A shorter text is replaced.
  static let shortestText = 2 * ownBytes

  /// `nil` if it takes more than half of a `replace`: the same rule as that of `JSONPatch.difference`.
  ///
  /// - Parameters:
  ///   - old: In UTF-8, as `new`.
  init?(from old: Span<UInt8>, to new: Span<UInt8>) {
    let common = old.commonEnds(with: new)
    let insertedBytes = new.count - common.prefix - common.suffix
    guard 2 * (insertedBytes + Self.ownBytes) <= new.count else { return nil }
    start = old.scalarCount(in: 0..<common.prefix)
    replaced = common.prefix..<old.count - common.suffix
    deleted = replaced.isEmpty ? 0 : old.scalarCount(in: replaced)
    inserted = common.prefix..<common.prefix + insertedBytes
  }
}
