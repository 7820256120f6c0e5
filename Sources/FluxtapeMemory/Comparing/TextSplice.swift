import FluxtapeCoding
import FluxtapeJSON

/// The change from one text to another: deleted scalars, and an inserted text in their place.
struct TextSplice {
  /// In Unicode scalars.
  let start: Int
  let deleted: Int
  /// The inserted bytes, in the new text.
  let inserted: Range<Int>
  /// The replaced bytes, in the old text.
  let replaced: Range<Int>

  /// The overhead of a splice in bytes.
  private static let ownBytes = #""at":1234,"del":12,"#.utf8.count

  /// Shorter texts are replaced as a whole.
  static let shortestText = 2 * ownBytes

  /// `nil` if the splice takes more than half of a `replace`, the same rule as in `JSONPatch.difference`.
  ///
  /// - Parameters:
  ///   - old: The old text in UTF-8, like `new`.
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
