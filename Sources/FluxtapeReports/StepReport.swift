import FluxtapeAnswers
package import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// All facts about one step, as text for people.
package struct StepReport: Sendable {
  package let lines: [String]

  /// - Throws: ``HistoryError`` if the log can no longer be read.
  package init(_ history: History, row index: Int, address: String) throws {
    let row = history.rows[index]
    var lines = ["\(address.displayed())  \(row.type.displayed())"]
    lines += try Self.facts(history, index).map { "  \($0.0.padded(toColumns: 9)) \($0.1.displayed())" }
    if let action = try history.action(at: index) {
      if let payload = action.payload { lines += ["payload"] + Self.indented(payload) }
      lines += try Self.changes(history, index, store: action.store)
    } else if row.kind == .state, let store = row.store {
      lines += try Self.changes(history, index, store: history.stores[store])
    } else if row.kind == .badLine {
      let bytes = try history.line(at: index).bytes.drop { $0 == 0 }.prefix(1600)
      let text = StyledText(String(decoding: bytes, as: UTF8.self).displayed()).shortened(to: 400).plain
      if !bytes.isEmpty { lines += ["line", "  " + text] }
    }
    self.lines = lines
  }

  private static func facts(_ history: History, _ index: Int) throws -> [(String, String)] {
    let row = history.rows[index]
    var facts: [(String, String)] = []
    if let store = row.store { facts.append(("store", history.stores[store])) }
    if let time = row.time {
      facts.append(("time", history.start?.advanced(byMicroseconds: time).description ?? TimelineReport.seconds(time)))
    }
    switch row.kind {
    case .action:
      guard let action = try history.action(at: index) else { break }
      facts += self.facts(of: action)
      facts.append(("cause", action.cause.map { words(for: $0, in: history) } ?? "-"))
    case .mark:
      guard case .mark(let mark) = try history.record(at: index) else { break }
      if let level = mark.level { facts.append(("level", level)) }
      if let problem = mark.problem { facts += self.facts(of: problem) }
      if let live = mark.live { facts.append(("live", live.words)) }
      if let site = mark.site { facts.append(("site", site)) }
      if let cause = mark.cause { facts.append(("cause", words(for: cause, in: history))) }
    case .state:
      facts.append(("reason", try reason(history, index)))
      guard case .state(let state) = try history.record(at: index) else { break }
      if let site = state.site { facts.append(("site", site)) }
      if let cause = state.cause { facts.append(("cause", words(for: cause, in: history))) }
      if state.isSettled { facts.append(("settled", "read after the change; may combine several")) }
      if let reason = state.outcome.omitted { facts.append(("state", "not recorded: \(reason)")) }
    case .gap, .jump: facts += missing(index, in: history)
    case .badLine, .unknown, .end: break
    }
    let effects = history.effects(of: index)
    if !effects.isEmpty { facts.append(("led to", effects.map { name(history, $0) }.joined(separator: ", "))) }
    if row.isInFlight { facts.append(("state", Self.inFlight(in: history))) }
    if row.isOutcomeBrokenOff, !row.isTorn {
      facts.append(("state", "the completion line broke off; the outcome is unknown"))
    } else if row.isOutcomeLost, !row.isTorn {
      facts.append(("state", "unknown: the outcome is among the lost records"))
    }
    if row.isPending { facts.append(("state", "pending: begun and never completed")) }
    if let words = row.brokenOff {
      facts.append(("line", words))
    } else if let error = row.error {
      facts.append(("error", error.description))
    }
    return facts
  }

  private static func missing(_ index: Int, in history: History) -> [(String, String)] {
    let row = history.rows[index]
    var facts: [(String, String)] = []
    if let count = row.missingCount { facts.append(("lost", count.counted("record"))) }
    if let steps = row.missing {
      facts.append(("steps", steps.lowerBound == steps.upperBound ? "\(steps.lowerBound)" : "\(steps.lowerBound) to \(steps.upperBound)"))
      let before = history.rows[..<index].last { $0.step.map { $0 < steps.lowerBound } ?? false }?.step
      let after = history.rows[(index + 1)...].first { $0.step.map { $0 > steps.upperBound } ?? false }?.step
      if let before, let after { facts.append(("between", "\(before) and \(after)")) }
    }
    if row.kind == .jump { facts.append(("reason", "none is recorded")) }
    return facts
  }

  private static func facts(of problem: RecordedProblem) -> [(String, String)] {
    var facts = [("problem", problem.kind)]
    if let store = problem.store { facts.append(("store", store)) }
    if let type = problem.type { facts.append(("type", type)) }
    if let version = problem.version { facts.append(("built with", RecordedProblem.compiler(version))) }
    return facts
  }

  private static func reason(_ history: History, _ index: Int) throws -> String {
    if history.rows[index].isByInspector { return "the inspector made this change, by a live command" }
    guard history.rows[index].step == nil else { return "no recorded action made this change" }
    guard case .changed? = try history.statedChange(at: index) else { return "states how the store stands" }
    return "a change without an action: it happened before this line and was not recorded"
  }

  private static func facts(of action: ActionRecord) -> [(String, String)] {
    var facts: [(String, String)] = []
    if let version = action.version { facts.append(("version", String(version))) }
    if let site = action.site { facts.append(("site", site)) }
    if let thread = action.thread { facts.append(("thread", thread)) }
    if let trace = action.trace { facts.append(("trace", trace)) }
    if let span = action.span { facts.append(("span", span)) }
    if let effect = action.effect { facts.append(("effect", "\(effect.name) \(effect.phase.rawValue)")) }
    if let duration = action.outcome.duration { facts.append(("took", "\(duration) µs")) }
    if let error = action.outcome.error { facts.append(("failed", "\(error.type): \(error.message)")) }
    if action.outcome.isUnreduced { facts.append(("reduced", "no (no state change)")) }
    if let reason = action.outcome.omitted { facts.append(("state", "not recorded: \(reason)")) }
    return facts
  }

  private static func name(_ history: History, _ index: Int) -> String {
    let row = history.rows[index]
    return (row.step.map { "\($0) " } ?? "") + row.type
  }

  private static func words(for cause: RecordedCause, in history: History) -> String {
    switch cause {
    case .step(let step): history.row(of: step).map { name(history, $0) } ?? "\(step) (not in the log)"
    case .otherRun(let run, let step): "\(step) of run \(run)"
    case .several(let causes): causes.map { words(for: $0, in: history) }.joined(separator: ", ")
    }
  }

  private static func indented(_ value: JSONValue) -> [String] {
    value.printablePrettyText.split(separator: "\n").map { "  \($0)" }
  }

  private static func changes(_ history: History, _ index: Int, store: String) throws -> [String] {
    let store = store.displayed()
    if history.rows[index].isChangeUnknown { return ["changes of \(store) are not known"] }
    guard let change = try history.change(at: index) else { return [] }
    guard let after = change.after.node else {
      return change.after.isUnknown ? ["changes of \(store) are not known: \(change.after.whyUnknown(in: history) ?? "")"] : []
    }
    guard change.before.node != nil else {
      return [heading(ofFirst: change.before, store, history)] + indented(after.value.withSortedMembers)
    }
    let own = history.rows[index].kind == .state && change.own == nil ? [] : own(change, history, store)
    return own + found(change, history, store)
  }

  private static func heading(ofFirst before: StoreState, _ store: String, _ history: History) -> String {
    guard case .unknown(.patchFailed(_, let row)) = before else { return "first state of \(store)" }
    return "state of \(store), the first known since \(history.name(ofRow: row))"
  }

  private static func own(_ change: RowChange, _ history: History, _ store: String) -> [String] {
    guard let own = change.own else {
      return ["changes of \(store) are not known" + (change.before.doubt(in: history).map { ": \($0)" } ?? "")]
    }
    let changes = DifferenceReport(from: own.old, to: own.new).lines
    let heading = "changes of \(store)"
    let words = history.words(for: own.origin).map { " \($0)" } ?? change.after.doubt(in: history).map { " (\($0))" } ?? ""
    return [heading + words] + (changes.isEmpty ? ["  none"] : changes.map { "  \($0)" })
  }

  /// The further differences of the state.
  private static func found(_ change: RowChange, _ history: History, _ store: String) -> [String] {
    guard let found = change.found else { return [] }
    let changes = DifferenceReport(from: found.old, to: found.new).lines
    guard !changes.isEmpty, let words = history.words(for: found.origin) else { return [] }
    return ["changed in \(store) \(words)"] + changes.map { "  \($0)" }
  }
}

extension StoreState {
  fileprivate var isUnknown: Bool { if case .unknown = self { true } else { false } }

  /// Why the state is uncertain, as a clause; `nil` if it is certain.
  fileprivate func doubt(in history: History) -> String? {
    if case .known(_, let certainty) = self { certainty.doubt(in: history) } else { nil }
  }
}

extension StepReport {
  /// Says of an action in flight why the log does not tell its outcome.
  static func inFlight(in history: History) -> String {
    history.rows.contains { $0.kind == .end }
      ? "in flight: its reducer had not returned when the recorder was closed"
      : "in flight: the log ends before its reducer returned (crash, hang or kill)"
  }
}
