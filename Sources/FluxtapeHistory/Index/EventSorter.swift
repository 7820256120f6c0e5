/// Collects the numbers of rows by store, so that each store's events get many at once.
struct EventSorter: Sendable {
  /// The maximum number of collected rows.
  static let capacity = 256

  /// Room for the rows of each store, and the number of rows in it.
  private var numbers: [UInt32] = []
  private var counts: [Int] = []
}

extension EventSorter {
  /// Makes room for more stores.
  mutating func grow(stores: Int) {
    let missing = stores - counts.count
    guard missing > 0 else { return }
    counts += repeatElement(0, count: missing)
    numbers += repeatElement(0, count: missing * Self.capacity)
  }

  /// Lets `body` add rows: each number goes to its store, after the counted ones.
  @inline(__always) mutating func sort<Result>(
    _ body: (_ numbers: inout MutableSpan<UInt32>, _ counts: inout MutableSpan<Int>) -> Result
  ) -> Result {
    Self.sort(&numbers, &counts, body)
  }

  @inline(__always) private static func sort<Result>(
    _ numbers: inout [UInt32], _ counts: inout [Int],
    _ body: (_ numbers: inout MutableSpan<UInt32>, _ counts: inout MutableSpan<Int>) -> Result
  ) -> Result {
    var numbers = numbers.mutableSpan
    var counts = counts.mutableSpan
    return body(&numbers, &counts)
  }

  /// Moves the collected rows to the events.
  mutating func flush(into events: inout [EventLog]) {
    for store in counts.indices where counts[store] > 0 {
      let start = store * Self.capacity
      events[store].append(reduced: numbers[start..<start + counts[store]])
      counts[store] = 0
    }
  }
}
