#if !RECORDING_COMPILED_OUT
internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeJSON
internal import FluxtapeLog

extension RecordedStore {
  /// Records a piece of the app's code as an action, with the state that the store has when it ends.
  ///
  /// A scope inside another one of the same store and thread tells no state: what it sees may be half done. The outermost has it all.
  @usableFromInline func scope<Contents, State, Result, Failure: Error>(
    _ name: String?, _ contents: Contents, site: CallSite, askingFor ask: (() -> State?)?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !log.refusesRecord() else { return try body() }
    let (isOver, isInner, spare) = dispatching.withLock { ($0.isOver, $0.isInScope, $0.takeComposer()) }
    guard !isOver else { return try body() }
    noteUse()
    let ask = isInner ? nil : askable(ask)
    settleIfIdle(askingFor: ask)
    let opened = begin(.scope(tellsState: ask != nil), spare) { $0.compose(name, contents, site: site) }
    guard let opened else { return try body() }
    let start = log.now
    do throws(Failure) {
      let result = try Cause.with(cause(opened), body)
      end(scope: opened, since: start, error: nil, askingFor: ask)
      return result
    } catch {
      end(scope: opened, since: start, error: error, askingFor: ask)
      throw error
    }
  }

  private func end<State>(scope opened: Opened, since start: Int, error: (any Error)?, askingFor ask: (() -> State?)?) {
    let duration = log.elapsed(since: start)
    let error = error.map(recorded)
    _ = dispatching.withLock { $0.end(opened.step) }
    finish(opened, OutcomeFacts(duration: duration, error: error), askingFor: ask)
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
  @usableFromInline func event<Contents, State>(
    _ name: String, _ contents: Contents, site: CallSite, askingFor ask: (() -> State?)?
  ) {
    guard !log.refusesRecord() else { return }
    noteUse()
    settleIfIdle(askingFor: askable(ask))
    _ = append(OutcomeFacts(isUnreduced: true)) { $0.compose(name, contents, site: site) }
  }

  /// Records asynchronous work. Its line is whole at once: until its completion comes, the work is pending.
  @usableFromInline func effect<Contents, State, Result>(
    _ name: String, _ contents: Contents, site: CallSite, askingFor ask: (() -> State?)?,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let opened = beginEffect(name, contents, site: site, askingFor: ask) else { return try await body() }
    let start = log.now
    do {
      let result = try await Cause.with(cause(opened), body)
      end(effect: opened, since: start, error: nil, askingFor: ask)
      return result
    } catch {
      end(effect: opened, since: start, error: error, askingFor: ask)
      throw error
    }
  }

  private func beginEffect<Contents, State>(
    _ name: String, _ contents: Contents, site: CallSite, askingFor ask: (() -> State?)?
  ) -> Opened? {
    guard !log.refusesRecord() else { return nil }
    noteUse()
    settleIfIdle(askingFor: askable(ask))
    let number = log.effects.withLock { number in
      number += 1
      return number
    }
    let effect = RecordedEffect(id: .string("\(name)#\(number)"), phase: .started)
    let opened = append { $0.compose(name, contents, site: site, effect: effect) }
    if opened != nil { dispatching.withLock { $0.beginEffect() } }
    return opened
  }

  private func end<State>(effect opened: Opened, since start: Int, error: (any Error)?, askingFor ask: (() -> State?)?) {
    dispatching.withLock { $0.endEffect() }
    noteUse()
    finish(opened, OutcomeFacts(duration: log.elapsed(since: start), error: error.map(recorded)), askingFor: askable(ask))
  }
}
#endif
