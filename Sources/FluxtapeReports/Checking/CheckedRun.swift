package import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// A run and what a check found in it.
package struct CheckedRun: Sendable {
  package let history: History
  /// The log as it was named.
  package let log: String
  package let findings: [Finding]
  /// Which run of the log it is, counted from 1, where the log holds several.
  package let number: Int?
  /// What is hidden where findings are told: where secrets were found in the log, a report of that gives none away.
  let redaction: LogRedaction?
  /// Whether secrets were looked for.
  let lookedForSecrets: Bool
  private let origins: OriginSearch

  package init(_ history: History, log: String, number: Int? = nil, findings: [Finding], lookedForSecrets: Bool = false) {
    self.history = history
    self.number = number
    self.lookedForSecrets = lookedForSecrets
    self.log = log
    self.findings = findings
    redaction = findings.contains { if case .secret = $0.kind { true } else { false } } ? LogRedaction() : nil
    origins = OriginSearch(history)
  }
}

extension CheckedRun {
  /// What is a reason to fail.
  package var problems: [Finding] { findings.filter { !$0.isNote } }

  /// The finding that a reader should see first: a failed expectation, a broken rule, a failure, what was in flight.
  package var worst: Finding? {
    problems.enumerated().min { ($0.element.kind.rank, $0.offset) < ($1.element.kind.rank, $1.offset) }?.element
  }

  /// How urgent the worst finding is, the most urgent 0; beyond all of them where there is no problem.
  var urgency: Int { worst?.kind.rank ?? .max }

  /// What is red about a run that has ended as `summary` says: what made its test red, or what this check was asked to look for.
  func isRed(_ summary: RunSummary) -> Bool {
    summary.isRed
      || problems.contains { finding in
        switch finding.kind {
        case .broken, .secret, .noEnd: true
        default: false
        }
      }
  }

  /// The rows that led to a row, the first first; of a very long chain the nearest.
  func origins(of row: Int) -> [Int] { origins.rows(leadingTo: row, atMost: Self.mostOrigins) }

  private static let mostOrigins = 100

  var names: RowNames { RowNames(history, log: log) }

  /// What a test framework told of itself in the header, or the run's name.
  var title: String { history.header?.meta?["test"]?.string ?? history.header?.run ?? log }
}

extension Finding.Kind {
  /// How urgent, the most urgent 0.
  var rank: Int {
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
    case .suspicion: 10
    case .undecided, .uncertain, .unseen, .repeatedKey, .noEnd, .dropped, .omittedStates, .opaqueValues: 11
    }
  }

  /// A name that programs can rely on.
  var name: String {
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

  var rule: CheckRule? {
    switch self {
    case .broken(let rule), .undecided(let rule), .uncertain(let rule, _), .unseen(let rule, _): rule
    default: nil
    }
  }
}

extension RunListing {
  /// Runs that were checked.
  ///
  /// - Parameter unreadable: Logs that nothing can be said of, and why.
  /// - Throws: ``HistoryError`` if a log can no longer be read.
  package init(_ runs: [CheckedRun], unreadable: [HistoryError]) throws(HistoryError) {
    var entries: [Entry] = []
    for run in runs { entries.append(try run.entry()) }
    self.init(entries: entries, unreadable: unreadable, stores: [])
  }
}

extension CheckedRun {
  /// The run among others.
  fileprivate func entry() throws(HistoryError) -> RunListing.Entry {
    RunListing.Entry(paths: paths, number: number, summary: try history.summary(of: findings))
  }

  private var paths: [String] { history.files.count > 1 ? history.files.map(\.path) : [log] }

  /// Where it is; equal to that of its entry.
  var place: RunPlace { RunPlace(path: paths.first, number: number) }
}

/// The first log of a run, and which one of that it is.
struct RunPlace: Hashable {
  let path: String?
  let number: Int?
}

extension RunListing.Entry {
  var place: RunPlace { RunPlace(path: paths.first, number: number) }
}
