import FluxtapeDocuments

/// Counts what a document that patches change keeps in memory beside itself, and makes it a text of its own where that is much.
struct MemoryGrowth {
  private var byteCount = 0
  private var limit = least

  /// Bytes of patches that a document may keep in any case.
  private static let least = 1 << 20
  /// The share of these bytes that the document's own may be: larger ones keep more.
  private static let share = 4
}

extension MemoryGrowth {
  /// Counts the bytes that a patch was read from, which `document` has taken.
  mutating func count(_ bytes: Int, of document: inout JSONNode) {
    byteCount += bytes
    guard byteCount >= limit else { return }
    if let (own, _) = document.detached(upTo: byteCount / Self.share) {
      document = own
      self = MemoryGrowth()
    } else {
      limit *= 2
    }
  }
}
