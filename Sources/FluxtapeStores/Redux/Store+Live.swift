internal import Fluxtape
internal import FluxtapeLocking

// What a live session does to a store.

/// Asks whether actions are held at present. `nil`, at little cost, if they are not; otherwise what is to be called with the action that is about to
/// be reduced. It returns whether it holds the action. Then it calls `release` later, to reduce it in a step of its own.
///
/// Both run under the store's lock, with the action's dispatch as the cause.
package typealias Hold = @Sendable () -> (@Sendable (_ release: @escaping @Sendable () -> Void) -> Bool)?

extension Store {
  /// The store's name in the log.
  package var label: String? { recording?.label }

  /// Asks `hold` before each reduction, or nobody any more.
  package func setHold(_ hold: Hold?) {
    // A reducer that ends a session would wait for itself.
    guard !ThreadFlag.reducing.isSet else { return }
    // The old one is released outside of the lock.
    _ = turn.withLock { turn in
      defer { turn.hold = hold }
      return turn.hold
    }
  }

  /// Replaces the state while no action is in the reducer. Runs no middleware or effect, and calls subscribers.
  ///
  /// - Parameters:
  ///   - microseconds: How long to wait for a reducer that runs.
  ///   - next: Makes the next state from the present one, and records it. It is given the reducer as the app wrote it. `nil` leaves the state.
  ///     It is not called if the reducer runs for longer, or calls this.
  package func replaceState(
    within microseconds: Int, by next: @Sendable (State, _ reducer: @escaping (inout State, Action) -> Void) -> State?
  ) {
    guard !ThreadFlag.reducing.isSet else { return }
    var posted: StateBroadcast<State>.Posted?
    _ = turn.withLock(within: microseconds) { turn in
      let state = ThreadFlag.reducing.withFlagSet { next(states.latest, turn.plainReducer) }
      posted = state.map { states.post(Change(state: $0, cause: Cause.current)) }
    }
    posted?.deliver()
  }
}
