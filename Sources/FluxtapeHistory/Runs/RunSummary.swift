public import FluxtapeLog

/// A run in a few words: what it was, how it ended, what went wrong.
public struct RunSummary: Hashable, Sendable {
  /// How a run ended.
  public enum Result: String, Hashable, Sendable, CaseIterable {
    /// A test that failed.
    case failed
    /// The log just stops: its process died, or still records.
    case unfinished
    /// A test that was cancelled, because it took too long for instance.
    case cancelled
    /// A test that did not end since another test, in which an action was in flight, ended their process.
    case interrupted
    /// No test; the recorder was closed.
    case ended
    /// A test that said it had nothing to do.
    case skipped
    /// A test that passed.
    case passed
  }

  /// The test, if the run was one.
  public let test: RecordedTest?
  public internal(set) var result: Result
  /// The titles of the tests that may have ended the process, if the run was ``Result/interrupted``.
  public internal(set) var interruptedBy: [String] = []
  /// The run's identity, as its header has it.
  public let run: String?
  /// What ran, as far as the header tells: `shop 1.0`, or `process 4711`.
  public let program: String?
  /// The process and its host, as the header has them: `runner 4711`.
  let process: String?
  /// When it began.
  public let start: Timestamp?
  /// Microseconds from the start to the last record.
  public let duration: Int
  /// How many actions were recorded.
  public let steps: Int
  /// What a reader of the run wants to see first: the worst that happened, the first of its kind.
  public let problem: RunProblem?
  /// How many problems there are, of all kinds.
  public let problemCount: Int
  /// Whether the log ends within an action: most likely the one that ended the process.
  public let endsInAction: Bool
}

/// A test case, as the header of its log tells it.
public struct RecordedTest: Hashable, Sendable {
  /// For people: `CartTests/total()`.
  public let name: String
  /// Its arguments, where a test has several cases: `count: 2`.
  public let arguments: String?
  /// Counted from 1, for one case in one folder.
  public let attempt: Int
  /// What tells it from other tests: `ShopTests.CartTests/total()`.
  public let identity: String
  /// Where it begins in the source.
  public let site: String?

  /// The same for all attempts at one case.
  public var caseIdentity: String { arguments.map { "\(identity)[\($0)]" } ?? identity }

  /// For people: `CartTests/add(_:) [count: 2]`.
  public var title: String { arguments.map { "\(name) [\($0)]" } ?? name }
}

/// Something that went wrong in a run.
public struct RunProblem: Hashable, Sendable {
  /// Kinds, the worst first.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A mark at the level of errors: a failed expectation, an error that ended a test.
    case failure
    /// A rule that does not hold.
    case rule
    /// An action that had not come to its end when the log broke off.
    case inFlight
    /// An action that was rejected, or whose reducer threw.
    case error
    /// Stores that feed each other in a circle.
    case loop
    /// A flag that looks like *loading*, true at the end.
    case flag
    /// A patch that does not lead to the state that is recorded.
    case patch
    /// What looks like a secret.
    case secret
    /// A line that is no record.
    case badLine
    /// Records are missing.
    case gap
    /// Asynchronous work that had not ended when the log did.
    case pending
    /// A mark at the level of warnings.
    case warning
  }

  /// What kind of problem it is.
  public let kind: Kind
  /// The row at which it shows.
  public let row: Int
  /// `nil` for what has no step.
  public let step: StepNumber?
  /// What happened, in the words of the log: text of a mark, type of an action.
  public let text: String
  /// Where in the source, as far as the log tells.
  public let site: String?
}

extension RunSummary {
  /// Whether something is wrong with the run: a test that did not pass, any other run in which a check finds a problem, and a run that breaks
  /// a rule. That a recorder was not closed is nothing wrong with an app, and neither is work that was cancelled.
  public var isRed: Bool {
    switch result {
    case .failed, .cancelled, .interrupted: true
    case .passed, .skipped: problem?.kind == .rule
    case .unfinished where test != nil: true
    case .unfinished, .ended: problem.map { $0.kind != .warning } ?? false
    }
  }

  /// Whether all was well: neither red nor skipped.
  public var isGreen: Bool { !isRed && result != .skipped }
}
