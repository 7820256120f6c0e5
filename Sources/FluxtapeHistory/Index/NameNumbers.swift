/// The numbers of scanned parts' names in a run's tables, found as they are needed. Good for all parts whose names have the same identity.
struct NameNumbers: Sendable {
  private var stores: [Int] = []
  private var texts: [Int] = []

  /// Makes room for the names that the part has.
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

  /// The numbers of a row's names, as far as they were found before and fit into a row.
  @inline(__always) func numbers(of row: PackedRow) -> (store: Int, text: Int)? {
    let (store, text) = (stores[row.store], texts[row.text])
    return 0..<PackedRow.noStore ~= store && 0..<PackedRow.noText ~= text ? (store, text) : nil
  }
}
