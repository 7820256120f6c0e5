package import FluxtapeAnswers
package import FluxtapeHistory
package import FluxtapeJSON
import FluxtapeLog
import FluxtapeScreen

/// The findings of a check.
///
/// ```text
/// run.jsonl:169  never cart.total < 0
///   action  cart.checkout of cart
///   time    09:01:15.784753
///   site    ShopStores/ShopEffects.swift:82
///   value   cart.total  4860 → -300
///   causes  156 cart.checkout → … → 168 session.retried
///
/// run.jsonl: 1 problem in 256 steps
/// ```
/// Runs with problems come first. Totals follow if there are several runs. A test that another one's crash interrupted says so.
///
/// JSON, one object per line with a `kind`: `finding` (`check`: `failure`, `mark`, `recorder`, `in-flight`, `pending`, `gap`, `bad-line`,
/// `repeated-step`, `time-went-back`, `wrong-cause`, `repeated-key`, `patch-failed`, `patch-without-state`, `snapshot-differs`,
/// `still-true`, `feedback-loop`, `rule`, `secret`, `torn-end`, `no-end`, `dropped`, `omitted`, `opaque`, or one of the notes about
/// suspicious behavior: `stale-answer`, `impure-reducer`, `leaked-store`, `late-answer`, `unhandled-action`, `double-submit`, `kept-error`,
/// `glitch`; `note`, `message`, and, if known, `run` (its number in the log, for `--run`), `rule`, `at`, `seq`, `t`, `store`, `type`,
/// `site`, `proof`: addresses, `causes`: addresses, `values`: objects of `path`, `old`, `new`; `between`: two addresses, if one of
/// several rows did it; for a rule that is undecided at some rows `rows`: their number; for a rule whose limit passed `late`: the address
/// of the late answer, or `limit`: the row at which it passed; for secrets `sign`, `path`, `excerpt`, `count`) and, for each run, `summary`
/// (`log`, `steps`, `missing`, `problems`, `notes`, `interruptedBy`: tests); `totals` for several runs (`runs`, `red`: the number with problems, `problems`,
/// `notes`); `unreadable` (`log`, `why`) for each log that cannot be read.
package struct CheckReport: Report, Sendable {
  private let runs: [CheckedRun]
  private let unreadable: [HistoryError]
  private let hidesValues: Bool
  private let interruptions: [RunPlace: RunSummary]

  /// The maximum number of findings of one kind, or of one rule, in the text of a run.
  private static let shownOfAKind = 20

  /// - Parameter unreadable: Logs that cannot be read, with the errors.
  /// - Throws: ``HistoryError`` if a log can no longer be read.
  package init(_ runs: [CheckedRun], unreadable: [HistoryError] = [], hidesValues: Bool = false) throws(HistoryError) {
    let entries = runs.count > 1 ? try RunListing(runs, unreadable: []).entries : []
    let interrupted = entries.filter { $0.summary.result == .interrupted }
    interruptions = Dictionary(interrupted.map { ($0.place, $0.summary) }) { first, _ in first }
    self.runs = runs.enumerated().sorted { ($0.element.urgency, $0.offset) < ($1.element.urgency, $1.offset) }.map(\.element)
    self.unreadable = unreadable
    self.hidesValues = hidesValues
  }

  // MARK: - Text

  package var text: [String] {
    var lines: [String] = []
    for run in runs {
      if !lines.isEmpty { lines.append("") }
      lines += text(of: run)
    }
    if runs.count > 1 { lines += ["", totals.words] }
    if !unreadable.isEmpty, !lines.isEmpty { lines.append("") }
    return lines + unreadable.map { "cannot be read: \($0)".displayed() }
  }

  private func text(of run: CheckedRun) -> [String] {
    defer { run.closeForNow() }
    var lines: [String] = []
    for group in Self.groups(of: run) {
      for finding in group.prefix(Self.shownOfAKind) { lines += text(FindingWords(finding, in: run, hidesValues: hidesValues)) + [""] }
      if group.count > Self.shownOfAKind {
        lines += ["… and \(group.count - Self.shownOfAKind) more of this kind; --json has them all", ""]
      }
    }
    let interruption = interruptions[run.place].map { "\($0.reason.displayed()); " } ?? ""
    return lines + ["\(run.log.displayed())\(run.number.map { ", run \($0)" } ?? ""): \(interruption)\(Self.counts(run))"]
  }

  /// The findings of each kind, or of each rule: problems before notes, the most urgent first.
  private static func groups(of run: CheckedRun) -> [[Finding]] {
    let groups = run.findings.grouped { "\($0.isNote) \($0.kind.name) \($0.kind.rule?.name ?? "")" }
    func urgency(_ group: (offset: Int, element: [Finding])) -> (Int, Int, Int) {
      (group.element[0].isNote ? 1 : 0, group.element[0].kind.rank, group.offset)
    }
    return groups.enumerated().sorted { urgency($0) < urgency($1) }.map(\.element)
  }

  private func text(_ words: FindingWords) -> [String] {
    let note = words.finding.isNote ? "note: " : ""
    var lines = ["\(words.address.displayed())  \(note)\(words.title.displayed())"]
    for (name, text) in words.facts { lines.append("  \(name.padded(toColumns: 6))  \(text.displayed())") }
    return lines
  }

  /// `2 problems and 1 note in 256 steps, 3 missing`.
  static func counts(_ run: CheckedRun) -> String {
    let problems = run.findings.count { !$0.isNote }
    let notes = run.findings.count - problems
    let found = problems == 0 ? "no problem" : problems.counted("problem")
    let isSearched = run.lookedForSecrets && run.redaction == nil
    let origin = run.history.hypothetical == nil ? "" : " of a hypothetical run"
    return found + (notes > 0 ? " and \(notes.counted("note"))" : "") + " in \(run.history.stepCount.counted("step"))\(origin)"
      + (run.history.missingStepCount > 0 ? ", \(run.history.missingStepCount) missing" : "")
      + (isSearched ? ", nothing that looks like a secret" : "")
  }

  // MARK: - JSON

  package var json: [JSONValue] {
    runs.flatMap { run in
      defer { run.closeForNow() }
      return run.findings.map { json(FindingWords($0, in: run, hidesValues: hidesValues)) } + [
        .object(members: [
          "kind": "summary", "log": run.log, "steps": run.history.stepCount, "missing": run.history.missingStepCount,
          "problems": run.problems.count, "notes": run.findings.count - run.problems.count, "run": run.number,
          "interruptedBy": interruptions[run.place]?.interruptedBy,
        ])
      ]
    } + (runs.count > 1 ? [totals.json] : []) + unreadable.map(\.json)
  }

  private func json(_ words: FindingWords) -> JSONValue {
    let finding = words.finding
    var object = JSONObject(members: [
      "kind": "finding", "check": finding.kind.name, "note": finding.isNote, "message": words.title, "run": words.run.number,
      "rule": finding.kind.rule?.name,
    ])
    if let row = finding.row {
      var members = finding.origin.map(words.run.names.members) ?? words.run.names.members(row)
      // The type of other rows is a description, which is in the message already.
      if ![.action, .state, .mark].contains(words.run.history.rows[row].kind) { members["type"] = nil }
      // The text of a mark is a value too.
      if hidesValues, words.run.history.rows[row].kind == .mark { members["type"] = nil }
      members["type"] = members["type"]?.string.map { .string(words.shown($0)) }
      object = object.merging(members)
    }
    if case .uncertain(_, let rows) = finding.kind { object["rows"] = rows.count.jsonValue }
    if case .recorded(let problem) = finding.kind { object["problem"] = problem.json }
    if case .secret(let sign, let path, _, let count) = finding.kind {
      object = object.adding(["sign": sign.rawValue, "path": path, "excerpt": words.excerpt, "count": count])
    }
    switch finding.answer {
    case .late(let row)?: object["late"] = .string(words.run.names.address(row))
    case .none(let row)?: object["limit"] = .string(words.run.names.address(row))
    case nil: break
    }
    let (causes, proof) = (words.causes.map(words.run.names.address), words.proofAddresses)
    let values = words.shownValues.map {
      JSONObject(members: ["path": $0.path, "old": hidesValues ? nil : $0.old, "new": hidesValues ? nil : $0.new])
    }
    return .object(
      object.adding([
        "site": words.site, "causes": causes.isEmpty ? nil : causes, "proof": proof.isEmpty ? nil : proof,
        "count": finding.kind.count, "values": values.isEmpty ? nil : values,
      ]))
  }

  // MARK: - Totals

  private var totals: (words: String, json: JSONValue) {
    let red = runs.count { !$0.problems.isEmpty }
    let problems = runs.reduce(0) { $0 + $1.problems.count }
    let notes = runs.reduce(0) { $0 + $1.findings.count } - problems
    return (
      "\(red) of \(runs.count) runs have problems: " + problems.counted("problem") + (notes > 0 ? " and \(notes.counted("note"))" : ""),
      .object(members: ["kind": "totals", "runs": runs.count, "red": red, "problems": problems, "notes": notes])
    )
  }

  // MARK: - Table

  package var table: Table {
    var table = Table([.init("check"), .init("step"), .init("time"), .init("type"), .init("message"), .init("values"), .init("causes")])
    for run in runs {
      defer { run.closeForNow() }
      for finding in run.findings {
        let words = FindingWords(finding, in: run, hidesValues: hidesValues)
        table.append([
          (finding.isNote ? "note: " : "") + finding.kind.name, words.address, finding.row.map(run.names.time) ?? "", words.action ?? "",
          words.title, words.values.map { "\($0.path) \($0.change)" }.joined(separator: "; "), words.chain ?? "",
        ])
      }
    }
    for error in unreadable { table.append(["unreadable", error.path, "", "", error.description, "", ""]) }
    return table
  }
}
