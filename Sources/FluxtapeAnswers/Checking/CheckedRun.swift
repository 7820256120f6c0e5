package import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// A run and the findings of a check.
package struct CheckedRun: Sendable {
  package let history: History
  /// The log as named by the user.
  package let log: String
  package var findings: [Finding]
  /// The run's number in a log with several, counted from 1; else `nil`.
  package let number: Int?
  /// Hides secrets in reports of findings, if the log contains secrets.
  package let redaction: LogRedaction?
  /// Whether the check searched for secrets.
  package let lookedForSecrets: Bool
  private let origins: OriginSearch
  /// The summary, if the run is one of many: these are not read again for it.
  private let summary: RunSummary?

  /// - Parameter summary: The summary of one of many runs. Their logs are open only while somebody asks about them.
  package init(
    _ history: History, log: String, number: Int? = nil, findings: [Finding], lookedForSecrets: Bool = false, summary: RunSummary? = nil
  ) {
    self.history = history
    self.number = number
    self.summary = summary
    self.lookedForSecrets = lookedForSecrets
    self.log = log
    self.findings = findings
    redaction = findings.contains { if case .secret = $0.kind { true } else { false } } ? LogRedaction() : nil
    origins = OriginSearch(history)
  }
}

extension CheckedRun {
  /// The findings that make the check fail.
  package var problems: [Finding] { findings.filter { !$0.isNote } }

  /// The finding that a reader should see first: a failed expectation, a broken rule, a failure, an action in flight.
  package var worst: Finding? { Self.worst(of: findings.lazy.filter { !$0.isNote }) }

  /// The note that a reader should see first: one about what looks wrong, before all others.
  package var worstNote: Finding? {
    let notes = findings.filter(\.isNote)
    return Self.worst(of: notes.filter { $0.kind.suspicion != nil }) ?? Self.worst(of: notes)
  }

  /// Returns the most urgent finding; of several, the first.
  package static func worst(of findings: some Sequence<Finding>) -> Finding? {
    findings.enumerated().min { ($0.element.kind.rank, $0.offset) < ($1.element.kind.rank, $1.offset) }?.element
  }

  /// Problems before notes, the most urgent first.
  package var sortedFindings: [Finding] {
    findings.enumerated().sorted { left, right in
      (left.element.isNote ? 1 : 0, left.element.kind.rank, left.offset) < (
        right.element.isNote ? 1 : 0, right.element.kind.rank, right.offset
      )
    }.map(\.element)
  }

  /// A row for each finding.
  package var answer: Answer {
    let rows = findings.map { finding -> [Answer.Cell] in
      let words = FindingWords(finding, in: self, hidesValues: false)
      // The words of a flag name its path.
      let values = finding.kind == .flagLeftOn ? [] : words.values.map { "\($0.path) \($0.change)" }
      let place = finding.row.map { names.address($0) } ?? "log"
      return [
        .words(place, about: finding.row),
        .finding(
          ([words.title] + (values.isEmpty ? [] : [values.joined(separator: ", ")])).joined(separator: ": "), isNote: finding.isNote),
      ]
    }
    var answer = Answer(names: names, sections: [Answer.Section(titles: ["step", "message"], rows: rows, isTold: true)])
    answer.summary = counts
    return answer
  }

  /// `3 problems, 1 note`; `no problems` without any.
  package var counts: String {
    let parts = [(problems.count, "problem"), (findings.count - problems.count, "note")].filter { $0.0 > 0 }
    return parts.isEmpty ? "no problems" : parts.map { $0.0.counted($0.1) }.joined(separator: ", ")
  }

  /// Closes the log of one of many runs until the next question about it.
  package func closeForNow() { if summary != nil { history.closeForNow() } }

  /// The urgency of the worst finding, 0 for the most urgent; `Int.max` without a problem.
  package var urgency: Int { worst?.kind.rank ?? .max }

