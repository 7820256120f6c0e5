internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeLog

// Asynchronous work is two steps, as much may happen between them: one where it begins, and one where it ends, with the state as it is then.

/// A piece of asynchronous work, and its phase.
struct EffectFacts {
  enum Phase: String { case started, finished, failed, cancelled }

  let id: String
  let phase: Phase

  func append(to head: inout ActionHead) {
    var json: [UInt8] = []
    json.append(quoted: id)
    head.append(effect: json, phase: phase.rawValue)
  }
}

/// Asynchronous work that has begun.
private struct OpenEffect {
  let opened: Opened
  let id: String
  let name: String
  let site: CallSite
  let start: Int
}

extension RecordedStore {
  /// Records asynchronous work.
  @usableFromInline func effect<Contents, State, Result>(
    _ name: String, _ contents: Contents, site: CallSite, askingFor ask: (() -> State?)?,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let effect = begin(effect: name, contents, site: site, askingFor: ask) else { return try await body() }
    do {
      let result = try await Cause.with(cause(effect.opened), body)
      end(effect, .finished, result: result, askingFor: ask)
      return result
    } catch {
      let isCancellation = error is CancellationError
      end(effect, isCancellation || Task.isCancelled ? .cancelled : .failed, error: isCancellation ? nil : error, askingFor: ask)
      throw error
    }
  }

  private func begin<Contents, State>(
    effect name: String, _ contents: Contents, site: CallSite, askingFor ask: (() -> State?)?
  ) -> OpenEffect? {
    guard !log.refusesRecord() else { return nil }
    noteUse()
    settleIfIdle(askingFor: askable(ask))
    let number = log.effects.withLock { number in
      number += 1
      return number
    }
    let id = "\(name)#\(number)"
    let opened = append { $0.compose(name, contents, site: site, effect: EffectFacts(id: id, phase: .started)) }
    if let opened {
      object.withLock { $0?.noteWork(1) }
      listener?.completed(opened.step)
    }
    return opened.map { OpenEffect(opened: $0, id: id, name: name, site: site, start: log.now) }
  }

  /// - Parameter error: What the work threw, other than that it was cancelled. Work that is cancelled may fail for another reason.
  private func end<State>(
    _ effect: OpenEffect, _ phase: EffectFacts.Phase, result: Any? = nil, error: (any Error)? = nil, askingFor ask: (() -> State?)?
  ) {
    object.withLock { $0?.noteWork(-1) }
    guard !log.refusesRecord() else { return }
    noteUse()
    let ask = askable(ask)
    // Begun where nothing could be written: what has changed is a change of its own.
    guard effect.opened.isWritten else { return settleIfIdle(askingFor: ask) }
    var facts = OutcomeFacts(duration: log.elapsed(since: effect.start), error: error.map(recorded))
    let head = Cause.with(cause(effect.opened)) {
      composing { $0.compose(effect.name, resultOf: EffectFacts(id: effect.id, phase: phase), result, site: effect.site) }
    }
    var (isTold, step) = tellState(askingFor: ask, with: facts, as: head)
    if isTold != true {
      facts.omitted = isTold == nil ? nil : "sampled"
      facts.isUnreduced = isTold == nil && facts.error == nil
      let now = log.now
      step = log.recording { $0.append(head, facts, at: now) }?.step
    }
    if let step { listener?.completed(step) }
  }

  /// Writes the state at the end of work, as a step. `nil` if there is none, `false` if it could not be told.
  private func tellState<State>(
    askingFor ask: (() -> State?)?, with facts: OutcomeFacts, as head: ActionHead
  ) -> (isTold: Bool?, StepNumber?) {
    guard let ask else { return (nil, nil) }
    guard wantsStates else { return (false, nil) }
    // The step is made with the state, too late to begin a segment.
    log.recording { _ in }
    var step: StepNumber?
    let isTold = writeState(askingFor: ask) { state, time, line in
      line.isToBegin = false
      let deferredWork = line.write(state, with: facts, as: .step(head), at: time)
      step = deferredWork.step
      return deferredWork
    }
    if isTold == false { dispatching.withLock { $0.noteState(isTold: false) } }
    return (isTold, step)
  }
}
