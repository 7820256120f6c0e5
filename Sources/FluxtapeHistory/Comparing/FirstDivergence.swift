public import FluxtapeJSON

/// The first step of a run that led it to other values than the run it is held against.
///
/// Where the same action led to different states or had other contents, it is that action; where a log ends in it, too. Where the second run
/// has an action more, it is that, if it changed anything. Where it has one less, it is the first action of both runs that led to another state
/// behind it, which is a consequence and no fault of its own. Where the runs went on with different
/// actions, it is the first action from there on that wrote a value which is another one in the end.
public struct FirstDivergence: Hashable, Sendable {
  /// In the second run.
  public let row: Int
  /// The store of the step.
  public let store: String
  /// What the step did, as far as it is not the same in the first run; at most ``mostChanges``.
  public let changes: [Change]

  /// A value that the step made different from the first run's.
  public struct Change: Hashable, Sendable {
    /// The place in the store's state.
    public let pointer: JSONPointer
    /// In the second run, before the step; `nil` where there is nothing.
    public let before: JSONValue?
    /// In the second run, after the step; `nil` where there is nothing.
    public let after: JSONValue?
    /// What the first run has there: after the same action, or in the end.
    public let good: JSONValue?
  }

  /// What a reader takes in at a glance.
  public static let mostChanges = 8
}
