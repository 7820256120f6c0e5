public import FluxtapeJSON

/// The first step that led the second run to values other than those of the first run.
///
/// If the same action led to different states, failed differently or had other contents, or if a log ends in it, it is that action. If the
/// second run has an additional action, it is that one if it changed anything. If the second run lacks an action, it is the first later
/// action of both runs with different states: a consequence, not a fault of that action. If the runs continued with different actions, it
/// is the first action from there on that wrote a value that differs at the end.
public struct FirstDivergence: Hashable, Sendable {
  /// The row in the second run.
  public let row: Int
  /// The store of the step.
  public let store: String
  /// The changes of the step that differ from the first run; at most ``mostChanges``.
  public let changes: [Change]

  /// A value that the step made different from the first run.
  public struct Change: Hashable, Sendable {
    /// The place in the store's state.
    public let pointer: JSONPointer
    /// The value in the second run before the step; `nil` if absent.
    public let before: JSONValue?
    /// The value in the second run after the step; `nil` if absent.
    public let after: JSONValue?
    /// The value in the first run: after the same action, or at the end.
    public let good: JSONValue?
  }

  /// The number of changes that readers can take in at a glance.
  public static let mostChanges = 8
}
