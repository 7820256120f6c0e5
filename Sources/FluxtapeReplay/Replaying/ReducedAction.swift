import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// An action for a replay, with its recorded change.
struct ReducedAction {
  var action: RecordedAction
  var hasError: Bool
  /// The change, as JSON.
  var patch: JSONNode?
}

/// Reads the actions of a store in the order of reduction.
struct ReducedActions {
  private let history: History
  private var nodes: RowNodes

  init(_ history: History) {
    self.history = history
    nodes = RowNodes(history)
  }

  /// - Throws: `HistoryError` if the log can no longer be read.
  mutating func action(of reduction: Reduction) throws -> ReducedAction? {
    // The outcome may be on another line.
    if history.position(of: reduction.row) == reduction.position, let node = try nodes.node(at: reduction.row),
      let action = Self.action(node)
    {
      return action
    }
    guard let record = try history.action(at: reduction.row) else { return nil }
    return ReducedAction(
      action: RecordedAction(record), hasError: record.outcome.error != nil, patch: record.outcome.patch.map { JSONNode($0.json) })
  }

  private static func action(_ node: JSONNode) -> ReducedAction? {
    guard let step = node.member(named: "seq")?.int, let store = node.member(named: "store")?.string,
      let type = node.member(named: "type")?.string
    else { return nil }
    let payload = node.member(named: "payload")
    // If several stores handle the same action, only its cause has the payload.
    if payload == nil, node.position(of: "cause") != nil { return nil }
    let record = ActionRecord(
      step: StepNumber(step), time: 0, store: store, type: type, version: node.member(named: "v")?.int,
      enumCase: node.member(named: "case")?.string, payload: payload?.value)
    return ReducedAction(
      action: RecordedAction(record), hasError: node.position(of: "error") != nil, patch: node.member(named: "patch"))
  }
}
