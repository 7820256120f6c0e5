import FluxtapeDocuments
import FluxtapeJSON

/// Applies the events of some stores in order, and keeps the stores' current states.
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

  /// Begins with the states right before a place.
  ///
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  init(_ history: History, stores: some Sequence<Int>, from place: LinePlace) throws(HistoryError) {
    index = history.index
    var states = Array(repeating: FoldedState.absent, count: history.stores.count)
    events = try StateEvents(history, stores: stores, from: place) { (store, event) throws(HistoryError) in
      if let event {
        states[store] = try StateFold(index: history.index, cache: history.states, store: store).state(after: event)
      }
      return states[store]
    }
    self.states = states
    growths = Array(repeating: MemoryGrowth(), count: states.count)
  }
}

extension StateEvents.Event {
  /// The row that changed the state, once a walk has decided between the patch and the state.
  var origin: ValueOrigin { state == nil ? origins.patch : origins.state }
}

extension StateWalk {
  /// Reads the next event up to a place, without applying it. It has a patch, or a state, or neither if the log has none.
  mutating func next(upTo place: LinePlace? = nil) throws(HistoryError) -> Event? {
    guard var event = try events.next(upTo: place) else { return nil }
    // A patch beside a snapshot says what changed. If it leads to another state, the snapshot is right.
    if let patch = event.patch, let state = event.state {
      let result = value(of: event.store).flatMap { try? $0.applying(patch) }
      if result != state, value(of: event.store) != nil { event.refuted = (patch, result) }
      if result == state { (event.state, event.snapshot) = (nil, state) } else { event.patch = nil }
    }
    return event
  }

  /// Applies an event to its store's state.
  mutating func take(_ event: Event) {
    takeWhole(event, event.snapshot ?? event.state)
    noteMisfit(of: event)
  }

  /// Applies an event, and calls `body` before and after each operation of its patch. For a patch with copies, whose size is limited as a
  /// whole, it calls `body` for one copy only.
  mutating func take(_ event: Event, aroundEach body: (NodePatch.Operation, JSONNode, _ isDone: Bool) -> Void) {
    let isChange = event.state == nil && event.kind.isDisjoint(with: [.begins, .ends])
    guard isChange, let patch = event.patch, states[event.store].take(patch, row: event.row, aroundEach: body) else { return take(event) }
    // The snapshot equals the result of the operations, and keeps less in memory.
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

  /// Whether the log says what an event changes, before it is applied: it has a patch, or the state before it is certain. After a loss, the
  /// difference may be any action's; a state without an action stands for it.
  func isChangeKnown(by event: Event) -> Bool {
    if event.patch != nil || event.kind.contains(.begins) { return true }
    guard isKnown(event.store) else { return false }
    if case .between = event.origins.state { return index.rows[event.row].kind == .state }
    return true
  }

  /// Whether a store's state at `place` is certain. It is for a store that has not begun, or has ended.
  func isCertain(_ store: Int, at place: LinePlace) -> Bool {
    if case .absent = states[store] { return true }
    return isKnown(store) && events.isCertain(store, at: place)
  }

  /// Whether the state right before an event is certain, before it is applied.
  func isCertain(before event: Event) -> Bool {
    if case .absent = states[event.store] { return true }
    return isKnown(event.store) && event.origins.isCertain
  }

  /// The first row since which a store's state is uncertain at `place`, if it is.
  func doubt(about store: Int, at place: LinePlace) -> Int? {
    isCertain(store, at: place) ? nil : events.doubt(about: store, at: place)
  }

  /// A store's state; `nil` if it is not known, or the store has none.
  func value(of store: Int) -> JSONNode? {
    if case .value(let value) = states[store] { value } else { nil }
  }

  /// Why the last patch failed, if it did.
  func failure(of store: Int) -> JSONPatchError? {
    if case .patchFailed(let error, _) = states[store] { error } else { nil }
  }

  /// Whether the last patch had no state to change.
  func lacksState(_ store: Int) -> Bool { if case .nothingToPatch = states[store] { true } else { false } }

  /// Whether the store's state is known, or the store is known to have none.
  func isKnown(_ store: Int) -> Bool {
    switch states[store] {
    case .value, .absent: true
    case .neverRecorded, .nothingToPatch, .patchFailed: false
    }
  }
}
