#if RECORDING_COMPILED_OUT
public struct StoreTap: Sendable {
  @usableFromInline init() {}

  @inlinable public var isRecording: Bool { false }
  @inlinable public var label: String? { nil }
}

// MARK: - Middleware

extension StoreTap {
  @inlinable
  public func middleware<Action, State>(
    _ dispatch: @escaping (Action) -> Void, _ getState: @escaping () -> State?
  ) -> (_ next: @escaping (Action) -> Void) -> (Action) -> Void { { $0 } }

  @inlinable @MainActor @_disfavoredOverload
  public func middleware<Action, State>(
    _ dispatch: @escaping @MainActor (Action) -> Void, _ getState: @escaping @MainActor () -> State?
  ) -> @MainActor (_ next: @escaping @MainActor (Action) -> Void) -> @MainActor (Action) -> Void { { $0 } }

  @inlinable
  public func record<Action, State, Result, Failure: Error>(
    action: Action, state: () -> State?, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }

  @inlinable
  public func record<Action, Result, Failure: Error>(
    action: Action, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }

  package func record<Action, State>(
    action: Action, from site: (fileID: StaticString, line: UInt)?, state: @escaping () -> State?, _ body: () -> Void
  ) { body() }
}

// MARK: - Reducers

extension StoreTap {
  @inlinable
  public func reducer<Action, State>(_ reducer: @escaping (Action, State?) -> State) -> (Action, State?) -> State { reducer }

  @inlinable
  public func reducer<State, Action>(_ reducer: @escaping (State, Action) -> State) -> (State, Action) -> State { reducer }

  @inlinable
  public func reducer<State, Action, Result>(
    _ reducer: @escaping (inout State, Action) -> Result
  ) -> (inout State, Action) -> Result { reducer }

  @inlinable
  public func update<Model, Event, Next>(
    _ update: @escaping (Model, Event) -> Next, _ model: @escaping (Next) -> Model?
  ) -> (Model, Event) -> Next { update }

  @inlinable @_disfavoredOverload
  public func reducer<Action, State>(_ reducer: @escaping (Action, State?) throws -> State) -> (Action, State?) throws -> State { reducer }

  @inlinable @_disfavoredOverload
  public func reducer<State, Action>(_ reducer: @escaping (State, Action) throws -> State) -> (State, Action) throws -> State { reducer }

  @inlinable @_disfavoredOverload
  public func reducer<State, Action, Result>(
    _ reducer: @escaping (inout State, Action) throws -> Result
  ) -> (inout State, Action) throws -> Result { reducer }

  @inlinable @MainActor @_disfavoredOverload
  public func reducer<Action, State>(
    _ reducer: @escaping @MainActor (Action, State?) -> State
  ) -> @MainActor (Action, State?) -> State { reducer }

  @inlinable @MainActor @_disfavoredOverload
  public func reducer<State, Action, Result>(
    _ reducer: @escaping @MainActor (inout State, Action) -> Result
  ) -> @MainActor (inout State, Action) -> Result { reducer }

  @inlinable @MainActor @_disfavoredOverload
  public func reducer<Action, State>(
    _ reducer: @escaping @MainActor (Action, State?) throws -> State
  ) -> @MainActor (Action, State?) throws -> State { reducer }

  @inlinable @MainActor @_disfavoredOverload
  public func reducer<State, Action, Result>(
    _ reducer: @escaping @MainActor (inout State, Action) throws -> Result
  ) -> @MainActor (inout State, Action) throws -> Result { reducer }

  @inlinable
  public func reduce<Action, State, Result, Failure: Error>(
    _ action: Action, into state: inout State, by reducer: (inout State, Action) throws(Failure) -> Result
  ) throws(Failure) -> Result { try reducer(&state, action) }

  @inlinable
  public func reduce<Payload, State, Result, Failure: Error>(
    _ name: String, _ payload: Payload, into state: inout State, fileID: StaticString = #fileID, line: UInt = #line,
    by reducer: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result { try reducer(&state) }
}

// MARK: - Scopes

extension StoreTap {
  @inlinable @discardableResult
  public func record<Result, Failure: Error>(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }

  @inlinable @discardableResult
  public func record<Payload, Result, Failure: Error>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }

  @inlinable @discardableResult
  public func record<Payload, State, Result, Failure: Error>(
    _ name: String, _ payload: Payload = Nothing.none, state: () -> State?, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }

  @inlinable @discardableResult
  public func record<Result>(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result { try await body() }

  @inlinable @discardableResult
  public func record<Payload, Result>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result { try await body() }

  @inlinable
  public func tap<Value>(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) -> @Sendable (Value) -> Void { { _ in } }
}

// MARK: - Objects

public struct ObjectTap<Owner: AnyObject> {
  @usableFromInline init() {}

  @inlinable public static var disabled: ObjectTap { ObjectTap() }
  @inlinable public var isRecording: Bool { false }
  @inlinable public var label: String? { nil }

  @inlinable @discardableResult
  public func record<Result, Failure: Error>(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }

  @inlinable @discardableResult
  public func record<Payload, Result, Failure: Error>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }

  @inlinable @discardableResult
  public func record<Action, Result, Failure: Error>(
    action: Action, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }

  @inlinable @discardableResult
  public func record<Result>(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result { try await body() }

  @inlinable @discardableResult
  public func record<Payload, Result>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result { try await body() }

  @inlinable
  public func tap<Value>(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) -> (Value) -> Void { { _ in } }
}

// MARK: - Dispatchers

public struct DispatcherTap: Sendable {
  @usableFromInline init() {}

  @inlinable public var isRecording: Bool { false }
  @inlinable public var label: String? { nil }

  @inlinable
  public func record<Action, Result, Failure: Error>(
    action: Action, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }

  @inlinable
  public func record<Payload, Result, Failure: Error>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }

  @inlinable
  public func record<Payload, Result>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result { try await body() }
}

@usableFromInline typealias Nothing = Never?
#endif
