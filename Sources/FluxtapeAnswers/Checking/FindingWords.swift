package import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// A finding as text for people. The texts are as recorded: each output format escapes them.
package struct FindingWords {
  package let run: CheckedRun
  package let finding: Finding
  /// Whether to leave out values of states and payloads, and the texts of errors.
  let hidesValues: Bool

  package init(_ finding: Finding, in run: CheckedRun, hidesValues: Bool) {
    self.finding = finding
    self.run = run
    self.hidesValues = hidesValues
  }
}

// MARK: - Description

extension FindingWords {
  /// The finding on one line.
  package var title: String {
    switch finding.kind {
    case .failure(let error): failure(error)
    case .errorMark: hidesValues ? "a mark of the level error" : shown(finding.row.map(run.names.type) ?? "")
    case .recorded(let problem): Self.words(for: problem, text: hidesValues ? nil : finding.row.map { shown(run.names.type($0)) })
    case .inFlight(0): Self.inFlight(in: run.history)
    case .inFlight(let rounds): "in flight, and led to itself \(rounds.grouped) times before any of them returned (endless loop?)"
    case .pending: "pending: begun and never completed"
    case .missing: missing
    case .badLine(_, let others) where others > 0: "\(others.counted("line")) of other programs"
    case .badLine(let error, _): "a line that is not a record" + (error.map { ": \($0)" } ?? "")
    case .repeatedStep: "the log has this step twice"
    case .timeWentBack(let difference, let count): Self.timeWentBack(by: difference, count)
    case .wrongCause(let cause): "the log names step \(cause) as the cause, which is \(cause == step ? "this step itself" : "a later one")"
    case .repeatedKey(let key): "the key '\(key)' is twice in an object; the last one counts"
    case .patchFailed(let error): "the patch does not fit the state before it: \(error)"
    case .patchWithoutState: "a patch without a state to change"
    case .patchUnlikeSnapshot(let places):
      "the patch does not produce the snapshot beside it, which differs at \(places.map { StatePath($0).description }.joined(separator: ", "))"
    case .suspicion(let suspicion): title(of: suspicion)
    case .flagLeftOn: "still true at the end: \(finding.values.first?.path ?? "a flag")"
    case .feedbackLoop(let rounds): "a feedback loop: \(round) (\(rounds) times)"
    case .broken(let rule): rule.words
    case .undecided(let rule): "the log ends before this is decided: " + rule.words
    case .uncertain(let rule, let rows): "\(run.history.words(for: rows)): \(rule.words)"
    case .unseen(let rule, let name): name.words(in: rule)
    case .secret(let sign, let path, _, let count): "\(sign.words) at \(path)" + (count > 1 ? ", and \(count - 1) more times" : "")
    case .tornEnd: finding.row.flatMap { run.history.rows[$0].brokenOff } ?? "the last line broke off"
    case .noEnd: "no 'end': the recorder was not closed"
    case .dropped(let steps): "\(steps.counted("earlier step")) \(steps == 1 ? "was" : "were") not kept"
    case .omittedStates(let store, let reason, let count, let all): Self.omitted(store, reason, count, of: all)
    case .opaqueValues(let count):
      "\(count.counted("value")) \(count == 1 ? "is" : "are") opaque: the log has the type, and not what the value holds"
    }
  }

  /// Says of an action in flight why the log does not tell its outcome.
  package static func inFlight(in history: History) -> String {
    history.rows.contains { $0.kind == .end }
      ? "in flight: its reducer had not returned when the recorder was closed"
      : "in flight: the log ends before its reducer returned (crash, hang or kill)"
  }

  /// Describes a recorder's problem with its own work: what happened to which type of state, in which build.
  private static func words(for problem: RecordedProblem, text: String?) -> String {
    let subject = [problem.type, problem.store.map { "of the store \($0)" }].compactMap(\.self).joined(separator: " ")
    let version = problem.version.map { ", built with \(RecordedProblem.compiler($0))" } ?? ""
    let about = subject.isEmpty ? version : " (\(subject)\(version))"
    return switch problem.knownKind {
    case .recorder: "the recorder's patch did not produce the state, so it wrote the whole state\(about)"
    case .encoding: "the app encoded the same value twice, and the texts differ\(about)"
    case .encodeThrew: "an 'encode(to:)' threw; the recorder used reflection instead\(about)"
    case nil: "the recorder says: \(text ?? problem.kind)\(about)"
    }
  }