  /// Whether the run is red: its summary is, or the check was asked for rules, secrets or an end, and found a problem with them.
  package func isRed(_ summary: RunSummary) -> Bool {
    summary.isRed
      || problems.contains { finding in
        switch finding.kind {
        case .broken, .secret, .noEnd: true
        default: false
        }
      }
  }

  /// The rows that caused a row, the earliest first; the nearest ones if the chain is very long.
  package func origins(of row: Int) -> [Int] { origins.rows(leadingTo: row, atMost: Self.mostOrigins) }

  private static let mostOrigins = 100

  package var names: RowNames { RowNames(history, log: log) }
}

extension Finding.Kind {
  /// The urgency, 0 for the most urgent.
  package var rank: Int {
    switch self {
    case .errorMark: 0
    case .broken: 1
    case .failure: 2
    case .inFlight: 3
    case .feedbackLoop: 4
    case .flagLeftOn: 5
    case .patchFailed, .patchWithoutState, .patchUnlikeSnapshot, .recorded: 6
    case .secret: 7
    case .pending: 8
    case .missing, .badLine, .tornEnd, .repeatedStep, .timeWentBack, .wrongCause: 9
    case .suspicion(let suspicion): 10 + suspicion.rank
    case .undecided, .uncertain, .unseen, .repeatedKey, .noEnd, .dropped, .omittedStates, .opaqueValues: 13
    }
  }

  /// How often what was found happened, where that is counted.
  package var count: Int? {
    if case .inFlight(let rounds) = self { return rounds > 0 ? rounds : nil }
    if case .feedbackLoop(let rounds) = self { return rounds }
    if case .badLine(_, let others) = self, others > 0 { return others }
    return suspicion?.count
  }

  /// A stable name for programs.
  package var name: String {
    switch self {
    case .failure: "failure"
    case .errorMark: "mark"
    case .recorded: "recorder"
    case .inFlight: "in-flight"
    case .pending: "pending"
    case .missing: "gap"
    case .badLine: "bad-line"
    case .repeatedStep: "repeated-step"
    case .timeWentBack: "time-went-back"
    case .wrongCause: "wrong-cause"
    case .repeatedKey: "repeated-key"
    case .patchFailed: "patch-failed"
    case .patchWithoutState: "patch-without-state"
    case .patchUnlikeSnapshot: "snapshot-differs"
    case .flagLeftOn: "still-true"
    case .feedbackLoop: "feedback-loop"
    case .broken, .undecided, .uncertain, .unseen: "rule"
    case .secret: "secret"
    case .tornEnd: "torn-end"
    case .noEnd: "no-end"
    case .dropped: "dropped"
    case .suspicion(let suspicion): suspicion.name
    case .omittedStates: "omitted"
    case .opaqueValues: "opaque"
    }
  }
}

extension RunListing {
  /// The runs that were checked.
  ///
  /// - Parameters:
  ///   - unreadable: Logs that cannot be read, with the errors.
  ///   - conversion: Converts logs of other tools when an entry is opened again.
  /// - Throws: ``HistoryError`` if a log can no longer be read.
  package init(_ runs: [CheckedRun], unreadable: [HistoryError], converting conversion: LogConversion? = nil) throws(HistoryError) {
    var entries: [Entry] = []
    for run in runs { entries.append(try run.entry(converting: conversion)) }
    self.init(entries: entries, unreadable: unreadable, stores: [])
  }
}

extension CheckedRun {
  /// The run as an entry of a listing.
  fileprivate func entry(converting conversion: LogConversion?) throws(HistoryError) -> RunListing.Entry {
    let summary = if let summary { summary } else { try history.summary(of: findings) }
    return RunListing.Entry(paths: paths, number: number, summary: summary, converting: conversion)
  }

  private var paths: [String] { history.files.count > 1 ? history.files.map(\.path) : [log] }

  /// The run's place, equal to the place of its entry.
  package var place: RunPlace { RunPlace(paths, number) }
}
