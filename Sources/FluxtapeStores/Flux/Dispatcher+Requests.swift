internal import Fluxtape

extension Dispatcher {
  /// Does the work of `request`, then dispatches its result.
  ///
  /// With an `id` it replaces running work with the same id, which is cancelled. The result of a cancelled request is dropped.
  public func invoke<Request: FluxRequest>(
    _ request: Request, id: EffectID? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let subject = subject(of: Request.self)
    start(String(describing: Request.self), request, id, CallSite(fileID: fileID, line: line)) { isActive in
      let result: Request.Outcome
      do throws(Request.Failure) { result = .success(try await request.perform()) } catch { result = .failure(error) }
      // The log is to say so, also of work that ended in peace.
      guard isActive() else { throw CancellationError() }
      subject.dispatch(result, fileID: fileID, line: line)
      // Whoever handles the result has the error. It is thrown so that the log has it too.
      _ = try result.get()
    }
  }

  /// Does `work`, which dispatches as it likes: what an action does that asks a server, tells subjects that it is loading, and then what came.
  ///
  /// In the log it is a step of this name, begun and completed, and the cause of all it dispatches. An error that it throws stands there, and
  /// nowhere else.
  public func run<Payload: Sendable>(
    _ name: String, _ payload: Payload, id: EffectID? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping @Sendable () async throws -> Void
  ) {
    start(name, payload, id, CallSite(fileID: fileID, line: line)) { isActive in
      try await work()
      guard isActive() else { throw CancellationError() }
    }
  }

  /// Cancels the running work with this `id`, if there is any. The result of a request is dropped.
  public func cancel(id: EffectID) {
    for task in running.plan(Effect<Never>.cancel(id: id)).cancelled { task.cancel() }
  }

  /// Returns when no work is running, nor any that it led to, or when the calling task is cancelled.
  public func settled() async { await running.settled() }

  private func start<Payload: Sendable>(
    _ name: String, _ payload: Payload, _ id: EffectID?, _ site: CallSite,
    _ work: @escaping @Sendable (_ isActive: @Sendable () -> Bool) async throws -> Void
  ) {
    let effect = Effect<Never>.run(id: id, fileID: site.fileID, line: site.line) { _ in }
    running.perform(running.plan(effect), by: runner) { [running, tap = line.tap] _, ticket in
      {
        let isActive: @Sendable () -> Bool = { running.isActive(ticket) }
        if let tap {
          _ = try? await tap.record(name, payload, fileID: site.fileID, line: site.line) { try await work(isActive) }
        } else {
          _ = try? await work(isActive)
        }
        running.ended(ticket)
      }
    }
  }
}
