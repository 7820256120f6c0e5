import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeReplay

/// The edits of the shown run, and the replay with them.
struct WhatIfStatus: Sendable {
  /// What was edited in a run that is not shown.
  struct Kept: Sendable {
    let edits: [WhatIf.Edit]
    let drafts: [Int: String]
  }

  /// The host's command line; nil without a host.
  var host: String?
  /// The running replay and its progress.
  var asked: (question: WhatIfQuestion, percent: Int)?
  /// The replay that the panes show instead of the recorded states.
  var shown: Hypothesis?
  /// The stores that the host has reducers for; nil before the first replay.
  var stores: Set<String>?
  /// Texts that were typed as the contents of a step and not accepted.
  var drafts: [Int: String] = [:]
  /// What was edited in other runs, by their indices.
  var kept: [Int: Kept] = [:]
  var lastNumber = 0

  private var question: WhatIfQuestion? { asked?.question ?? shown?.question }

  /// The edits in their order, including those of a running replay.
  var edits: [WhatIf.Edit] { question?.edits ?? [] }

  /// Whether any run has edits.
  var hasEdits: Bool { !edits.isEmpty || otherEditedRun != nil }

  /// The index of the first run that has edits and is not shown.
  var otherEditedRun: Int? { kept.filter { !$0.value.edits.isEmpty }.keys.min() }

  /// Drops the edits of the first runs, and counts the others anew from there.
  mutating func dropEdits(ofFirst count: Int) {
    kept = Dictionary(uniqueKeysWithValues: kept.filter { $0.key >= count }.map { ($0.key - count, $0.value) })
  }

  /// Returns the edited contents of a row's action; nil if they are as recorded.
  func contents(of row: HistoryRow) -> JSONValue? { row.step.flatMap { question?.plan.contents[$0.rawValue] } }

  /// Returns the moved and repeated actions that come before a row.
  func arrivals(before row: HistoryRow) -> [WhatIfPlan.Arrival] { row.step.flatMap { question?.plan.arrivals[$0.rawValue] } ?? [] }

  /// Returns a row's fate. Edited rows are marked at once, all others after the replay.
  func fate(of row: HistoryRow, at place: Int) -> Hypothesis.Fate {
    if let asked, let step = row.step?.rawValue, let fate = asked.question.plan.fate(of: step) { return fate }
    guard let shown else { return .same }
    let fate = shown.fate(of: row, at: place)
    // The running replay is without this edit.
    return asked != nil && [.leftOut, .edited, .moved].contains(fate) ? .same : fate
  }
}
