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
    perform(running.plan(effect))
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

  func perform(_ plan: RunningEffects.Plan<Action>) {
    running.perform(plan, by: runner) { body(of: $0, $1) }
  }

  private func body(of job: Effect<Action>.Job, _ ticket: RunningEffects.Ticket) -> @Sendable () async -> Void {
    // The tap is held while the work runs, and not until the task is taken down: only so is the end of a store, which its log tells, at a
    // definite place.
    { [weak self, running] in
      let isActive: @Sendable () -> Bool = { running.isActive(ticket) }
      let dispatch: Effect<Action>.Dispatch = { [weak self] in if isActive() { self?.send($0, from: nil) } }
      do {
        try await job(dispatch, isActive: isActive, recordedBy: self?.recording)
      } catch {
        if isActive() { self?.report(.effectFailed(job.id, error)) }
      }
      running.ended(ticket)
    }
  }
}
