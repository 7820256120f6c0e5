/// Two runs side by side, action by action. A state without an action counts as an action unless it repeats the state before, as at the
/// beginning of a segment.
public struct RunComparison: Hashable, Sendable {
  /// Where the runs diverge, and how.
  public enum Divergence: Hashable, Sendable {
    /// The same action, or a change without an action, led to different states. Unknown states are not compared.
    case states(first: Int, second: Int, differences: [ValueDifference])
    /// The same action failed in only one of the runs, or failed differently.
    case outcomes(first: Int, second: Int)
    /// Actions of the same type with different contents.
    case contents(first: Int, second: Int, differences: [ValueDifference])
    /// The runs continue with different actions, or one of them is at its end (`nil`).
    case actions(first: Int?, second: Int?)
    /// Two actions, one of which comes at another place in the other run.
    case order(first: Int, second: Int)
    /// The second run lacks an action, or a state without one. It continues with what the first run does later.
    case missing(first: Int, second: Int)
    /// The second run has an additional action, or a state without one. It then continues with what the first run does.
    case additional(first: Int, second: Int)
    /// The log of one run ends in this action, before its reducer returned.
    case inFlight(first: Int, second: Int)
  }

  /// An action or a state without an action, from both runs or from one.
  public enum Pair: Hashable, Sendable {
    /// Matching rows of both runs.
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
  /// Those of them that are states without an action.
  public internal(set) var matchedStates = 0
  /// Rows that only the first run has.
  public internal(set) var onlyFirst = 0
  /// Rows that only the second run has.
  public internal(set) var onlySecond = 0
  /// Rows of both runs whose contents, failures or resulting states differ.
  public internal(set) var different = 0
  /// How the stores' last states differ, for those that do.
  public internal(set) var finalStates: [StoreDifference] = []
  /// The first different result from equal inputs; `nil` if there is none.
  public internal(set) var firstDivergence: FirstDivergence?
  /// The number of values that could not be compared: secrets, and values that were too large or not encodable.
  public internal(set) var unknown = 0
  /// All differences of rows that both runs have, in order, if they were asked for. Only the first ones have values.
  package internal(set) var differences: [Divergence] = []
  /// Actions that both runs have at different places, if the differences were asked for. Each stands alone in ``pairs``, once for each run.
  package internal(set) var moved: [Pair] = []
  /// The fields that differ in samples of both runs, if they were looked for.
  package internal(set) var fields: [FieldChange] = []

  /// How the last states of one store differ.
  public struct StoreDifference: Hashable, Sendable {
    /// The store's name.
    public let store: String
    /// The values that differ.
    public let differences: [ValueDifference]
  }

  /// A difference lists this many values, or a few more.
  package static let mostValues = 50

  /// Whether no difference was found.
  public var isSame: Bool { divergence == nil && finalStates.isEmpty }
}

extension RunComparison {
  /// Aligns two runs by their actions (store, type and contents, without identifiers) and compares their outcomes.
  ///
  /// Times and durations are ignored. UUIDs, instants and addresses are paired at their first occurrence. Secrets and values left out of
  /// the log are unknown and do not count as differences. States are compared where actions touched them, so that the cost depends on the
  /// changes, not on the size of the states.
  ///
  /// - Parameters:
  ///   - first: The reference run, if one of them is known to be correct.
  ///   - second: The run to compare with it.
  ///   - ignoring: Paths whose values are ignored, in all stores or in the one they name; `payload.PATH` is one in the contents of actions.
  ///   - report: Called now and then with the number of steps done and in total; returning `false` ends the comparison.
  /// - Throws: ``HistoryError`` if a file can no longer be read.
  public init(
    _ first: History, _ second: History, ignoring: [StatePath] = [], report: (Int, Int) -> Bool = { _, _ in true }
  ) throws(HistoryError) {
    var comparer = try RunComparer(first, second, ignoring: IgnoredPaths(ignoring))
    self = try comparer.run(report)
  }

  /// The same comparison of what may be two versions of an app, or with all ``differences``.
  ///
  /// - Parameters:
  ///   - ignoring: As above.
  ///   - fields: Fields that differ. Those that are ignored are left out.
  ///   - limit: The number of differences with values, if all of them are listed. Later ones have none, so that a long list takes little
  ///     memory.
  ///   - report: As above. Also called while the actions of a list are read.
  package init(
    _ first: History, _ second: History, ignoring: [StatePath] = [], fields: [FieldChange] = [], valuesOfFirst limit: Int?,
    report: (Int, Int) -> Bool
  ) throws(HistoryError) {
    var comparer = try RunComparer(first, second, ignoring: IgnoredPaths(ignoring), valueLimit: limit) {
      limit == nil || report(0, first.rows.count)
    }
    self = try comparer.run(report)
    self.fields = fields.filter { field in !ignoring.contains { field.isBelow($0) } }
  }
}
