/// Which actions of a store can be undone, and how many of them.
///
/// ```swift
/// let store = Store(initial: Drawing(), reducer: drawingReducer, undoing: .last(50))
/// store.undo()
/// ```
public struct UndoRule<State: Sendable, Action: Sendable>: Sendable {
  /// How many states are kept, those that were undone among them.
  public let limit: Int
  /// Whether the change from the first state to the second, by this action, is one to be undone.
  let isUndoable: @Sendable (Action, State, State) -> Bool

  /// Keeps the states before the latest `limit` actions for which `isUndoable` holds.
  ///
  /// Copies of a state share what they have in common, as far as Swift's collections do.
  public static func last(_ limit: Int, where isUndoable: @escaping @Sendable (Action) -> Bool = { _ in true }) -> UndoRule {
    UndoRule(limit: max(0, limit)) { action, _, _ in isUndoable(action) }
  }

  /// Keeps the states before the latest `limit` actions that changed anything and for which `isUndoable` holds.
  public static func last(
    _ limit: Int, where isUndoable: @escaping @Sendable (Action) -> Bool = { _ in true }
  ) -> UndoRule where State: Equatable {
    UndoRule(limit: max(0, limit)) { action, before, after in before != after && isUndoable(action) }
  }
}
