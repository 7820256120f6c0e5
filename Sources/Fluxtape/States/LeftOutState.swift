internal import FluxtapeLog

/// A state that was left out to save time. It is kept until the next action begins, because it is the store's last state if none follows.
///
/// The app also holds the objects in it until then. They live longer than without a recorder only if the app drops its store, or replaces an
/// object outside of its actions. A state that is itself an object is held weakly.
///
/// Sendable without the compiler's proof: its objects are read only on the thread or task that handed over the state, and the lock of the
/// states protects the rest.
struct LeftOutState: @unchecked Sendable {
  private let tellState: (inout StateLine, ActionHead) -> StateLine.DeferredWork?
  /// Where the state was handed over. `nil` if it holds no objects that could be changed elsewhere.
  private let place: ExecutionPlace?

  /// - Parameter isValue: Whether the state is certain to hold no objects.
  init<State>(_ state: State, isValue: Bool) {
    place = isValue ? nil : .current
    guard !isValue, type(of: state as Any) is AnyClass else {
      tellState = { line, head in line.tellLast(state, as: head) }
      return
    }
    tellState = { [weak object = state as AnyObject] line, head in
      (object as? State).map { line.tellLast($0, as: head) }
    }
  }

  /// Writes the current state. `nil` if the running code must not read it, or if it is gone.
  func tell(_ line: inout StateLine, as head: ActionHead) -> StateLine.DeferredWork? {
    place?.isHere == false ? nil : tellState(&line, head)
  }
}
