/// The change from one text to another: deleted scalars, and an inserted text in their place.
struct TextSplice {
  /// In Unicode scalars.
  let start: Int
  let deleted: Int
  /// The inserted bytes, in the new text.
  let inserted: Range<Int>
  /// The replaced bytes, in the old text.
  let replaced: Range<Int>

  /// The overhead of a splice in bytes: `"at":1234,"del":12,`
  private static let ownBytes = 19

  /// Shorter texts are replaced as a whole.
  static let shortestText = 2 * ownBytes

  /// `nil` if the splice takes more than half of a `replace`.
  init?(from old: Span<UInt8>, to new: Span<UInt8>) {
    let common = old.commonEnds(with: new)
    inserted = common.prefix..<new.count - common.suffix
    guard 2 * (inserted.count + Self.ownBytes) <= new.count else { return nil }
    replaced = common.prefix..<old.count - common.suffix
    start = old.scalarCount(in: 0..<common.prefix)
    deleted = old.scalarCount(in: replaced)
  }
}

extension Span<UInt8> {
  /// The lengths in bytes of the common prefix of two UTF-8 texts, and of the common suffix of the rest, cut between Unicode scalars.
  func commonEnds(with other: Span<UInt8>) -> (prefix: Int, suffix: Int) {
    let shorter = Swift.min(count, other.count)
    var prefix = 0
    while prefix + Self.block <= shorter, hasBlock(at: prefix, of: other, at: prefix) { prefix += Self.block }
    while prefix < shorter, self[prefix] == other[prefix] { prefix += 1 }
    // The first different byte may be a continuation byte, on either side, since the prefix may be one of the whole texts.
    while prefix > 0, isInsideScalar(prefix) || other.isInsideScalar(prefix) { prefix -= 1 }
    var (end, otherEnd) = (count, other.count)
    while Swift.min(end, otherEnd) - prefix >= Self.block, hasBlock(at: end - Self.block, of: other, at: otherEnd - Self.block) {
      (end, otherEnd) = (end - Self.block, otherEnd - Self.block)
    }
    while Swift.min(end, otherEnd) > prefix, self[end - 1] == other[otherEnd - 1] { (end, otherEnd) = (end - 1, otherEnd - 1) }
    while end < count, isInsideScalar(end) { end += 1 }
    return (prefix, count - end)
  }

  /// Bytes that are compared at once.
  private static var block: Int { 256 }

  private func hasBlock(at place: Int, of other: Span<UInt8>, at otherPlace: Int) -> Bool {
    has(other.extracting(otherPlace..<otherPlace + Self.block), in: place..<place + Self.block)
  }

  private func isInsideScalar(_ place: Int) -> Bool { place < count && self[place] & 0xC0 == 0x80 }

  /// The number of Unicode scalars in a range: all bytes except those of the form `10xxxxxx`.
  fileprivate func scalarCount(in range: Range<Int>) -> Int { range.count { self[$0] & 0xC0 != 0x80 } }
}
