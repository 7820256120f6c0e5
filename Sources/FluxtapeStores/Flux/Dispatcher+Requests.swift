internal import Fluxtape

extension Dispatcher {
  /// Performs `request`, then dispatches its result.
  ///
  /// Cancels running work with the same `id`. Drops the result of a cancelled request.
  public func invoke<Request: FluxRequest>(
    _ request: Request, id: EffectID? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let (channel, site) = (channel(of: Request.self), CallSite(fileID: fileID, line: line))
    let work: RunningEffects.Work = { [running, tap = self.line.tap] ticket in
      let perform = {
        let result: Request.Outcome
        do throws(Request.Failure) { result = .success(try await request.perform()) } catch { result = .failure(error) }
        // Record the cancellation even if the work ended normally.
        guard running.isActive(ticket) else { throw CancellationError() }
        channel.dispatch(result, from: site)
        // Handlers get the error with the result. Throw it so that the log has it too.
        _ = try result.get()
      }
      if let tap {
        _ = try? await tap.record(channel.naming.name, request, fileID: site.fileID, line: site.line, perform)
      } else {
        _ = try? await perform()
      }
    }
    running.perform(running.plan([.run(id, work)]), by: runner)
  }

  /// Cancels the running request with this `id`, if there is any, and drops its result.
  public func cancel(id: EffectID) { running.perform(running.plan([.cancel(id)]), by: runner) }

  /// Returns when no request is running, including those that others caused, or when the calling task is cancelled.
  public func settled() async { await running.settled() }
}
