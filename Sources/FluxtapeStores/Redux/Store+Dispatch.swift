internal import Fluxtape
internal import FluxtapeLocking

extension Store {
  /// - Parameter site: The place of the dispatch; `nil` for dispatches of a closure.
  func send(_ action: Action, from site: CallSite?) {
    guard !ThreadFlag.reducing.isSet else { return report(.dispatchInReducer(action)) }
    // The step lasts from the first middleware to the last subscriber.
    record(action, from: site) { pass(action, toMiddlewareAt: 0) }
  }

  private func record(_ action: Action, from site: CallSite?, _ body: () -> Void) {
    guard let recording else { return body() }
    recording.record(action: action, from: site.map { ($0.fileID, $0.line) }, state: { [states] in states.latest }, body)
  }

  /// Applies the middleware at `index` to `action`. The reducer follows the last one.
  ///
  /// The chain is built for each action from closures that stay on this thread. A middleware therefore need not return `@Sendable`
  /// closures, which a generic unapplied method cannot. Its arguments are `@Sendable`, as it may call `next` later from another queue.
  func pass(_ action: Action, toMiddlewareAt index: Int) {
    guard index < middleware.count else { return reduce(action) }
    let dispatch: @Sendable (Action) -> Void = { [weak self] in self?.send($0, from: nil) }
    let getState: @Sendable () -> State = { [states] in states.latest }
    // Without a current cause, as on a queue, a middleware passes this action on later. Restore its cause.
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

  func reduce(_ action: Action) {
    guard !ThreadFlag.reducing.isSet else { return report(.dispatchInReducer(action)) }
    let reduced = turn.withLock { turn -> (StateBroadcast<State>.Posted, RunningEffects.Plan)? in
      if let hold = turn.hold?(), hold({ [weak self] in self?.release(action) }) { return nil }
      let (state, effect) = ThreadFlag.reducing.withFlagSet {
        let before = states.latest
        var state = before
        turn.reducer(&state, action)
        undoing?.note(action, from: before, to: state)
        return (state, turn.effects(action, state))
      }
      // Plan effects in this turn, so that a later action can cancel them.
      return (states.post(Change(state: state, cause: Cause.current)), self.plan(effect))
    }
    guard let (posted, plan) = reduced else { return }
    running.perform(plan, by: runner)
    posted.deliver()
  }

  private func release(_ action: Action) { record(action, from: nil) { reduce(action) } }

  /// Reports in a separate task, because the reducer that made the mistake may still hold the lock.
  func report(_ problem: StoreProblem<Action>) {
    Task { [onProblem] in onProblem(problem) }
  }
}
