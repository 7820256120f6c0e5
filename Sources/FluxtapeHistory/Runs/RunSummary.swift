public import FluxtapeLog

/// A short description of a run: what it was, how it ended, what went wrong.
public struct RunSummary: Hashable, Sendable {
  /// How a run ended.
  public enum Result: String, Hashable, Sendable, CaseIterable {
    /// A test that failed.
    case failed
    /// The log stops without an end: its process died, or is still recording.
    case unfinished
    /// A test that was cancelled, for instance because it took too long.
    case cancelled
    /// A test that did not end because another test, in which an action was in flight, ended their process.
    case interrupted
    /// A run that is not a test; the recorder was closed.
    case ended
    /// A test that was skipped.
    case skipped
    /// A test that passed.
    case passed
  }

  /// The test, if the run was one.
  public let test: RecordedTest?
  public internal(set) var result: Result
  /// The titles of the tests that may have ended the process, if the run was ``Result/interrupted``.
  public internal(set) var interruptedBy: [String] = []
  /// The run's identity from its header.
  public let run: String?
  /// The program, according to the header: `shop 1.0`, or `process 4711`.
  public let program: String?
  /// The program's name, if the header has it.
  let app: String?
  /// The host and process, according to the header: `runner 4711`.
  let process: String?
  /// The time at which it began.
  public let start: Timestamp?
  /// Microseconds from the start to the last record.
  public let duration: Int
  /// The number of steps in the log, as ``History/stepCount`` counts them.
  public let steps: Int
  /// The problem that a reader wants to see first: the first one of the worst kind.
  public let problem: RunProblem?
  /// The number of problems of all kinds.
  public let problemCount: Int
  /// Whether the log ends within an action, which most likely ended the process.
  public let endsInAction: Bool
  /// The titles of the tests with which it shared a store, according to its marks.
  public internal(set) var sharesStoreWith: [String] = []
  /// Whether the run was not recorded, but is the answer to a what-if question.
  public internal(set) var isHypothetical = false
}

/// A test case, from the header of its log.
public struct RecordedTest: Hashable, Sendable {
  /// The name for people: `CartTests/total()`.
  public let name: String
  /// Its arguments, if a test has several cases: `count: 2`.
  public let arguments: String?
  /// The number of the attempt at one case in one folder, counted from 1.
  public let attempt: Int
  /// Identifies the test: `ShopTests.CartTests/total()`.
  public let identity: String
  /// Its place in the source.
  public let site: String?

  /// The same for all attempts at one case.
  public var caseIdentity: String { arguments.map { "\(identity)[\($0)]" } ?? identity }

  /// The name and arguments for people: `CartTests/add(_:) [count: 2]`.
  public var title: String { arguments.map { "\(name) [\($0)]" } ?? name }
}

/// Something that went wrong in a run.
public struct RunProblem: Hashable, Sendable {
  /// Kinds of problems, the worst first.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An error mark: a failed expectation, an error that ended a test.
    case failure
    /// A broken rule.
    case rule
    /// An action that was in flight when the log ended.
    case inFlight
    /// An action that was rejected, or whose reducer threw.
    case error
    /// Stores that trigger each other in a loop.
    case loop
    /// A flag that looks like *loading* and is true at the end.
    case flag
    /// A patch that does not lead to the recorded state.
    case patch
    /// A value that looks like a secret.
    case secret
    /// A line that is not a record.
    case badLine
    /// Records are missing.
    case gap
    /// Asynchronous work that had not ended when the log did.
    case pending
    /// A warning mark.
    case warning
  }

  /// The kind of problem.
  public let kind: Kind
  /// The row at which it shows.
  public let row: Int
  /// `nil` for a row without a step.
  public let step: StepNumber?
  /// What happened, as recorded: the text of a mark, the type of an action.
  public let text: String
  /// The place in the source, if recorded.
  public let site: String?
}

extension RunSummary {
  /// Whether the run went wrong: a test that did not pass, another run in which a check finds a problem, or a run that breaks a rule. A
  /// recorder that was not closed does not make a run red, and neither does cancelled work.
  public var isRed: Bool {
    switch result {
    case .failed, .cancelled, .interrupted: true
    case .passed, .skipped: problem?.kind == .rule
    case .unfinished where test != nil: true
    case .unfinished, .ended: problem.map { $0.kind != .warning } ?? false
    }
  }

  /// Whether the run succeeded: neither red nor skipped.
  public var isGreen: Bool { !isRed && result != .skipped }
}
