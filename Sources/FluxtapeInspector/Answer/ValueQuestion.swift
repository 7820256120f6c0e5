import FluxtapeDocuments
import FluxtapeHistory

/// A value in a store's state after some row.
package struct ValueQuestion: Hashable, Sendable {
  var run: FixedRun
  /// With its store.
  var path: StatePath
  /// The question is about the value after this row.
  var row: LinePlace

  var store: String { path.store ?? "" }

  /// The state of the store, or its last one if it has none at the row.
  var state: JSONNode? {
    let history = run.history
    let rows = [run.rows.number(at: row), history.lastRow(withStateOf: store)].compactMap(\.self)
    return rows.lazy.compactMap { try? history.state(of: store, after: $0).node }.first
  }
}

/// Which change of a value to jump to.
package enum ValueJump: Hashable, Sendable {
  case next(count: Int)
  case previous(count: Int)
  /// The step that set the current value.
  case origin
}

/// Values to show over the whole log.
package struct WatchQuestion: Hashable, Sendable {
  var run: FixedRun
  /// With their stores.
  var values: [StatePath]
}
