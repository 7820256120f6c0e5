/// Records an object other than a store: a view model, a screen, a service. A closure returns its state.
///
/// ```swift
/// let login = recorder.store("login", of: viewModel) { $0.snapshot }
/// login.record("email", text) { viewModel.email.accept(text) }
/// ```
///
/// The object is held weakly. Keep the tap in the object, or where it is used: when both are released, the log records `@@DEINIT`. If the
/// tap outlives the object, later records through it have no state, and `@@DEINIT` follows when the tap is released, too.
///
/// The state is read on the thread that uses the tap, so use the tap of an actor's object on that actor.
public struct ObjectTap<Owner: AnyObject> {
  @usableFromInline let tap: StoreTap
  /// Returns the object's state. `nil` if nothing is recorded: a weak reference makes reference counting of its object slower.
  @usableFromInline let ask: (() -> Any?)?

  init(_ tap: StoreTap, of isolation: (any Actor)? = nil, askingFor ask: (() -> Any?)? = nil) {
    self.tap = tap
    self.ask = ask
    if let ask { tap.store?.observe(ask, on: isolation) }
  }

  /// A tap that records nothing: for a property until an object gets its tap, or if it never does. Bodies of scopes still run.
  public static var disabled: ObjectTap { ObjectTap(StoreTap(nil)) }

  /// Whether anything is recorded through the tap.
  @inlinable
  public var isRecording: Bool { tap.isRecording }

  /// The object's name in the log. See ``StoreTap/label``.
  public var label: String? { tap.label }
}

// MARK: - Recording

extension ObjectTap {
  /// Records `body` as an action with this name, and the object's state at its end.
  ///
  /// The action is the cause of everything recorded while `body` runs. If scopes are nested on one thread, the outermost records the state.
  @inlinable @discardableResult
  public func record<Result, Failure: Error>(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try record(name, Nothing.none, fileID: fileID, line: line, body) }

  /// Records `body` as an action with this name and `payload`, and the object's state at its end.
  @inlinable @discardableResult
  public func record<Payload, Result, Failure: Error>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store = tap.store else { return try body() }
    return try store.scope(name, payload, site: CallSite(fileID, line), askingFor: ask, body)
  }

  /// Records `body` as the typed `action`: for objects that handle their actions in one place.
  ///
  /// ```swift
  /// func send(_ action: LoginAction) { recording.record(action: action) { handle(action) } }
  /// ```
  ///
  /// The action's type and case give its name. The state is recorded as for named actions.
  @inlinable @discardableResult
  public func record<Action, Result, Failure: Error>(
    action: Action, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store = tap.store else { return try body() }
    return try store.scope(nil, action, site: CallSite(fileID, line), askingFor: ask, body)
  }

  /// Records asynchronous work as two steps with this name: one when it begins, and one when it ends, with the object's state at that time.
  /// In between, it is in flight. For the contents of the second step see ``StoreTap/record(_:fileID:line:isolation:_:)``.
  ///
  /// A change in between is recorded with the object's next step: as a separate change before another action begins; if such scopes
  /// overlap, with the one that ends first.
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
    guard let store = tap.store else { return try await body() }
    return try await store.effect(name, payload, site: CallSite(fileID, line), askingFor: ask, body)
  }

  /// Records the object's current state if it differs from the one in the log: for changes outside of scopes.
  ///
  /// ```swift
  /// cancellable = model.objectWillChange.receive(on: main).sink { _ in recording.changed() }
  /// ```
  ///
  /// The record is one step, `@@STATE`, which may combine several changes. Inside of a scope of the object nothing is written, since the
  /// end of the scope records the state. You may call it as often as you like; without a change nothing is written.
  ///
  /// If `cause` is `nil`, the current ``Cause`` is used, if there is one.
  @inlinable
  public func changed(cause: Cause? = nil, fileID: StaticString = #fileID, line: UInt = #line) {
    guard let store = tap.store else { return }
    store.changed(cause: cause, site: CallSite(fileID, line), askingFor: ask)
  }

  /// Returns a closure that records each value passed to it. See ``StoreTap/tap(_:fileID:line:)``.
  ///
  /// The value affects the state later; the next record contains that change.
  @inlinable
  public func tap<Value>(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) -> (Value) -> Void {
    guard let store = tap.store else { return { _ in } }
    return { value in store.event(name, value, site: CallSite(fileID, line), askingFor: ask) }
  }
}

extension ObjectTap: CustomDebugStringConvertible {
  /// The object's name, and which types of its states are compared the slow way. See ``StoreTap/debugDescription``.
  public var debugDescription: String { tap.debugDescription }
}
