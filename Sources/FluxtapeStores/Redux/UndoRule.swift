/// The undoable actions of a store, and their maximum number.
///
/// ```swift
/// let store = Store(initial: Drawing(), reducer: drawingReducer, undoing: .last(50))
/// store.undo()
/// ```
public struct UndoRule<State: Sendable, Action: Sendable>: Sendable {
  /// The maximum number of kept states, including undone ones.
  public let limit: Int
  /// Whether an action's change between two states is undoable.
  let isUndoable: @Sendable (Action, State, State) -> Bool

  /// Keeps the states before the latest `limit` actions for which `isUndoable` holds.
  ///
  /// Kept states share unchanged parts, as far as Swift's collections do.
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
