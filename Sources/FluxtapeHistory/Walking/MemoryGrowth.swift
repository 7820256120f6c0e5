import FluxtapeDocuments

/// Counts the bytes of patches that a changed document keeps in memory, and gives it a text of its own when they are many.
struct MemoryGrowth {
  private var byteCount = 0
  private var limit = least

  /// Bytes of patches that any document may keep.
  private static let least = 1 << 20
  /// A document gets a text of its own if that is at most this fraction of the patches' bytes.
  private static let share = 4
}

extension MemoryGrowth {
  /// Counts the bytes of a patch that was applied to `document`.
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
