package import FluxtapeHistory
import FluxtapeLogReading

extension Suspicion {
  /// A stable name for programs.
  var name: String {
    switch self {
    case .staleAnswer: "stale-answer"
    case .impureReducer: "impure-reducer"
    case .leakedStore: "leaked-store"
    case .lateAnswer: "late-answer"
    case .unhandledAction: "unhandled-action"
    case .doubleSubmit: "double-submit"
    case .keptError: "kept-error"
    case .glitch: "glitch"
    }
  }

  /// The urgency among suspicions. 0: a state may be wrong; 1: something outlived its use; 2: no wrong state remains.
  var rank: Int {
    switch self {
    case .staleAnswer, .doubleSubmit, .impureReducer: 0
    case .keptError, .leakedStore, .lateAnswer: 1
    case .glitch, .unhandledAction: 2
    }
  }

  /// How often it was found, if that is counted.
  var count: Int? {
    switch self {
    case .unhandledAction(let count), .glitch(let count): count
    case .staleAnswer, .impureReducer, .leakedStore, .lateAnswer, .doubleSubmit, .keptError: nil
    }
  }
}

extension Finding.Kind {
  package var suspicion: Suspicion? { if case .suspicion(let suspicion) = self { suspicion } else { nil } }
}

extension FindingWords {
  /// The suspicion on one line.
  func title(of suspicion: Suspicion) -> String {
    switch suspicion {
    case .staleAnswer: "a stale answer: it overwrote the answer to a later request"
    case .impureReducer: "the same action on the same state led to another state before"
    case .leakedStore(let successor): "this store still reacts beside its successor \(successor), and nobody uses it"
    case .lateAnswer: "completed after its store had ended"
    case .unhandledAction(1): "nobody handled this action"
    case .unhandledAction(let count): "nobody handled this action, \(count) times"
    case .doubleSubmit: twice
    case .keptError: "it succeeded, and the error of the failed one before is still there"
    case .glitch(1): "a glitch: the value changed and changed back in one action"
    case .glitch(let count): "a glitch: the value changed and changed back in one action, \(count) times"
    }
  }

  /// `the same action twice within 90.0 ms: #7 and #9, and both had an effect`
  private var twice: String {
    let words = "the same action twice"
    guard let second = finding.row, let first = finding.proof.first else { return "\(words), and both had an effect" }
    func step(_ row: Int) -> String {
      let name = run.names.name(row)
      return name.hasPrefix("@") ? name : "#\(name)"
    }
    var within = ""
    if let start = run.history.rows[first].time, let end = run.history.rows[second].time {
      within = " within \(ThreeDigits.duration(end.saturatingSubtract(start)))"
    }
    return "\(words)\(within): \(step(first)) and \(step(second)), and both had an effect"
  }

  /// The addresses of the rows that prove it.
  package var proofAddresses: [String] { finding.proof.map(run.names.address) + (finding.elsewhere.map { [$0] } ?? []) }

  /// The rows that prove it, with their types: `17 refreshPulled, 19 requestSuccess`.
  var proof: String? {
    let rows = finding.proof.map { "\(run.names.name($0)) \(shown(run.names.type($0)))" } + (finding.elsewhere.map { [$0] } ?? [])
    return rows.isEmpty ? nil : rows.joined(separator: ", ")
  }
}

extension RunProblem {
  /// What happened, and where.
  package var words: String { summary + (site.map { " (\($0))" } ?? "") }

  /// What happened.
  package var summary: String {
    switch kind {
    case .failure, .badLine, .gap: text
    case .rule: "broken: \(text)"
    case .loop: "feedback loop: \(text)"
    case .flag: "still true at the end: \(text)"
    case .patch: "its patch does not fit: \(text)"
    case .secret: "a secret: \(text)"
    case .inFlight: "in flight (crash, hang or kill): \(text)"
    case .error: "failed: \(text)"
    case .pending: "not ended: \(text)"
    case .warning: "warning: \(text)"
    }
  }
}
