internal import Fluxtape
internal import FluxtapeLocking

extension Store {
  /// - Parameter site: Where the action comes from; `nil` if it came through a closure.
  func send(_ action: Action, from site: CallSite?) {
    guard !ThreadFlag.reducing.isSet else { return report(.dispatchInReducer(action)) }
    guard let recording else { return pass(action, toMiddlewareAt: 0) }
    // From the first middleware to the last subscriber.
    recording.record(action: action, from: site.map { ($0.fileID, $0.line) }, state: { [states] in states.latest }) {
      pass(action, toMiddlewareAt: 0)
    }
  }

  /// Applies the middleware at `index` to `action`; behind the last one stands the reducer.
  ///
  /// The chain is built anew for each action, from closures that stay on this thread. That is why a middleware need not
  /// return `@Sendable` closures (a generic method used unapplied cannot), while all it is given is `@Sendable`: it may call
  /// `next` later from another queue.
  func pass(_ action: Action, toMiddlewareAt index: Int) {
    guard index < middleware.count else { return reduce(action) }
    let dispatch: @Sendable (Action) -> Void = { [weak self] in self?.send($0, from: nil) }
    let getState: @Sendable () -> State = { [states] in states.latest }
    // Where nothing leads to the action, as on a queue, it is this one, passed on later.
    let cause = recording == nil ? nil : Cause.current
    let next: @Sendable (Action) -> Void = { [weak self] action in
      if let cause, Cause.current == nil {
        Cause.with(cause) { self?.pass(action, toMiddlewareAt: index + 1) }
      } else {
        self?.pass(action, toMiddlewareAt: index + 1)
      }
    }
    middleware[index](dispatch, getState)(next)(action)
  }

  private func reduce(_ action: Action) {
    guard !ThreadFlag.reducing.isSet else { return report(.dispatchInReducer(action)) }
    let (posted, plan) = turn.withLock { turn in
      let (state, effect) = ThreadFlag.reducing.withFlagSet {
        let before = states.latest
        var state = before
        turn.reducer(&state, action)
        undoing?.note(action, from: before, to: state)
        return (state, turn.effects(action, state))
      }
      // Still in this turn: what a later action cancels must have its place before that action is reduced.
      return (states.post(Change(state: state, cause: Cause.current)), self.plan(effect))
    }
    running.perform(plan, by: runner)
    posted.deliver()
  }

  /// On a task of its own, since the reducer that made the mistake may still be running under the lock.
  func report(_ problem: StoreProblem<Action>) {
    Task { [onProblem] in onProblem(problem) }
  }
}
