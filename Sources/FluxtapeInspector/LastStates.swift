import FluxtapeDocuments
import FluxtapeHistory

/// The last states of a run's stores, for the paths that the step under the cursor does not have.
package struct LastStates: Sendable {
  let run: FixedRun
  /// The index of the run.
  let number: Int
  let nodes: [(store: String, node: JSONNode)]
}

extension InspectorWork {
  /// Reads the last state of each store. O(patches since the last snapshots).
  static func lastStates(of run: FixedRun, number: Int) -> InspectorWork {
    InspectorWork(.lastStates) { isCancelled, report in
      var nodes: [(store: String, node: JSONNode)] = []
      for store in run.history.stores where !isCancelled() {
        // A damaged line is reported when it is read for a pane.
        guard let row = run.history.lastRow(withStateOf: store), let state = try? run.history.state(of: store, after: row) else { continue }
        if let node = state.node { nodes.append((store, node)) }
      }
      if !isCancelled() { report(.lastStatesRead(LastStates(run: run, number: number, nodes: nodes))) }
    }
  }
}

extension InspectorState {
  /// Requests the last states, unless they are known.
  mutating func requestLastStates() {
    guard lastStates?.number != run || lastStates?.run != shownRun else { return }
    ask(.lastStates(of: shownRun, number: run))
  }

  /// The last states of the shown run's stores, as far as they are known.
  var knownLastStates: [(store: String, node: JSONNode)] { lastStates?.number == run ? lastStates?.nodes ?? [] : [] }
}
