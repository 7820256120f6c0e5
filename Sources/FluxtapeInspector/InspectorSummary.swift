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
  /// The prompt's line with its sign, help, or the viewer.
  var layer: String?
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
    switch layer {
    case .none: break
    case .help: summary.layer = "help"
    case .viewer(let viewer): summary.layer = "viewer of \(viewer.title)"
    case .prompt(let prompt): summary.layer = prompt.sign + prompt.line.text
    }
    summary.search = search?.text
    summary.hits = search?.hits.count
    summary.filters = filtering.active.map(\.text)
    summary.watches = watching.values.map(\.address)
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
  /// The action's name and payload in the inspector's own log. Contents of the inspected log are left out.
  package var recorded: (name: String, payload: [String: String]) {
    let child = Mirror(reflecting: self).children.first
    let name = "inspector." + (child?.label ?? "\(self)")
    switch self {
    case .stepRead(let detail):
      return (name, ["row": detail.question.known.rows.number(at: detail.question.row).map(String.init) ?? "gone"])
    case .searched(_, let answer): return (name, ["found": String(answer.found.count), "looked": String(answer.looked)])
    case .namesUnseen(_, let sentences): return (name, ["names": String(sentences.count)])
    case .listed(_, let rows): return (name, ["passing": String(rows.passing)])
    case .logRead(let news): return (name, ["rows": String(news.runs[news.run].rows.count), "event": "\(news.event)"])
    case .valueChanged(let question, let changes, _): return (name, ["value": question.address, "changes": String(changes.count)])
    case .replayed(let question, let hypothesis):
      return (name, ["skipped": String(question.skipped.count), "differing": String(hypothesis.differingRows.count)])
    case .replaying(_, let percent): return (name, ["percent": String(percent)])
    case .replayFailed(_, let problem): return (name, ["problem": problem])
    case .blamed(let question, _, _, _): return (name, ["value": question.address])
    case .compared(let question, let differences, _):
      let runs = "run \(question.shownNumber + 1), \(question.otherName)"
      return (name, ["runs": runs, "differences": differences.map { String($0.count) } ?? "unknown"])
    case .problemsFound(let run, let checked, _):
      let counts = checked.map { ["findings": String($0.findings.count), "problems": String($0.problems.count)] } ?? [:]
      return (name, counts.merging(["run": String(run + 1)]) { count, _ in count })
    case .sought(_, let outcome):
      let isFound = if case .found = outcome { true } else { false }
      return (name, ["found": String(isFound)])
    case .otherLogOpened(_, let run, _): return (name, ["rows": run.map { String($0.rows.count) } ?? "unknown"])
    case .watched, .counted, .runsRead, .runsChecked, .filesListed, .lastStatesRead, .textMade, .remembered, .notesRead: return (name, [:])
    default: return (name, child.map { ["value": "\($0.value)"] } ?? [:])
    }
  }
}