  /// Why states are missing, and how to record them.
  private static func omitted(_ store: String, _ reason: String, _ count: Int, of all: Int) -> String {
    let what = "\(count.grouped) of \(all.grouped) states of '\(store)' \(count == 1 ? "was" : "were") not recorded"
    return switch reason {
    case "sampled": "\(what): sampled by the options 'states' or 'stateTimePerAction'. The next recorded state has the changes since"
    case "limit": "\(what): larger than the option 'limits' allows. The next recorded state has the changes since"
    default: "\(what)" + (reason.isEmpty ? "" : ": \(reason)")
    }
  }

  /// `search languageChosen → languages found → …`
  private var round: String {
    let rows = [finding.row, finding.proof.last].compactMap(\.self)
    return (rows.map { "\(run.names.store($0)) \(shown(run.names.type($0)))" } + ["…"]).joined(separator: " → ")
  }

  private var step: StepNumber? { finding.row.flatMap { run.history.rows[$0].step } }

  private static func timeWentBack(by difference: Int, _ count: Int) -> String {
    let places = count == 1 ? "here" : "at \(count.grouped) steps, first here"
    return "time goes back \(places), by \(count == 1 ? "" : "up to ")\(difference.grouped) µs; durations around it are wrong"
  }

  private func failure(_ error: RecordedError?) -> String {
    guard let error else { return "failed" }
    return "failed: " + error.type + (hidesValues || error.message.isEmpty ? "" : ": \(shown(error.message))")
  }

  /// A text of the log with secrets redacted, if the log contains some.
  package func shown(_ text: String) -> String { run.redaction?.redacted(text) ?? text }

  private var missing: String {
    guard let row = finding.row.map({ run.history.rows[$0] }) else { return "records are missing" }
    let count = row.missingCount ?? 0
    let what = count == 1 ? "1 record is missing" : count > 0 ? "\(count) records are missing" : "records are missing"
    let steps = row.missing.map { $0.lowerBound == $0.upperBound ? " (\($0.lowerBound))" : " (\($0.lowerBound) to \($0.upperBound))" } ?? ""
    return row.kind == .gap ? "\(what)\(steps): \(row.type)" : "\(what)\(steps), and the log does not say why"
  }
}

// MARK: - Address, site and values

extension FindingWords {
  /// `run.jsonl:214`; the log if the finding is about all of it.
  package var address: String {
    finding.origin.map { run.names.origin($0, as: run.names.address) } ?? finding.row.map(run.names.address) ?? run.log
  }

  package var action: String? {
    if let origin = finding.origin { return run.names.type(origin) }
    guard let row = finding.row, [.action, .state].contains(run.history.rows[row].kind) else { return nil }
    return shown(run.names.type(row))
  }

  /// The line of source that dispatched the action, or made the mark: `Shop/CartView.swift:42`.
  package var site: String? {
    guard let row = finding.row, finding.origin == nil else { return nil }
    switch try? run.history.record(at: row) {
    case .action(let action)?: return action.site
    case .state(let state)?: return state.site
    case .mark(let mark)?: return mark.site
    default: return nil
    }
  }

  /// The rows that caused the row, or the one that wrote the failing value; the earliest first.
  package var causes: [Int] { finding.origin == nil ? (writer ?? finding.row).map(run.origins) ?? [] : [] }

  /// The row that wrote the value which a failed expectation names.
  private var writer: Int? { finding.kind == .errorMark ? finding.proof.first : nil }

  package var chain: String? { run.chain(to: causes) }

