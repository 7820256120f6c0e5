/// The change from one text to another: deleted scalars, and an inserted text in their place.
package struct TextSplice {
  /// In Unicode scalars.
  package let start: Int
  package let deleted: Int
  /// The inserted bytes, in the new text.
  package let inserted: Range<Int>
  /// The replaced bytes, in the old text.
  package let replaced: Range<Int>

  /// The overhead of a splice in bytes: `"at":1234,"del":12,`
  @inlinable
  package static var ownBytes: Int { 19 }

  /// Shorter texts are replaced as a whole.
  @inlinable
  package static var shortestText: Int { 2 * ownBytes }

  /// `nil` if the splice takes more than half of a `replace`.
  ///
  /// - Parameters:
  ///   - old: The old text in UTF-8, like `new`.
  package init?(from old: Span<UInt8>, to new: Span<UInt8>) {
    let common = old.commonEnds(with: new)
    let insertedBytes = new.count - common.prefix - common.suffix
    guard 2 * (insertedBytes + Self.ownBytes) <= new.count else { return nil }
    start = old.scalarCount(in: 0..<common.prefix)
    replaced = common.prefix..<old.count - common.suffix
    deleted = replaced.isEmpty ? 0 : old.scalarCount(in: replaced)
    inserted = common.prefix..<common.prefix + insertedBytes
  }
}
