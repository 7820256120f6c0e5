/// The events of some stores in the order of the log, which is the order of reduction.
struct EventOrder: Sendable {
  struct Entry: Sendable {
    let store: Int
    /// The event's number in the store's timeline.
    let number: Int
    /// The number behind the store's last event of the order.
    let end: Int
    let event: StoreTimeline.Event
  }

  private let index: RunIndex
  /// The next event of each store: a binary heap, with the first one in the log on top.
  private var waiting: [Entry] = []
  /// The number of events that are left.
  private(set) var count = 0

  /// - Parameter stores: The stores, and the numbers of their events.
  init(_ index: RunIndex, _ stores: [(Int, Range<Int>)]) {
    self.index = index
    for (store, events) in stores where !events.isEmpty {
      count += events.count
      wait(for: entry(events.lowerBound, of: store, upTo: events.upperBound))
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
    if next < passed.end {
      waiting[0] = entry(next, of: passed.store, upTo: passed.end)
    } else {
      let last = waiting.removeLast()
      guard !waiting.isEmpty else { return }
      waiting[0] = last
    }
    sink()
  }

  private func entry(_ number: Int, of store: Int, upTo end: Int) -> Entry {
    Entry(store: store, number: number, end: end, event: index.timelines[store].events[number])
  }

  private mutating func wait(for entry: Entry) {
    var place = waiting.count
    waiting.append(entry)
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
