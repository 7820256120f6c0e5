import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog

extension RunComparer {
  /// Stores a pair of actions as the first divergence if their inputs are equal. Their payloads are, or they would have been told apart.
  ///
  /// - Parameter differences: How their states differ; none, if only one of them failed.
  mutating func noteFirstDivergence(_ first: Int, _ second: Int, _ differences: [ValueDifference]) throws(HistoryError) {
    guard result.firstDivergence == nil, histories.first.rows[first].kind == .action, let store = store(at: second),
      histories.first.stores.contains(store),
      let good = try histories.first.state(of: store, before: first).exactValue,
      let before = try histories.second.state(of: store, before: second).exactValue,
      try histories.first.state(of: store, after: first).exactValue != nil,
      try histories.second.state(of: store, after: second).exactValue != nil
    else { return }
    var matcher = matcher
    let known = matcher.differences(good, before, in: .state(of: store), of: [JSONNode(good), JSONNode(before)])
    if let known = known.first {
      knownDifferences[store] = known.pointer
      return
    }
    result.firstDivergence = FirstDivergence(
      row: second, store: store,
      changes: differences.prefix(FirstDivergence.mostChanges).map { difference in
        .init(pointer: difference.pointer, before: before[difference.pointer], after: difference.second, good: difference.first)
      })
  }

  /// Stores the action in which the second run ends.
  mutating func noteEnd(_ row: Int) {
    guard result.firstDivergence == nil, histories.second.rows[row].isInFlight, let store = store(at: row) else { return }
    result.firstDivergence = FirstDivergence(row: row, store: store, changes: [])
  }

  private func store(at row: Int) -> String? { histories.second.rows[row].store.map { histories.second.stores[$0] } }

  /// The last known state of a store, before its end if it has ended; `nil` if unknown.
  func lastState(of store: String, in history: History) throws(HistoryError) -> JSONValue? {
    guard let row = history.lastRow(withStateOf: store) else { return nil }
    return try history.state(of: store, after: row).value
  }
}
