import FluxtapeJSON
import FluxtapeLog

/// Goes along what a log tells of the states of some stores, in the order of reduction, and keeps their states as they stand.
struct StateWalk {
  /// Something that the log tells of a store's state.
  struct Event {
    let store: Int
    /// The row that it belongs to, or the last one before it.
    let row: Int
    /// Where it stands. An action's outcome stands at ``RunIndex/outcomePlace(of:)``.
    let place: LinePlace
    let kind: StoreTimeline.Kind
    /// How the state before becomes the one after. Where it is not told: the state after, or nothing.
    let patch: JSONPatch?
    let state: JSONValue?
  }

  private let index: RunIndex
  private var reader: LineReader
  private var states: [Int: FoldedState] = [:]
  /// The next events of all stores, the first one in the log on top.
  private var waiting = EventHeap()

  /// Begins at the beginning.
  init(_ history: History, stores: some Sequence<Int>) {
    index = history.index
    reader = LineReader(index: index)
    for store in stores {
      states[store] = .absent
      wait(forEvent: 0, of: store)
    }
  }
}

extension StateWalk {
  /// The next event up to a place, not yet taken.
  mutating func next(upTo place: LinePlace? = nil) throws(HistoryError) -> Event? {
    guard let first = waiting.first, place.map({ LinePlace.on(first.line) <= $0 }) ?? true else { return nil }
    waiting.removeFirst()
    wait(forEvent: first.event + 1, of: first.store)
    let event = index.timelines[first.store].events[first.event]
    let told = try outcome(of: event, in: first.store)
    return Event(
      store: first.store, row: Int(event.row), place: .on(event.line), kind: event.kind, patch: told.patch, state: told.state)
  }

  /// Takes an event into its store's state.
  mutating func take(_ event: Event) {
    guard var state = states.removeValue(forKey: event.store) else { return }
    state.take(
      StoreTimeline.Event(line: 0, row: UInt32(event.row), kind: event.kind), patch: event.patch, state: event.state)
    states[event.store] = state
  }

  /// How a store stands; `nil` if that is not known, or the store has no state.
  func value(of store: Int) -> JSONValue? {
    if case .value(let value) = states[store] { value } else { nil }
  }

  /// Whether it is known how the store stands, or that it has no state.
  func isKnown(_ store: Int) -> Bool {
    switch states[store] {
    case .value, .absent: true
    default: false
    }
  }

  private mutating func wait(forEvent event: Int, of store: Int) {
    let events = index.timelines[store].events
    if event < events.count { waiting.insert(EventHeap.Entry(line: events[event].line, store: store, event: event)) }
  }

  private mutating func outcome(
    of event: StoreTimeline.Event, in store: Int
  ) throws(HistoryError) -> (patch: JSONPatch?, state: JSONValue?) {
    guard !event.kind.isDisjoint(with: [.state, .patch]) else { return (event.kind.contains(.emptyPatch) ? JSONPatch() : nil, nil) }
    let bytes = try reader.bytes(of: event.line)
    guard let told = StateFold.read(bytes, alsoBesideState: true) else { throw reader.changed(event.line) }
    // The patch beside a snapshot is as good, and says what changed; unless it leads elsewhere: then the snapshot is right.
    guard let patch = told.patch, let state = told.state else { return told }
    let isRight = value(of: store).map { (try? patch.applied(to: $0)) == state } ?? false
    return isRight ? (patch, nil) : (nil, state)
  }
}

/// Events of several stores, one of each, by the line they stand on: a binary heap.
private struct EventHeap {
  struct Entry {
    let line: Int
    let store: Int
    let event: Int
  }

  private var entries: [Entry] = []

  var first: Entry? { entries.first }

  mutating func insert(_ entry: Entry) {
    var place = entries.count
    entries.append(entry)
    while place > 0, entries[place].line < entries[(place - 1) / 2].line {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func removeFirst() {
    let last = entries.removeLast()
    guard !entries.isEmpty else { return }
    entries[0] = last
    var place = 0
    while true {
      var smallest = place
      for child in [2 * place + 1, 2 * place + 2] where child < entries.count && entries[child].line < entries[smallest].line {
        smallest = child
      }
      guard smallest != place else { return }
      entries.swapAt(place, smallest)
      place = smallest
    }
  }
}
