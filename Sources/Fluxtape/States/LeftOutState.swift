#if !RECORDING_COMPILED_OUT
/// A state that was left out to save time, kept until the next action begins: if none follows, it is the store's last one.
///
/// The store's next state is made from it, so the app has the objects in it meanwhile, and they live no longer than without a recorder, unless
/// the app drops its store, or replaces an object beside its actions. A state that is itself an object is held weakly.
///
/// Sendable without the compiler's proof: objects are looked at only where the state was handed over, and whoever has the line has it alone.
struct LeftOutState: @unchecked Sendable {
  private let tellState: (inout StateLine, StateLine.Put) -> StateLine.DeferredWork?
  /// Where the state was handed over. `nil` if it holds no objects that could be changed elsewhere.
  private let place: ExecutionPlace?

  /// - Parameter isValue: Whether the state is certain to hold no objects.
  init<State>(_ state: State, isValue: Bool) {
    place = isValue ? nil : .current
    guard !isValue, type(of: state as Any) is AnyClass else {
      tellState = { line, put in line.tellLast(state, put: put) }
      return
    }
    tellState = { [weak object = state as AnyObject] line, put in
      (object as? State).map { line.tellLast($0, put: put) }
    }
  }

  /// Writes the state as it is now. `nil` if that must not be looked at here, or is gone.
  func tell(_ line: inout StateLine, _ put: StateLine.Put) -> StateLine.DeferredWork? {
    place?.isHere == false ? nil : tellState(&line, put)
  }
}
#endif
