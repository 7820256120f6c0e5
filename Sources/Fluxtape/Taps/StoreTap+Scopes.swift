extension StoreTap {
  /// Records `body` as an action of this name. What is recorded while it runs has it as its cause.
  @inlinable @discardableResult
  public func record<Result, Failure: Error>(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try record(name, Nothing.none, fileID: fileID, line: line, body) }

  /// Records `body` as an action of this name that carries `payload`.
  @inlinable @discardableResult
  public func record<Payload, Result, Failure: Error>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store else { return try body() }
    return try store.scope(name, payload, site: CallSite(fileID, line), askingFor: AskNobody.none, body)
  }

  /// Records `body` as an action of this name that carries `payload`, if there is one, and the state that `state` gives when it ends: for what has
  /// a state and is no object of its own.
  ///
  /// Of scopes inside each other on one thread the outermost tells the state.
  @inlinable @discardableResult
  public func record<Payload, State, Result, Failure: Error>(
    _ name: String, _ payload: Payload = Nothing.none, state: () -> State?, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store else { return try body() }
    return try withoutActuallyEscaping(state) { (state) throws(Failure) in
      try store.scope(name, payload, site: CallSite(fileID, line), askingFor: state, body)
    }
  }

  /// Records asynchronous work as two steps of this name: one when it begins, and one when it returns, throws or is cancelled. Until then it is pending.
  ///
  /// The second has the first as its cause, the time that the work took, its error or, if it is `Encodable`, its result: at most 4,096 bytes, and no bare text
  /// or bytes, which may be secrets without a name.
  @inlinable @discardableResult
  public func record<Result>(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result { try await record(name, Nothing.none, fileID: fileID, line: line, body) }

  /// Records asynchronous work that is begun with `payload`.
  @inlinable @discardableResult
  public func record<Payload, Result>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let store else { return try await body() }
    return try await store.effect(name, payload, site: CallSite(fileID, line), askingFor: AskNobody.none, body)
  }

  /// Records `state` as the one that the store has now, if it is another one than the log has: for stores that only tell their states, as a stream.
  ///
  /// ```swift
  /// states.sink { app.changed(to: $0) }
  /// ```
  ///
  /// It is one step, `@@STATE`; the store's first state begins its life. While an action is under way that will tell the state, nothing is written.
  ///
  /// With `cause` nil, the current ``Cause`` counts, if there is one.
  @inlinable
  public func changed<State>(
    to state: State, cause: Cause? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    guard let store else { return }
    store.changed(to: state, cause: cause, site: CallSite(fileID, line))
  }

  /// A closure that records each value it is called with, for streams: `subject.handleEvents(receiveOutput: tap.tap("subject"))`.
  ///
  /// A stream that is shared calls it once for each subscriber, and never without one: a scope around the send is exact.
  @inlinable
  public func tap<Value>(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) -> @Sendable (Value) -> Void {
    guard let store else { return { _ in } }
    return { store.event(name, $0, site: CallSite(fileID, line), askingFor: AskNobody.none) }
  }
}

// No contents, and nobody who could be asked for a state.
@usableFromInline typealias Nothing = Never?
@usableFromInline typealias AskNobody = (() -> Never?)?
