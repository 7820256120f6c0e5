/// Where an object is recorded that is no store: a view model, a screen, a service. A closure says what its state is.
///
/// ```swift
/// let login = recorder.store("login", of: viewModel) { $0.snapshot }
/// login.record("email", text) { viewModel.email.accept(text) }
/// ```
///
/// The object is held weakly. Keep the tap in the object, or where it is used: when both are gone, the log says `@@DEINIT`. If the tap outlives the object, what
/// is recorded through it has no state, and the log says `@@DEINIT` when the tap goes too.
///
/// The state is asked for where the tap is used, so a tap of an object that belongs to an actor is used on that actor.
public struct ObjectTap<Owner: AnyObject> {
  @usableFromInline let tap: StoreTap
  #if RECORDING_COMPILED_OUT
  @inlinable var ask: (() -> Any?)? { nil }
  #else
  /// Gives the object's state. `nil` if nothing is recorded: a weak reference makes each count of references to its object dearer.
  @usableFromInline let ask: (() -> Any?)?
  #endif

  init(_ tap: StoreTap, of isolation: (any Actor)? = nil, askingFor ask: (() -> Any?)? = nil) {
    self.tap = tap
    #if !RECORDING_COMPILED_OUT
    self.ask = ask
    if let ask { tap.store?.observe(ask, on: isolation) }
    #endif
  }

  /// Records nothing: what a property holds until an object has its tap, or if it never gets one. Bodies of scopes run all the same.
  public static var disabled: ObjectTap { ObjectTap(StoreTap(nil)) }

  /// Whether anything is recorded through the tap.
  @inlinable
  public var isRecording: Bool { tap.isRecording }

  /// The object's name in the log. See ``StoreTap/label``.
  public var label: String? { tap.label }
}

// MARK: - Recording

extension ObjectTap {
  /// Records `body` as an action of this name, and the state that the object has when it ends.
  ///
  /// What is recorded while it runs has it as its cause. Of scopes inside each other on one thread the outermost tells the state.
  @inlinable @discardableResult
  public func record<Result, Failure: Error>(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try record(name, Nothing.none, fileID: fileID, line: line, body) }

  /// Records `body` as an action of this name that carries `payload`, and the state that the object has when it ends.
  @inlinable @discardableResult
  public func record<Payload, Result, Failure: Error>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store = tap.store else { return try body() }
    return try store.scope(name, payload, site: CallSite(fileID, line), askingFor: ask, body)
  }

  /// Records `body` as `action`, which has a type: for objects that take their actions in one place.
  ///
  /// ```swift
  /// func send(_ action: LoginAction) { recording.record(action: action) { handle(action) } }
  /// ```
  ///
  /// The action is named by its type and case. The state is told as with a name.
  @inlinable @discardableResult
  public func record<Action, Result, Failure: Error>(
    action: Action, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store = tap.store else { return try body() }
    return try store.scope(nil, action, site: CallSite(fileID, line), askingFor: ask, body)
  }

  /// Records asynchronous work as two steps of this name: one when it begins, and one, with the state that the object has then, when it ends. Until then it is
  /// pending. What the second step says of the end, see ``StoreTap/record(_:fileID:line:isolation:_:)``.
  ///
  /// A change in between is told by the next step of the object: before another action begins, as a change of its own; where such scopes overlap, by the one that
  /// ends first.
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
    guard let store = tap.store else { return try await body() }
    return try await store.effect(name, payload, site: CallSite(fileID, line), askingFor: ask, body)
  }

  /// Records the state that the object has now, if it is another one than the log has: for changes that no scope is around.
  ///
  /// ```swift
  /// cancellable = model.objectWillChange.receive(on: main).sink { _ in recording.changed() }
  /// ```
  ///
  /// It is one step, `@@STATE`, which may stand for several changes. Inside of a scope of the object nothing is written: the end of the scope tells
  /// the state. It may be called as often as you like; where nothing changed nothing is written.
  ///
  /// With `cause` nil, the current ``Cause`` counts, if there is one.
  @inlinable
  public func changed(cause: Cause? = nil, fileID: StaticString = #fileID, line: UInt = #line) {
    guard let store = tap.store else { return }
    store.changed(cause: cause, site: CallSite(fileID, line), askingFor: ask)
  }

  /// A closure that records each value it is called with. See ``StoreTap/tap(_:fileID:line:)``.
  ///
  /// The value's own effect on the state comes later, and is told by the next record.
  @inlinable
  public func tap<Value>(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) -> (Value) -> Void {
    guard let store = tap.store else { return { _ in } }
    return { value in store.event(name, value, site: CallSite(fileID, line), askingFor: ask) }
  }
}
