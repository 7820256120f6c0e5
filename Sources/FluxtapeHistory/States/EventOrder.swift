/// The events of some stores in the order of the log, which is the order of reduction.
struct EventOrder: Sendable {
  struct Entry: Sendable {
    let store: Int
    /// The event's number in the store's timeline.
    let number: Int
    let event: StoreTimeline.Event
  }

  private let index: RunIndex
  /// For each store, the number behind its last event of the order.
  private let ends: [Int: Int]
  /// The next event of each store: a binary heap, with the first one in the log on top.
  private var waiting: [Entry] = []
  /// The number of events that are left.
  private(set) var count = 0

  /// - Parameter stores: The stores, and the numbers of their events.
  init(_ index: RunIndex, _ stores: [(Int, Range<Int>)]) {
    self.index = index
    var ends: [Int: Int] = [:]
    for (store, events) in stores { ends[store] = events.upperBound }
    self.ends = ends
    for (store, events) in stores {
      count += events.count
      wait(forEvent: events.lowerBound, of: store)
    }
  }
}

extension EventOrder {
  /// The next event.
  var first: Entry? { waiting.first }

  /// Removes the next event.
  mutating func removeFirst() {
    let passed = waiting[0]
    count -= 1
    let next = passed.number + 1
    if next < ends[passed.store, default: 0] {
      waiting[0] = entry(next, of: passed.store)
    } else {
      let last = waiting.removeLast()
      guard !waiting.isEmpty else { return }
      waiting[0] = last
    }
    sink()
  }

  private func entry(_ number: Int, of store: Int) -> Entry {
    Entry(store: store, number: number, event: index.timelines[store].events[number])
  }

  private mutating func wait(forEvent number: Int, of store: Int) {
    guard number < ends[store, default: 0] else { return }
    var place = waiting.count
    waiting.append(entry(number, of: store))
    while place > 0, waiting[place].event.line < waiting[(place - 1) / 2].event.line {
      waiting.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Moves the entry on top to its place in the heap.
  private mutating func sink() {
    var place = 0
    while true {
      var smallest = 2 * place + 1
      guard smallest < waiting.count else { return }
      if smallest + 1 < waiting.count, waiting[smallest + 1].event.line < waiting[smallest].event.line { smallest += 1 }
      guard waiting[smallest].event.line < waiting[place].event.line else { return }
      waiting.swapAt(place, smallest)
      place = smallest
    }
  }
}
