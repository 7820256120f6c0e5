import FluxtapeDocuments

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
    var patch: NodePatch?
    /// The state after it. Beside a patch, it is what the patch makes, or it is right and the patch is not.
    var state: JSONNode?
    /// A patch that does not lead to the state beside it, as a walk finds; and what it makes of the state before, if it fits that.
    var refuted: (patch: NodePatch, result: JSONNode?)?
    /// The state on the line, where the patch leads to it as well: read anew, it keeps nothing else in memory.
    var snapshot: JSONNode?
    /// Bytes of what was read.
    var byteCount = 0
  }

  private let index: RunIndex
  private var reader: EventReader
  /// How each store stands right before the next event.
  private var standings: [StateStanding]

  /// Begins at the beginning.
  init(_ history: History, stores: some Sequence<Int>) {
    index = history.index
    reader = EventReader(ofStores: stores, in: index)
    standings = index.timelines.indices.map { StateStanding(of: $0) }
  }
}

extension StateEvents {
  /// The next event up to a place.
  mutating func next(upTo place: LinePlace? = nil) throws(HistoryError) -> Event? {
    guard let first = try reader.first(), place.map({ LinePlace.on(first.event.line) <= $0 }) ?? true else { return nil }
    guard let (entry, told) = try reader.next() else { return nil }
    let event = entry.event
    let origins = standings[entry.store].origins(of: event, in: index)
    standings[entry.store].take(event)
    // A patch without operations says that nothing changed.
    let patch = event.kind.isReadAgain ? told.patch : event.kind.contains(.emptyPatch) ? NodePatch() : nil
    return Event(
      store: entry.store, row: Int(event.row), origins: origins, place: .on(event.line), kind: event.kind, patch: patch, state: told.state,
      byteCount: told.byteCount)
  }

  /// Says that a patch does not fit the state before it, which whoever folds the events finds.
  mutating func noteMisfit(of event: Event) { standings[event.store].noteMisfit(at: event.row) }

  /// Whether the state that the events of a store have led to is the one that the log tells at `place`.
  func isCertain(_ store: Int, at place: LinePlace) -> Bool { standings[store].isCertain(in: index, at: place) }

  /// The first row since which a store's state is not certain at `place`, if it is not: also one that recorded no state.
  func doubt(about store: Int, at place: LinePlace) -> Int? {
    [standings[store].firstOmitted, standings[store].doubt(in: index, upTo: place, including: true)].compactMap(\.self).min()
  }
}
