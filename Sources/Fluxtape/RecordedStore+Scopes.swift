internal import FluxtapeLocking
internal import FluxtapeJSON
internal import FluxtapeLog

extension RecordedStore {
  /// Records a piece of the app's code as an action, with the state that the store has when it ends.
  ///
  /// A scope inside another one of the same store and thread tells no state: what it sees may be half done. The outermost has it all.
  @usableFromInline func scope<Payload, State, Result, Failure: Error>(
    _ name: String, _ payload: Payload?, site: CallSite, askingFor ask: (() -> State?)?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !log.dropsRecord() else { return try body() }
    let (isInner, isIdle) = dispatching.withLock { ($0.isInScope, $0.isIdle) }
    let ask = isInner ? nil : ask
    if isIdle, let ask { settle(askingFor: ask) }
    guard let opened = begin(record(named: name, payload, site: site)) else { return try body() }
    dispatching.withLock {
      $0.begin(OpenAction(opened: opened, kind: .scope, thread: SystemFacts.currentThread, asksForState: false))
    }
    let start = log.now
    do throws(Failure) {
      let result = try Cause.with(opened.cause, body)
      end(scope: opened, Outcome(duration: log.elapsed(since: start)), askingFor: ask)
      return result
    } catch {
      end(scope: opened, Outcome(duration: log.elapsed(since: start), error: recorded(error)), askingFor: ask)
      throw error
    }
  }

  private func end<State>(scope opened: Opened, _ outcome: Outcome, askingFor ask: (() -> State?)?) {
    _ = dispatching.withLock { $0.end(opened.step) }
    finish(opened, outcome, askingFor: ask)
  }

  private func finish<State>(_ opened: Opened, _ outcome: Outcome, askingFor ask: (() -> State?)?) {
    if let ask { return complete(opened, with: outcome, askingFor: ask) }
    var outcome = outcome
    outcome.isUnreduced = outcome.error == nil
    complete(opened, with: outcome)
  }

  /// Records something that happened outside, with no code of the app around it.
  ///
  /// The state that the store has now is the one before: whoever reacts to the event has not done so yet.
  @usableFromInline func event<Payload, State>(_ name: String, _ payload: Payload, site: CallSite, askingFor ask: (() -> State?)?) {
    guard !log.dropsRecord() else { return }
    if let ask, dispatching.withLock({ $0.isIdle }) { settle(askingFor: ask) }
    var record = record(named: name, payload, site: site)
    record.outcome.isUnreduced = true
    _ = append(record)
  }
}

// MARK: - Asynchronous scopes

extension RecordedStore {
  /// Begins an asynchronous scope. Its line is whole at once: until its completion comes, the scope is pending.
  func beginEffect<Payload, State>(_ name: String, _ payload: Payload?, site: CallSite, askingFor ask: (() -> State?)?) -> OpenEffect? {
    guard !log.dropsRecord() else { return nil }
    if let ask, dispatching.withLock({ $0.isIdle }) { settle(askingFor: ask) }
    let effect = RecordedEffect(id: .string("\(name)#\(log.takeEffectNumber())"), phase: .started)
    guard let opened = append(record(named: name, payload, site: site, effect: effect)) else { return nil }
    dispatching.withLock { $0.openEffects += 1 }
    return OpenEffect(opened: opened, start: log.now)
  }

  func end<State>(_ effect: OpenEffect, error: (any Error)?, askingFor ask: (() -> State?)?) {
    dispatching.withLock { $0.endEffect() }
    finish(effect.opened, Outcome(duration: log.elapsed(since: effect.start), error: error.map(recorded)), askingFor: ask)
  }
}

extension RecordedStore {
  /// Records asynchronous work.
  @usableFromInline func effect<Payload, State, Result>(
    _ name: String, _ payload: Payload?, site: CallSite, askingFor ask: (() -> State?)?, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let effect = beginEffect(name, payload, site: site, askingFor: ask) else { return try await body() }
    do {
      let result = try await Cause.with(effect.opened.cause, body)
      end(effect, error: nil, askingFor: ask)
      return result
    } catch {
      end(effect, error: error, askingFor: ask)
      throw error
    }
  }
}

/// An asynchronous scope that has begun.
struct OpenEffect {
  let opened: Opened
  let start: Int
}
