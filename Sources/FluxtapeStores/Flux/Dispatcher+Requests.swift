internal import Fluxtape

extension Dispatcher {
  /// Does the work of `request`, then dispatches its result.
  ///
  /// With an `id` it replaces running work with the same id, which is cancelled. The result of a cancelled request is dropped.
  public func invoke<Request: FluxRequest>(
    _ request: Request, id: EffectID? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let (channel, site) = (channel(of: Request.self), CallSite(fileID: fileID, line: line))
    let work: RunningEffects.Work = { [running, tap = self.line.tap] ticket in
      let perform = {
        let result: Request.Outcome
        do throws(Request.Failure) { result = .success(try await request.perform()) } catch { result = .failure(error) }
        // The log is to say so, also of work that ended in peace.
        guard running.isActive(ticket) else { throw CancellationError() }
        channel.dispatch(result, from: site)
        // Whoever handles the result has the error. It is thrown so that the log has it too.
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

  /// Cancels the running request with this `id`, if there is any. Its result is dropped.
  public func cancel(id: EffectID) { running.perform(running.plan([.cancel(id)]), by: runner) }

  /// Returns when no request is running, nor any that it led to, or when the calling task is cancelled.
  public func settled() async { await running.settled() }
}
