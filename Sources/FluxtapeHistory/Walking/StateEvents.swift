import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// What a log tells of the states of some stores, in the order of reduction.
struct StateEvents {
  /// Something that the log tells of a store's state.
  struct Event {
    let store: Int
    /// The row that it belongs to.
    let row: Int
    let origins: EventOrigins
    /// Where it stands. An action's outcome stands at ``RunIndex/outcomePlace(of:)``.
    let place: LinePlace
    let kind: StoreTimeline.Kind
    /// How the state before becomes the one after.
    var patch: JSONPatch?
    /// The state after it. Beside a patch, it is what the patch makes, or it is right and the patch is not.
    var state: JSONValue?
    /// A patch that does not lead to the state beside it, as a walk finds; and what it makes of the state before, if it fits that.
    var refuted: (patch: JSONPatch, result: JSONValue?)?
  }

  private let index: RunIndex
  private var reader: LineReader
  /// The next events of all stores, the first one in the log on top.
  private var waiting = EventHeap()
  /// How each store stands right before the next event.
  private var standings: [StateStanding]

  /// Begins at the beginning.
  init(_ history: History, stores: some Sequence<Int>) {
    index = history.index
    reader = LineReader(index: index)
    standings = index.timelines.indices.map { StateStanding(of: $0) }
    for store in stores { wait(forEvent: 0, of: store) }
  }
}

extension StateEvents {
  /// The next event up to a place.
  mutating func next(upTo place: LinePlace? = nil) throws(HistoryError) -> Event? {
    guard let first = waiting.first, place.map({ LinePlace.on(first.line) <= $0 }) ?? true else { return nil }
    waiting.removeFirst()
    wait(forEvent: first.event + 1, of: first.store)
    let event = index.timelines[first.store].events[first.event]
    let told = try outcome(of: event)
    let origins = standings[first.store].origins(of: event, in: index)
    standings[first.store].take(event)
    return Event(
      store: first.store, row: Int(event.row), origins: origins, place: .on(event.line), kind: event.kind, patch: told.patch,
      state: told.state)
  }

  /// Says that a patch does not fit the state before it, which whoever folds the events finds.
  mutating func noteMisfit(of event: Event) { standings[event.store].noteMisfit(at: event.row) }

  /// Whether the state that the events of a store have led to is the one that the log tells at `place`.
  func isCertain(_ store: Int, at place: LinePlace) -> Bool { standings[store].isCertain(in: index, at: place) }

  /// The first row since which a store's state is not certain at `place`, if it is not: also one that recorded no state.
  func doubt(about store: Int, at place: LinePlace) -> Int? {
    [standings[store].firstOmitted, standings[store].doubt(in: index, upTo: place, including: true)].compactMap(\.self).min()
  }

  private mutating func wait(forEvent event: Int, of store: Int) {
    let events = index.timelines[store].events
    if event < events.count { waiting.insert(EventHeap.Entry(line: events[event].line, store: store, event: event)) }
  }

  private mutating func outcome(of event: StoreTimeline.Event) throws(HistoryError) -> (patch: JSONPatch?, state: JSONValue?) {
    guard !event.kind.isDisjoint(with: [.state, .patch]) else { return (event.kind.contains(.emptyPatch) ? JSONPatch() : nil, nil) }
    let bytes = try reader.bytes(of: event.line)
    guard let told = StateFold.read(bytes, alsoBesideState: true) else { throw reader.damaged(event.line) }
    return told
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
