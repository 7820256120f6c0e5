extension Store {
  /// Starts `work`, instead of running work with the same `id`. See ``Effect`` for what holds for it.
  ///
  /// With the dispatching closure that `work` is given this is what others call a thunk.
  public func run(id: EffectID? = nil, _ work: @escaping Effect<Action>.Work) {
    run(.run(id: id, work))
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
    for task in plan.cancelled { task.cancel() }
    for start in plan.starts {
      // Replaced before it began: it has nothing to end and need not begin.
      guard running.isActive(start.ticket) else {
        running.ended(start.ticket)
        continue
      }
      let task = runner.start(body(of: start.ticket, id: start.id, start.work))
      running.started(start.ticket, as: task)
    }
  }

  private func body(
    of ticket: RunningEffects.Ticket, id: EffectID?, _ work: @escaping Effect<Action>.Work
  ) -> @Sendable () async -> Void {
    { [weak self, running] in
      do {
        try await work { [weak self] action in
          guard running.isActive(ticket) else { return }
          self?.dispatch(action)
        }
      } catch {
        if running.isActive(ticket) { self?.report(.effectFailed(id, error)) }
      }
      running.ended(ticket)
    }
  }
}
