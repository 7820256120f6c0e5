/// Two runs set beside each other, action by action. A state without an action counts as an action does, unless it only tells what was so
/// before, as at the beginning of a segment.
public struct RunComparison: Hashable, Sendable {
  /// Where the runs part, and how.
  public enum Divergence: Hashable, Sendable {
    /// The same action, or a change without an action, led to different states. Where the state of a run is not known, nothing is said of it.
    case states(first: Int, second: Int, differences: [ValueDifference])
    /// The same action failed in one of the runs only, or in another way.
    case outcomes(first: Int, second: Int)
    /// An action of the same type, with other contents.
    case contents(first: Int, second: Int, differences: [ValueDifference])
    /// One run goes on with one action, the other with another, or is at its end (`nil`).
    case actions(first: Int?, second: Int?)
    /// Two actions, one of which comes at another place in the other run.
    case order(first: Int, second: Int)
    /// An action, or a state without one, that the second run does not have. It goes on with what the first does later.
    case missing(first: Int, second: Int)
    /// An action, or a state without one, that the first run does not have. It goes on with what the second does later.
    case additional(first: Int, second: Int)
    /// The log of one of the runs ends in this action, before its reducer did.
    case inFlight(first: Int, second: Int)
  }

  /// An action or a state without an action, of both runs, or of one.
  public enum Pair: Hashable, Sendable {
    /// Rows of both runs that belong together.
    case both(first: Int, second: Int)
    /// A row that only the first run has.
    case first(Int)
    /// A row that only the second run has.
    case second(Int)
  }

  /// All actions and states without an action, aligned.
  public internal(set) var pairs: [Pair] = []
  /// The first difference; `nil` if the runs are the same.
  public internal(set) var divergence: Divergence?
  /// Rows that both runs have.
  public internal(set) var matched = 0
  /// Rows that only the first run has.
  public internal(set) var onlyFirst = 0
  /// Rows that only the second run has.
  public internal(set) var onlySecond = 0
  /// Rows of both runs whose contents, failures or resulting states differ.
  public internal(set) var different = 0
  /// How the stores' last states differ, for those that do.
  public internal(set) var finalStates: [StoreDifference] = []
  /// Where the second run went wrong, as far as that can be told.
  public internal(set) var firstDivergence: FirstDivergence?
  /// Values that could not be compared: secrets, and what was too large or could not be encoded.
  public internal(set) var unknown = 0

  /// How the last states of one store differ.
  public struct StoreDifference: Hashable, Sendable {
    /// The store's name.
    public let store: String
    /// The values that differ.
    public let differences: [ValueDifference]
  }

  /// Whether no difference was found.
  public var isSame: Bool { divergence == nil && finalStates.isEmpty }
}

extension RunComparison {
  /// Aligns two runs by their actions (store, type and contents, identifiers apart) and compares what came of them.
  ///
  /// Times and durations never count. UUIDs, instants and addresses are paired by where they first come. Secrets and what was
  /// left out of the log are unknown, and no difference. States are compared where actions touched them, so that the cost goes
  /// with what happens, not with the size of the states.
  ///
  /// - Parameters:
  ///   - first: The run that is as it should be, if one is.
  ///   - second: The run that is held against it.
  ///   - ignoring: Paths whose values do not count, in every store or, if they name one, in that.
  ///   - report: Called now and then with how many steps were looked at, and of how many; returning `false` ends the comparison.
  /// - Throws: ``HistoryError`` if a file can no longer be read.
  public init(
    _ first: History, _ second: History, ignoring: [StatePath] = [], report: (Int, Int) -> Bool = { _, _ in true }
  ) throws(HistoryError) {
    var comparer = try RunComparer(first, second, ignoring: ignoring.map { PathPattern($0) })
    self = try comparer.run(report)
  }
}
