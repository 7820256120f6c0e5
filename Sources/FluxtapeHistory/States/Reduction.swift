public import FluxtapeDocuments
import FluxtapeJSON

/// A change of a store's state, in the order of reduction: an action that its reducer has seen, or a state without an action.
public struct Reduction: Hashable, Sendable {
  /// What happened to the state.
  public enum Kind: Hashable, Sendable {
    /// The reducer has seen the action at the row.
    case action
    /// The store begins, or the log states its state: earlier reductions do not count.
    case beginning
    /// The store ends, and has no state from here on.
    case end
  }

  /// What happened to the state.
  public let kind: Kind
  /// The row of the action, or of the state that is stated without one.
  public let row: Int
  /// Whether the log has the state after it.
  public let tellsState: Bool
  /// Whether the whole state stands in the log here.
  public let isSnapshot: Bool
  /// Whether records are missing between this and the reduction before it: then its starting state is not known.
  public let isAfterLoss: Bool
  /// Its place among the lines of the run: see ``History/position(of:)``.
  package let position: Int
  let event: Int
}

extension History {
  /// The changes of a store's state, in the order of reduction, without actions that reached no reducer.
  ///
  /// - Throws: ``HistoryError`` if there is no such store.
  public func reductions(of store: String) throws(HistoryError) -> some Sequence<Reduction> {
    guard let number = index.storeNumbers.number(of: store) else {
      throw HistoryError(.noSuchStore(store), path: files.first?.path ?? "")
    }
    let index = index
    let events = index.timelines[number].events
    return events.indices.lazy.map { place in
      let event = events[place]
      let before = place > 0 ? LinePlace.on(events[place - 1].line) : nil
      let row = Int(event.row)
      return Reduction(
        kind: Self.kind(of: event, in: index), row: row, tellsState: !event.kind.isDisjoint(with: .tells),
        isSnapshot: event.kind.contains(.state),
        isAfterLoss: place > 0 && index.loss(after: before, upTo: .on(event.line), including: false) != nil, position: event.line,
        event: place)
    }
  }

  private static func kind(of event: StoreTimeline.Event, in index: RunIndex) -> Reduction.Kind {
    if event.kind.contains(.ends) { return .end }
    if event.kind.contains(.begins) { return .beginning }
    let row = index.rows[Int(event.row)]
    // No reducer sees asynchronous work: its completion states the store's state.
    return row.kind == .state || row.flags.contains(.hasEffect) ? .beginning : .action
  }

  /// A store's state after a reduction; `nil` if it is not known, or the store has none.
  ///
  /// - Throws: ``HistoryError`` if there is no such store, or if the file can no longer be read.
  /// - Complexity: O(patches since the store's nearest snapshot, or since the nearest state that was rebuilt before).
  public func state(of store: String, after reduction: Reduction) throws(HistoryError) -> JSONNode? {
    guard let number = index.storeNumbers.number(of: store), needs.isEmpty else { return nil }
    guard case .value(let node) = try StateFold(index: index, cache: states, store: number).state(after: reduction.event) else {
      return nil
    }
    return node
  }

  /// The place of a row's own line. Its outcome may follow later, as a ``Reduction``.
  package func position(of row: Int) -> Int { index.rows[row].place }
}
