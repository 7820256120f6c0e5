extension History {
  /// The row after which a store has its last state: the one after all that the log tells of it, or, where it has ended, the one before its
  /// end.
  ///
  /// That is the last row, or the row before the store's end. Where an action further up came to its end behind that row, it is this action:
  /// what a reducer does after the actions that it sent stands last.
  ///
  /// - Complexity: O(log lines).
  public func lastRow(withStateOf store: String) -> Int? {
    let index = index
    guard !index.rows.isEmpty, let number = index.storeNumbers.number(of: store) else { return nil }
    let events = index.timelines[number].events
    guard let last = events.last else { return index.rows.count - 1 }
    guard last.kind.contains(.ends) else {
      let row = index.rows.count - 1
      return index.outcomePlace(of: row) >= .on(last.line) ? row : Int(last.row)
    }
    return Self.row(beforeEnd: events.count - 1, of: events, in: index)
  }

  /// The row of the end of a store that has ended at or before `row`, and the row after which it had its last state; `nil` for a store
  /// that has a state there, or never had one.
  package func end(of store: String, notAfter row: Int) -> (row: Int, last: Int)? {
    let index = index
    guard index.rows.indices.contains(row), let number = index.storeNumbers.number(of: store) else { return nil }
    let timeline = index.timelines[number]
    guard let end = timeline.lastEvent(upTo: index.outcomePlace(of: row), including: true) else { return nil }
    let event = timeline.events[end]
    guard event.kind.contains(.ends), let last = Self.row(beforeEnd: end, of: timeline.events, in: index) else { return nil }
    return (Int(event.row), last)
  }

  /// The row before the end of a store, or, where an action further up came to its end behind that row, this action.
  private static func row(beforeEnd end: Int, of events: StoreTimeline.Events, in index: RunIndex) -> Int? {
    guard end > 0 else { return nil }
    let (last, before) = (events[end], events[end - 1])
    let row = Int(last.row) - 1
    guard row >= 0 else { return Int(before.row) }
    let place = index.outcomePlace(of: row)
    return place >= .on(before.line) && place < .on(last.line) ? row : Int(before.row)
  }

  /// The row that told how `store` stood before what the record at `row` did to it: of an action whose outcome stands further down, this may
  /// be a later row. `nil` where the log tells no state of the store before it.
  ///
  /// A row of the store right above it, or above its outcome, that left the state alone is named rather than the one that told the state.
  package func row(withStateOf store: String, before row: Int) -> Int? {
    let index = index
    let previous = previousRow(before: row, store: store)
    guard index.rows.indices.contains(row), let number = index.storeNumbers.number(of: store) else { return previous }
    let place = index.outcomePlace(of: row)
    let timeline = index.timelines[number]
    guard let event = timeline.lastEvent(upTo: place, including: false).map({ timeline.events[$0] }) else {
      return previous.flatMap { index.outcomePlace(of: $0) < place ? $0 : nil }
    }
    if let previous, index.outcomePlace(of: previous) < place, index.outcomePlace(of: previous) >= .on(event.line) { return previous }
    return Int(event.row)
  }

  /// The line with what came of the action at `row`, counted as ``HistoryRow/lineNumber`` is, where that is a line of its own; `nil` otherwise.
  package func completionLine(of row: Int) -> Int? {
    let index = index
    guard index.rows.indices.contains(row), let outcome = index.outcome(of: row) else { return nil }
    return index.lineNumber(ofOutcome: outcome)
  }

  /// The stores that a path may mean: the one that it names, or those whose state has the most of it after `row` (where they stood
  /// last, if `nil`). A member that is only there at times is known by what is around it.
  ///
  /// - Throws: ``HistoryError`` if there is no such row, or if the file can no longer be read.
  public func stores(meantBy path: StatePath, after row: Int? = nil) throws(HistoryError) -> [String] {
    if let store = path.store { return stores.contains(store) ? [store] : [] }
    guard stores.count > 1, !rows.isEmpty else { return stores }
    var best: [String] = []
    var most = path.parts.isEmpty ? 0 : 1
    for store in stores {
      guard let row = row ?? lastRow(withStateOf: store), var value = try state(of: store, after: row).node else { continue }
      var depth = 0
      for part in path.parts {
        guard let child = value.child(part) else { break }
        value = child
        depth += 1
      }
      if depth > most { (best, most) = ([], depth) }
      if depth == most { best.append(store) }
    }
    return best
  }
}
