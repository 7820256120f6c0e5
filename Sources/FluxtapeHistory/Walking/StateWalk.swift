import FluxtapeDocuments
import FluxtapeJSON

/// Goes along what a log tells of the states of some stores, and keeps their states as they stand.
struct StateWalk {
  typealias Event = StateEvents.Event

  private var events: StateEvents
  private var states: [FoldedState]
  private var growths: [MemoryGrowth]
  private let index: RunIndex

  /// Begins at the beginning.
  init(_ history: History, stores: some Sequence<Int>) {
    events = StateEvents(history, stores: stores)
    states = Array(repeating: .absent, count: history.stores.count)
    growths = Array(repeating: MemoryGrowth(), count: history.stores.count)
    index = history.index
  }
}

extension StateEvents.Event {
  /// Which row made the difference to the state before, once a walk has settled whether it is told by the patch or by the state.
  var origin: ValueOrigin { state == nil ? origins.patch : origins.state }
}

extension StateWalk {
  /// The next event up to a place, not yet taken: either with a patch, or with a state, or without both where neither is known.
  mutating func next(upTo place: LinePlace? = nil) throws(HistoryError) -> Event? {
    guard var event = try events.next(upTo: place) else { return nil }
    // The patch beside a snapshot is as good, and says what changed; unless it leads elsewhere: then the snapshot is right.
    if let patch = event.patch, let state = event.state {
      let result = value(of: event.store).flatMap { try? $0.applying(patch) }
      if result != state, value(of: event.store) != nil { event.refuted = (patch, result) }
      if result == state { (event.state, event.snapshot) = (nil, state) } else { event.patch = nil }
    }
    return event
  }

  /// Takes an event into its store's state.
  mutating func take(_ event: Event) {
    takeWhole(event, event.snapshot ?? event.state)
    noteMisfit(of: event)
  }

  /// Takes an event, and tells each operation of its patch with the document that it is about to change. Of a patch with copies, whose size
  /// is limited for all of it, a copy alone is told.
  mutating func take(_ event: Event, beforeEach body: (NodePatch.Operation, JSONNode) -> Void) {
    let isChange = event.state == nil && event.kind.isDisjoint(with: [.begins, .ends])
    guard isChange, let patch = event.patch, states[event.store].take(patch, row: event.row, beforeEach: body) else { return take(event) }
    // What the operations led to; the text of the line keeps less in memory.
    if let snapshot = event.snapshot { takeWhole(event, snapshot) } else { noteGrowth(of: event) }
    noteMisfit(of: event)
  }

  private mutating func takeWhole(_ event: Event, _ whole: JSONNode?) {
    states[event.store].take(StoreTimeline.Event(line: 0, row: UInt32(event.row), kind: event.kind), patch: event.patch, state: whole)
    if whole != nil { growths[event.store] = MemoryGrowth() }
    noteGrowth(of: event)
  }

  private mutating func noteGrowth(of event: Event) {
    states[event.store].change { growths[event.store].count(event.byteCount, of: &$0) }
  }

  private mutating func noteMisfit(of event: Event) {
    if event.patch != nil, failure(of: event.store) != nil || lacksState(event.store) { events.noteMisfit(of: event) }
  }

  /// Whether the log tells what an event changes, which is not yet taken: with a patch, or as the state before it is known for sure. After a
  /// loss nothing tells which action made a difference; a state without an action stands for it.
  func isChangeKnown(by event: Event) -> Bool {
    if event.patch != nil || event.kind.contains(.begins) { return true }
    guard isKnown(event.store) else { return false }
    if case .between = event.origins.state { return index.rows[event.row].kind == .state }
    return true
  }

  /// Whether what is known of a store's state is what the log tells at `place`. That a store has not begun, or has ended, is.
  func isCertain(_ store: Int, at place: LinePlace) -> Bool {
    if case .absent = states[store] { return true }
    return isKnown(store) && events.isCertain(store, at: place)
  }

  /// The same right before an event, which is not yet taken.
  func isCertain(before event: Event) -> Bool {
    if case .absent = states[event.store] { return true }
    return isKnown(event.store) && event.origins.isCertain
  }

  /// The first row since which a store's state is not certain at `place`, if it is not.
  func doubt(about store: Int, at place: LinePlace) -> Int? {
    isCertain(store, at: place) ? nil : events.doubt(about: store, at: place)
  }

  /// How a store stands; `nil` if that is not known, or the store has no state.
  func value(of store: Int) -> JSONNode? {
    if case .value(let value) = states[store] { value } else { nil }
  }

  /// Why the last patch did not fit, if it did not.
  func failure(of store: Int) -> JSONPatchError? {
    if case .patchFailed(let error, _) = states[store] { error } else { nil }
  }

  /// Whether the last patch had no state to change.
  func lacksState(_ store: Int) -> Bool { if case .nothingToPatch = states[store] { true } else { false } }

  /// Whether it is known how the store stands, or that it has no state.
  func isKnown(_ store: Int) -> Bool {
    switch states[store] {
    case .value, .absent: true
    case .neverRecorded, .nothingToPatch, .patchFailed: false
    }
  }
}