  /// The path and the change of each value: `4860 → -300`.
  package var values: [(path: String, change: String)] {
    let written = writer.map { ", written by \(run.names.name($0)) \(shown(run.names.type($0)))" } ?? ""
    return shownValues.map { ($0.path, (hidesValues ? "(hidden)" : Self.change($0)) + written) }
  }

  /// The finding's values with secrets redacted, if the log contains some.
  package var shownValues: [Finding.Value] {
    guard let redaction = run.redaction else { return finding.values }
    return finding.values.map { value in
      Finding.Value(
        path: value.path, old: value.old.map { redaction.redacted($0, at: value.path) },
        new: value.new.map { redaction.redacted($0, at: value.path) })
    }
  }

  package static func change(_ value: Finding.Value) -> String {
    switch (value.old, value.new) {
    case (let old?, let new?) where old != new: ChangedText(old, new, columns: widestValue).arrow
    case (_, let new?): new.shortText(widestValue)
    case (let old?, nil): "\(old.shortText(widestValue)) → absent"
    case (nil, nil): "absent"
    }
  }

  private static let widestValue = 60

  /// The text around a secret, without the secret.
  package var excerpt: String? {
    guard !hidesValues, case .secret(_, _, let excerpt?, _) = finding.kind else { return nil }
    return excerpt
  }

  /// The facts besides the title, as names and texts.
  package var facts: [(String, String)] {
    var facts: [(String, String)] = []
    if let number = run.number { facts.append(("run", "\(number), as in --run \(number)")) }
    if let row = finding.row {
      let store = run.names.store(row)
      let name = finding.origin == nil && run.history.rows[row].kind == .state ? "state" : "action"
      if let action { facts.append((name, action + (store.isEmpty ? "" : " of \(store)"))) }
      let time = run.names.time(row)
      if !time.isEmpty { facts.append(("time", time)) }
    }
    if let site { facts.append(("site", site)) }
    if let excerpt { facts.append(("text", excerpt)) }
    for value in values { facts.append(("value", "\(value.path)  \(value.change)")) }
    if let answer { facts.append(answer) }
    if let proof, writer == nil { facts.append(("proof", proof)) }
    if let chain { facts.append(("causes", chain)) }
    return facts
  }
}

// MARK: - Required answers

extension FindingWords {
  /// The late or missing answer that a rule requires.
  private var answer: (String, String)? {
    guard let start = finding.row, case .broken(let rule) = finding.kind, case .after(_, _, let limit) = rule.demand else { return nil }
    switch finding.answer {
    case nil: return nil
    case .late(let row)?:
      return ("late", "\(run.names.address(row)) \(shown(run.names.type(row))), \(distance(from: start, to: row, limit))")
    case .none(let last)?:
      let address = run.names.address(last)
      return (
        "limit",
        limit.map { "\($0.text) had passed at \(address), and it had not happened" } ?? "the log ends at \(address), and it never happened"
      )
    }
  }

  private func distance(from start: Int, to row: Int, _ limit: CheckRule.Limit?) -> String {
    let rows = run.history.rows
    if case .actions? = limit { return "\(rows[(start + 1)...row].count { $0.kind == .action }.counted("action")) later" }
    guard let began = rows[start].time, let came = rows[row].time else { return "too late" }
    return "\(ThreeDigits.duration(came.saturatingSubtract(began))) later"
  }
}

extension SecretSign {
  fileprivate var words: String {
    switch self {
    case .key: "a readable value under a secret key,"
    case .text: "a secret in a text"
    case .webToken: "what looks like a JSON web token"
    case .bearer: "what looks like a bearer token"
    case .privateKey: "a private key"
    case .userInformation: "a URL with a password"
    case .serviceKey: "what looks like a service's key"
    case .cardNumber: "what looks like a card number"
    }
  }
}

extension RecordedProblem {
  /// The name of a compiler version, which may already contain `Swift`.
  package static func compiler(_ version: String) -> String { version.hasPrefix("Swift") ? version : "Swift \(version)" }
}

extension CheckedRun {
  /// The chain of causes; `nil` if there are none.
  func chain(to causes: [Int]) -> String? { causes.isEmpty ? nil : names.chain(of: causes) }
}
