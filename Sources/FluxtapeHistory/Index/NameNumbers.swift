/// The numbers of a scanned part's names in a run's tables, found as they are needed.
struct NameNumbers {
  private var stores: [Int]
  private var texts: [Int]

  init(of part: ScannedPart) {
    stores = Array(repeating: -1, count: part.names.count)
    texts = stores
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
