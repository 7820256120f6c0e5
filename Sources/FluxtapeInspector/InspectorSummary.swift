import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeReports
import FluxtapeScreen

/// The inspector's state as recorded in its own log: the cursor and the screen, without the inspected logs.
package struct InspectorSummary: Hashable, Codable, Sendable {
  var run = 1
  /// The number of rows known so far, and of those that the timeline lists.
  var rows = 0
  var listed = 0
  var row = 0
  var step: Int?
  var focus = ""
  var size = ""
  /// The prompt's line with its sign.
  var prompt: String?
  var search: String?
  var hits: Int?
  var filters: [String] = []
  var watches: [String] = []
  var answer: String?
  var pin: Int?
  /// The skipped steps of the what-if run.
  var skipped: [Int] = []
  var count: Int?
  var message: String?
  var isFollowing = false
  var focusedPaths: [String: String] = [:]
}

extension InspectorState {
  package var summary: InspectorSummary {
    var summary = InspectorSummary()
    summary.run = run + 1
    summary.rows = rows.count
    summary.listed = listed.count
    summary.row = cursor
    summary.step = currentRow?.step?.rawValue
    summary.focus = "\(focus)"
    summary.size = "\(size.columns)x\(size.rows)"
    summary.prompt = prompt.map { $0.sign + $0.line.text }
    summary.search = search?.text
    summary.hits = search?.hits.count
    summary.filters = filtering.active.map(\.text)
    summary.watches = watching.values.map(\.description)
    summary.answer = answer.map { "\($0.name) \($0.title)" }
    summary.pin = pin.flatMap { row(of: $0)?.step?.rawValue }
    summary.skipped = whatIf.skipped.sorted()
    summary.count = typed.count
    summary.message = message?.text
    summary.isFollowing = log.isFollowing
    summary.focusedPaths = valueCursor.paths.mapValues(\.description)
    return summary
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
