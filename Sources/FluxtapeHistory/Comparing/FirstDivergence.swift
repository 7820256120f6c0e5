public import FluxtapeDocuments
public import FluxtapeJSON

/// The first action of the second run that led to another result than in the first run although its inputs were equal: its payload, and the
/// state of its store before. Or the action in which the second run ends.
///
/// An action whose inputs differ already passes on what another one did.
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
    /// The value in the first run after the same action.
    public let good: JSONValue?
  }

  /// The number of changes that readers can take in at a glance.
  public static let mostChanges = 8
}
