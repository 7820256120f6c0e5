import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeReports
import FluxtapeScreen

/// The inspector's state as recorded in its own log: the cursor and the screen, without the inspected logs.
package struct InspectorSummary: Hashable, Codable, Sendable {
  let run: Int
  /// The number of rows known so far, and of those that the timeline lists.
  let rows: Int
  let listed: Int
  let row: Int
  let step: Int?
  let focus: String
  let size: String
  /// The prompt's line with its sign.
  let prompt: String?
  let search: String?
  let hits: Int?
  let filters: [String]
  let watches: [String]
  let answer: String?
  let pin: Int?
  /// The skipped steps of the what-if run.
  let skipped: [Int]
  let count: Int?
  let message: String?
  let isFollowing: Bool
  let focusedPaths: [String: String]
}

extension InspectorState {
  package var summary: InspectorSummary {
    InspectorSummary(
      run: run + 1, rows: rows.count, listed: listed.count, row: cursor, step: currentRow?.step?.rawValue, focus: "\(focus)",
      size: "\(size.columns)x\(size.rows)", prompt: prompt.map { $0.sign + $0.line.text }, search: search?.text, hits: search?.hits.count,
      filters: filtering.active.map(\.text), watches: watching.values.map(\.description), answer: answer.map { "\($0.name) \($0.title)" },
      pin: pin.flatMap { row(of: $0)?.step?.rawValue }, skipped: whatIf.skipped.sorted(), count: typed.count, message: message?.text,
      isFollowing: log.isFollowing, focusedPaths: valueCursor.paths.mapValues(\.description))
  }
}

extension InspectorAction {
  /// The action's name and payload in the inspector's own log. Answers have no payload: their contents are of the inspected log.
  package var recorded: (name: String, payload: [String: String]) {
    func name(of event: Any) -> String { "inspector." + (Mirror(reflecting: event).children.first?.label ?? "\(event)") }
    switch self {
    case .key(.bound(let binding, let count, let letter)):
      let value = binding.lettered == nil ? count.map(String.init) : letter.map(String.init)
      let name = "inspector." + (binding.name.isEmpty ? binding.keys[0] : binding.name)
      return (name, value.map { ["value": $0] } ?? [:])
    case .key(let press): return (name(of: press), ["value": "\(Mirror(reflecting: press).children.first?.value ?? "")"])
    case .terminal(.resized(let size)): return ("inspector.resized", ["value": "\(size.columns)x\(size.rows)"])
    case .terminal(let event): return (name(of: event), [:])
    case .answered(let answer): return (name(of: answer), [:])
    }
  }
}
