package import FluxtapeDocuments
import FluxtapeJSON

/// The events of a run's states in the order of reduction, for rebuilding every state elsewhere.
package struct StateTrace {
  package struct Event {
    /// An index into ``History/stores``.
    package let store: Int
    /// The event's row.
    package let row: Int
    /// The patch from the state before to the one after. Without one, the state is unchanged or ``state``.
    package var patch: JSONPatch? { told.map { JSONPatch($0) } }
    package let state: JSONNode?
    /// A patch of the log that does not lead to the state beside it.
    package let refuted: JSONPatch?
    /// Whether the event's row made the change: if the state before is not certain, one of several rows did.
    package let isChangeKnown: Bool
    fileprivate let told: NodePatch?
  }

  /// Whether a state is there.
  package enum Presence {
    case known
    /// The log does not have it.
    case unknown
    /// The store has not begun, or has ended.
    case absent
  }

  private var walk: StateWalk
  private let index: RunIndex
  /// A log with unsupported features has no states.
  private let isReadable: Bool

  package init(_ history: History) {
    isReadable = history.needs.isEmpty
    index = history.index
    walk = StateWalk(history, stores: history.stores.indices)
  }

  /// - Throws: ``HistoryError`` if the file can no longer be read.
  package mutating func next() throws(HistoryError) -> Event? {
    guard isReadable, let event = try walk.next() else { return nil }
    let isChangeKnown = walk.isChangeKnown(by: event)
    walk.take(event)
    return Event(
      store: event.store, row: event.row, state: event.state, refuted: event.refuted.map { JSONPatch($0.patch) },
      isChangeKnown: isChangeKnown, told: event.patch)
  }

  /// Whether a store's state after the last event is certain for a row whose outcome stands there or behind, before the next event.
  package func isCertain(_ store: Int, after row: Int) -> Bool {
    isReadable && walk.isCertain(store, at: index.outcomePlace(of: row))
  }

  /// Whether a store has a state after the last event.
  package func presence(of store: Int) -> Presence {
    guard isReadable, walk.isKnown(store) else { return .unknown }
    return walk.value(of: store) == nil ? .absent : .known
  }

  /// A store's state after the last event.
  package func value(of store: Int) -> JSONNode? { walk.value(of: store) }
}

extension History {
  /// The place of a row among the events of a ``StateTrace``.
  package struct TracePlace {
    /// The number of events up to the row's outcome.
    package let count: Int
    /// Whether the last of these is the row's own.
    package let isOwn: Bool
  }

  /// The place of each row.
  ///
  /// - Complexity: O((rows + events) · log events).
  package var tracePlaces: [TracePlace] {
    let index = index
    guard needs.isEmpty else { return index.rows.indices.map { _ in TracePlace(count: 0, isOwn: false) } }
    var events: [(place: LinePlace, store: Int)] = []
    for (store, timeline) in index.timelines.enumerated() {
      for number in 0..<timeline.events.count { events.append((.on(timeline.events[number].line), store)) }
    }
    events.sort { $0.place < $1.place }
    return index.rows.indices.map { row in
      let place = index.outcomePlace(of: row)
      let count = events.partitioningIndex { $0.place > place }
      let last = count > 0 ? events[count - 1] : nil
      let isOwn = last.map { $0.place == place && $0.store == index.store(of: row) } ?? false
      return TracePlace(count: count, isOwn: isOwn)
    }
  }
}
