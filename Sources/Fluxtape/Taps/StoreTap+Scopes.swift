extension StoreTap {
  /// Records `body` as an action with this name. The action is the cause of everything recorded while `body` runs.
  @inlinable @discardableResult
  public func record<Result, Failure: Error>(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try record(name, Nothing.none, fileID: fileID, line: line, body) }

  /// Records `body` as an action with this name and `payload`.
  @inlinable @discardableResult
  public func record<Payload, Result, Failure: Error>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store else { return try body() }
    return try store.scope(name, payload, site: CallSite(fileID, line), askingFor: AskNobody.none, body)
  }

  /// Records `body` as an action with this name and optional `payload`, and the state returned by `state` at its end: for code that has a
  /// state but no object.
  ///
  /// If scopes are nested on one thread, the outermost records the state.
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

  /// Records asynchronous work as two steps with this name: one when it begins, and one when it returns, throws or is cancelled. In
  /// between, it is in flight.
  ///
  /// The second step has the first as its cause. It contains the duration, and the error or, if it is `Encodable`, the result: at most
  /// 4,096 bytes, but no bare text or bytes, which could be unlabeled secrets.
  @inlinable @discardableResult
  public func record<Result>(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result { try await record(name, Nothing.none, fileID: fileID, line: line, body) }

  /// Records asynchronous work that begins with `payload`.
  @inlinable @discardableResult
  public func record<Payload, Result>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let store else { return try await body() }
    return try await store.effect(name, payload, site: CallSite(fileID, line), askingFor: AskNobody.none, body)
  }

  /// Records `state` as the store's current state if it differs from the one in the log: for stores that only publish their states, as a
  /// stream.
  ///
  /// ```swift
  /// states.sink { app.changed(to: $0) }
  /// ```
  ///
  /// The record is one step, `@@STATE`; the first state becomes the store's beginning. Nothing is written while an open action will record
  /// the state.
  ///
  /// If `cause` is `nil`, the current ``Cause`` is used, if there is one.
  @inlinable
  public func changed<State>(
    to state: State, cause: Cause? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    guard let store else { return }
    store.changed(to: state, cause: cause, site: CallSite(fileID, line))
  }

  /// Returns a closure that records each value passed to it, for streams: `subject.handleEvents(receiveOutput: tap.tap("subject"))`.
  ///
  /// A shared stream calls it once for each subscriber, and never without one. A scope around the send is exact.
  @inlinable
  public func tap<Value>(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) -> @Sendable (Value) -> Void {
    guard let store else { return { _ in } }
    return { store.event(name, $0, site: CallSite(fileID, line), askingFor: AskNobody.none) }
  }
}

// Types for no payload, and for no source of a state.
@usableFromInline typealias Nothing = Never?
@usableFromInline typealias AskNobody = (() -> Never?)?
