internal import Fluxtape

extension Store {
  /// Starts `work`, and cancels running work with the same `id`; see ``Effect``.
  ///
  /// Work with its `dispatch` closure is a *thunk* in other libraries.
  public func run(
    id: EffectID? = nil, fileID: StaticString = #fileID, line: UInt = #line, _ work: @escaping Effect<Action>.Work
  ) {
    run(.run(id: id, fileID: fileID, line: line, work))
  }

  /// Performs an effect.
  public func run(_ effect: Effect<Action>) {
    running.perform(plan(effect), by: runner)
  }

  /// Cancels the running work with this `id`, if there is any. Its dispatches after this call are dropped.
  public func cancel(id: EffectID) {
    run(.cancel(id: id))
  }

  /// Returns when no effect is running, including those that others caused, or when the calling task is cancelled.
  ///
  /// Cancelled effects count until they have ended.
  public func settled() async {
    await running.settled()
  }

  func plan(_ effect: Effect<Action>) -> RunningEffects.Plan {
    running.plan(
      effect.steps.map { step in
        switch step {
        case .run(let id, let site, let work): .run(id, body(of: work, id, site))
        case .cancel(let id): .cancel(id)
        }
      })
  }

  private func body(of work: @escaping Effect<Action>.Work, _ id: EffectID?, _ site: CallSite) -> RunningEffects.Work {
    { [weak self, running] ticket in
      let dispatch: Effect<Action>.Dispatch = { [weak self] in if running.isActive(ticket) { self?.send($0, from: nil) } }
      do {
        // Hold the tap only while the work runs, not until the task is released. The end of the store then has a definite place in the log.
        guard let id, let tap = self?.recording else { return try await work(dispatch) }
        try await tap.record(id.rawValue, fileID: site.fileID, line: site.line) {
          try await work(dispatch)
          // Record the cancellation even if the work ended normally.
          guard running.isActive(ticket) else { throw CancellationError() }
        }
      } catch {
        if running.isActive(ticket) { self?.report(.effectFailed(id, error)) }
      }
    }
  }
}
