internal import FluxtapeCoding
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
    try scope(composedBy: { $0.compose(name, payload, site: site) }, askingFor: ask, body)
  }

  /// Records a piece of the app's code as `action`, which has a type of its own.
  @usableFromInline func scope<Action, State, Result, Failure: Error>(
    of action: Action, site: CallSite, askingFor ask: (() -> State?)?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try scope(composedBy: { composer in ActionSubject.with(action) { composer.compose($0, site: site) } }, askingFor: ask, body)
  }

  private func scope<State, Result, Failure: Error>(
    composedBy compose: (ActionComposer) -> ActionHead, askingFor ask: (() -> State?)?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !log.refusesRecord() else { return try body() }
    let (isOver, isInner, spare) = dispatching.withLock { ($0.isOver, $0.isInScope, $0.takeComposer()) }
    guard !isOver else { return try body() }
    let ask = isInner ? nil : askable(ask)
    settleIfIdle(askingFor: ask)
    guard let opened = begin(.scope, spare, composedBy: compose) else { return try body() }
    let start = log.now
    do throws(Failure) {
      let result = try Cause.with(cause(opened), body)
      end(scope: opened, OutcomeFacts(duration: log.elapsed(since: start)), askingFor: ask)
      return result
    } catch {
      end(scope: opened, OutcomeFacts(duration: log.elapsed(since: start), error: recorded(error)), askingFor: ask)
      throw error
    }
  }

  private func end<State>(scope opened: Opened, _ facts: OutcomeFacts, askingFor ask: (() -> State?)?) {
    _ = dispatching.withLock { $0.end(opened.step) }
    finish(opened, facts, askingFor: ask)
  }

  private func finish<State>(_ opened: Opened, _ facts: OutcomeFacts, askingFor ask: (() -> State?)?) {
    if let ask { return complete(opened, with: facts, askingFor: ask) }
    var facts = facts
    facts.isUnreduced = facts.error == nil
    complete(opened, with: facts)
  }

  /// Records something that happened outside, with no code of the app around it.
  ///
  /// The state that the store has now is the one before: whoever reacts to the event has not done so yet.
  @usableFromInline func event<Payload, State>(_ name: String, _ payload: Payload, site: CallSite, askingFor ask: (() -> State?)?) {
    guard !log.refusesRecord() else { return }
    settleIfIdle(askingFor: askable(ask))
    _ = append(OutcomeFacts(isUnreduced: true)) { $0.compose(name, payload, site: site) }
  }
}

// MARK: - Asynchronous scopes

extension RecordedStore {
  /// Begins an asynchronous scope. Its line is whole at once: until its completion comes, the scope is pending.
  func beginEffect<Payload, State>(_ name: String, _ payload: Payload?, site: CallSite, askingFor ask: (() -> State?)?) -> OpenEffect? {
    guard !log.refusesRecord() else { return nil }
    settleIfIdle(askingFor: askable(ask))
    let effect = RecordedEffect(id: .string("\(name)#\(log.takeEffectNumber())"), phase: .started)
    guard let opened = append(composedBy: { $0.compose(name, payload, site: site, effect: effect) }) else { return nil }
    dispatching.withLock { $0.beginEffect() }
    return OpenEffect(opened: opened, start: log.now)
  }

  func end<State>(_ effect: OpenEffect, error: (any Error)?, askingFor ask: (() -> State?)?) {
    dispatching.withLock { $0.endEffect() }
    let facts = OutcomeFacts(duration: log.elapsed(since: effect.start), error: error.map(recorded))
    finish(effect.opened, facts, askingFor: askable(ask))
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
      let result = try await Cause.with(cause(effect.opened), body)
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
