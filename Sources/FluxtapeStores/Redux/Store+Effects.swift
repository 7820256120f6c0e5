internal import Fluxtape

extension Store {
  /// Starts `work`, instead of running work with the same `id`. See ``Effect`` for what holds for it.
  ///
  /// With the dispatching closure that `work` is given this is what others call a thunk.
  public func run(
    id: EffectID? = nil, fileID: StaticString = #fileID, line: UInt = #line, _ work: @escaping Effect<Action>.Work
  ) {
    run(.run(id: id, fileID: fileID, line: line, work))
  }

  /// Starts and cancels what `effect` says.
  public func run(_ effect: Effect<Action>) {
    running.perform(plan(effect), by: runner)
  }

  /// Cancels the running work with this `id`, if there is any. After this returns, what it dispatches is dropped.
  public func cancel(id: EffectID) {
    run(.cancel(id: id))
  }

  /// Returns when no effect is running, nor any that the running ones led to, or when the calling task is cancelled.
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
        // The tap is held while the work runs, and not until the task is taken down: only so is the end of a store, which its log tells, at
        // a definite place.
        guard let id, let tap = self?.recording else { return try await work(dispatch) }
        try await tap.record(id.rawValue, fileID: site.fileID, line: site.line) {
          try await work(dispatch)
          // Work may end in peace when it is cancelled. It was cancelled all the same.
          guard running.isActive(ticket) else { throw CancellationError() }
        }
      } catch {
        if running.isActive(ticket) { self?.report(.effectFailed(id, error)) }
      }
    }
  }
}
