/// The numbers that the names of scanned parts have in a run's tables, found on demand. Valid for parts with the same
/// ``ScannedPart/namesIdentity``.
struct NameNumbers: Sendable {
  private var stores: [Int] = []
  private var texts: [Int] = []

  /// Makes room for the names of a part.
  mutating func grow(for part: ScannedPart) {
    let missing = part.names.count - stores.count
    guard missing > 0 else { return }
    stores += repeatElement(-1, count: missing)
    texts += repeatElement(-1, count: missing)
  }

  @inline(__always) mutating func store(_ number: Int, of part: ScannedPart, in run: inout RunIndexer) -> Int {
    if stores[number] < 0 { stores[number] = run.store(part.names[number]) }
    return stores[number]
  }

  @inline(__always) mutating func text(_ number: Int, of part: ScannedPart, in run: inout RunIndexer) -> Int {
    if texts[number] < 0 { texts[number] = run.texts.insert(part.names[number]) }
    return texts[number]
  }
}
