import FluxtapeDocuments

/// The events of some stores' states, in the order of reduction.
struct StateEvents {
  /// An event of a store's state.
  struct Event {
    let store: Int
    /// The event's row.
    let row: Int
    let origins: EventOrigins
    /// The event's place. An action's outcome is at ``RunIndex/outcomePlace(of:)``.
    let place: LinePlace
    let kind: StoreTimeline.Kind
    /// The patch from the state before to the one after.
    var patch: NodePatch?
    /// The state after the event. If a patch beside it leads elsewhere, the state is right.
    var state: JSONNode?
    /// A patch that does not lead to the state beside it, and its result if it can be applied; a walk sets this.
    var refuted: (patch: NodePatch, result: JSONNode?)?
    /// The state of the line, if the patch leads to it: it keeps nothing else in memory.
    var snapshot: JSONNode?
    /// Bytes that were read.
    var byteCount = 0
  }

  private let index: RunIndex
  private var reader: EventReader
  /// The standing of each store right before the next event.
  private var standings: [StateStanding]

  /// Starts before the first event.
  init(_ history: History, stores: some Sequence<Int>) {
    index = history.index
    reader = EventReader(ofStores: stores, in: index)
    standings = index.timelines.indices.map { StateStanding(of: $0) }
  }

  /// Starts before the first events from a place on.
  ///
  /// - Parameter seek: Called with each store and the number of its last event before the place.
  init(
    _ history: History, stores: some Sequence<Int>, from place: LinePlace, seek: (Int, Int?) throws(HistoryError) -> FoldedState
  ) throws(HistoryError) {
    index = history.index
    standings = index.timelines.indices.map { StateStanding(of: $0) }
    var ranges: [(Int, Range<Int>)] = []
    for store in stores {
      let timeline = index.timelines[store]
      let last = timeline.lastEvent(upTo: place, including: false)
      let first = last.map { $0 + 1 } ?? 0
      ranges.append((store, first..<timeline.events.count))
      standings[store] = timeline.standing(of: store, before: first)
      switch try seek(store, last) {
      case .patchFailed(_, let row), .nothingToPatch(let row): standings[store].noteMisfit(at: Int(row))
      case .absent, .neverRecorded, .value: break
      }
    }
    reader = EventReader(EventOrder(index, ranges), in: index)
  }
}

extension StateEvents {
  /// Reads the next event up to a place.
  mutating func next(upTo place: LinePlace? = nil) throws(HistoryError) -> Event? {
    guard let first = try reader.first(), place.map({ LinePlace.on(first.event.line) <= $0 }) ?? true else { return nil }
    guard let (entry, told) = try reader.next() else { return nil }
    let event = entry.event
    let origins = standings[entry.store].origins(of: event, in: index)
    standings[entry.store].take(event)
    // An empty patch says that nothing changed.
    let patch = event.kind.isReadAgain ? told.patch : event.kind.contains(.emptyPatch) ? NodePatch() : nil
    return Event(
      store: entry.store, row: Int(event.row), origins: origins, place: .on(event.line), kind: event.kind, patch: patch, state: told.state,
      byteCount: told.byteCount)
  }

  /// Notes that a patch cannot be applied to the state before it.
  mutating func noteMisfit(of event: Event) { standings[event.store].noteMisfit(at: event.row) }

  /// Whether the state after a store's events so far is certain at `place`.
  func isCertain(_ store: Int, at place: LinePlace) -> Bool { standings[store].isCertain(in: index, at: place) }

  /// The first row since which a store's state is uncertain at `place`, if it is; it may be a row that recorded no state.
  func doubt(about store: Int, at place: LinePlace) -> Int? {
    .lowest(standings[store].firstOmitted, standings[store].doubt(in: index, upTo: place, including: true))
  }
}
