/// Records every action of the stores attached to it, and the states they lead to, into one log.
///
/// ```swift
/// let recorder = Recorder(to: "shop.jsonl")
/// let app = recorder.store("app")
/// let store = Store(reducer: app.reducer(appReducer), state: nil, middleware: [app.middleware])
/// ```
///
/// A recorder never throws, traps or hangs the app. What could not be written is told in the log itself, as a gap, as soon as writing works
/// again; the first reason stays in ``failure``. It may be used from any thread: records are written in the order in which
/// they began, states of one store in the order of their reduction.
///
/// The log goes on as long as the recorder or anything attached to it lives, or until ``close(isolation:)``.
public final class Recorder: Sendable {
  #if RECORDING_COMPILED_OUT
  @inlinable var log: RunLog? { nil }

  init(log: RunLog?) {}
  #else
  /// `nil` if nothing is recorded.
  @usableFromInline let log: RunLog?

  init(log: RunLog?) { self.log = log }
  #endif

  /// Records into a file, always.
  ///
  /// A log that stands at `path` is renamed first, with the time at which it began; nothing is ever overwritten or deleted. What is no log is
  /// left alone, see ``FileSink``.
  public convenience init(to path: String, options: RecorderOptions = RecorderOptions(), context: RecordingContext = .current()) {
    self.init(log: RunLog(context, options: options, sink: FileSink(path)))
  }

  /// Records into a sink of your own, always.
  public convenience init(
    writingTo sink: any LogSink, options: RecorderOptions = RecorderOptions(), context: RecordingContext = .current()
  ) {
    self.init(log: RunLog(context, options: options, sink: sink))
  }

  /// Records nothing. What is attached to it costs next to nothing.
  public static let disabled = Recorder(log: nil)

  /// Whether recording is part of this build: always, but for release builds with the package trait `DebugOnly`.
  @inlinable
  public static var isCompiledIn: Bool {
    #if RECORDING_COMPILED_OUT
    false
    #else
    true
    #endif
  }

  /// Whether there is a log. Whether writing to it works is another question, which ``failure`` answers: what cannot be written is tried again
  /// with each record, so a recorder goes on recording into a disk that is full or a folder that is not there yet.
  @inlinable
  public var isRecording: Bool { log != nil }

  /// Why the log is not complete: the first failure, which may be over.
  public var failure: RecorderError? { log?.failure }

  /// Ends the log with a record that says so. What is recorded later is ignored.
  ///
  /// Each object tells its last state before, if it is of the actor that calls this, or was only ever recorded on the calling thread or task. Of
  /// the others the log says that their last states are not known, so call ``ObjectTap/changed(cause:fileID:line:)`` on them first.
  public func close(isolation: (any Actor)? = #isolation) { log?.close(isolation: isolation) }

  /// Writes what the log has so far into one file, to be shared. Recording goes on meanwhile.
  ///
  /// All segments that are kept stand in it, oldest first, each line whole: it is a log as any other. An action that is under way is in
  /// flight in it. Only its owner may read the file; nobody ever sees a part of it.
  ///
  /// May be called from any thread. Recording waits while the files of the log are opened, and with
  /// ``RecorderOptions/Durability/background(queueBytes:whenFull:)`` until what is queued is written; not while they are copied.
  ///
  /// - Parameter path: Where nothing stands yet.
  /// - Throws: ``RecorderError`` with ``RecorderError/Reason/noFile`` if nothing is recorded into a file,
  ///   ``RecorderError/Reason/cannotCreate(code:)`` if something stands at `path` or its folder cannot be written to, and the others of reading and
  ///   writing.
  public func export(to path: String) throws(RecorderError) {
    guard let log else { throw RecorderError(.noFile) }
    try log.export(to: path)
  }
}

// MARK: - Marks

extension Recorder {
  /// How much a mark matters.
  public enum Level: String, Sendable { case info, warning, error }

  /// Puts a note into the log: by the app, a test or a person. Its text is not even made if nothing is recorded.
  @inlinable
  public func mark(_ text: @autoclosure () -> String, level: Level = .info, fileID: StaticString = #fileID, line: UInt = #line) {
    guard let log else { return }
    log.mark(text(), level: level.rawValue, site: CallSite(fileID, line))
  }

  /// Puts a note into the log that comes from elsewhere: a line of another log. `site` is where that was, if it is known.
  @inlinable
  public func mark(_ text: @autoclosure () -> String, level: Level = .info, site: String?) {
    guard let log else { return }
    log.mark(text(), level: level.rawValue, site: site)
  }
}

// MARK: - Causes

extension Recorder {
  /// The action that the running task stems from: carry it over hops that lose it. See ``Cause``.
  @inlinable
  public var cause: Cause? { log == nil ? nil : Cause.current }

  /// Runs `body` as the consequence of `cause`, or of nothing.
  @inlinable
  public func caused<Result, Failure: Error>(by cause: Cause?, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try log == nil ? body() : Cause.with(cause, body)
  }

  /// Runs `body`, which may wait, as the consequence of `cause`, or of nothing.
  @inlinable
  public func caused<Result>(
    by cause: Cause?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await log == nil ? body() : Cause.with(cause, body)
  }

  /// Returns a closure that runs `body` as the consequence of the action that is current now: for queues, timers and callbacks.
  ///
  /// ```swift
  /// DispatchQueue.main.async(execute: recorder.keepingCause { cart.record("paid") {} })
  /// ```
  @inlinable
  public func keepingCause<each Argument, Result>(
    _ body: @escaping (repeat each Argument) -> Result
  ) -> (repeat each Argument) -> Result {
    guard log != nil else { return body }
    let cause = Cause.current
    return { (argument: repeat each Argument) in Cause.with(cause) { body(repeat each argument) } }
  }

  /// Returns a closure that runs `body` as the consequence of the action that is current now, and that other threads may call.
  @inlinable @_disfavoredOverload
  public func keepingCause<each Argument, Result>(
    _ body: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    guard log != nil else { return body }
    let cause = Cause.current
    return { (argument: repeat each Argument) in Cause.with(cause) { body(repeat each argument) } }
  }

  /// Returns a closure that runs `body`, which may wait, as the consequence of the action that is current now: for `Task.detached`.
  @inlinable
  public func keepingCause<Result>(_ body: @escaping @Sendable () async throws -> Result) -> @Sendable () async throws -> Result {
    guard log != nil else { return body }
    let cause = Cause.current
    return { try await Cause.with(cause) { try await body() } }
  }
}

// MARK: - Stores

extension Recorder {
  /// A tap for a store that begins when its first action is recorded.
  ///
  /// Its `name` is what it is called in the log. A second one of the same name is `name#2` while the first lives.
  public func store(_ name: String, fileID: StaticString = #fileID) -> StoreTap { StoreTap(log?.store(name, from: fileID)) }

  /// A tap for a store that begins now, with `state`.
  public func store<State>(
    _ name: String, state: State, fileID: StaticString = #fileID, line: UInt = #line
  ) -> StoreTap {
    let tap = store(name, fileID: fileID)
    tap.store?.begin(with: state, site: CallSite(fileID, line))
    return tap
  }

  /// A tap for an object that is no store, which begins now with the state that `snapshot` gives.
  ///
  /// `owner` is held weakly. `snapshot` says what its state is; it is called when something is recorded through the tap, where that is done.
  public func store<Owner: AnyObject, State>(
    _ name: String, of owner: Owner, fileID: StaticString = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation,
    snapshot: @escaping (Owner) -> State
  ) -> ObjectTap<Owner> {
    let tap = store(name, fileID: fileID)
    guard let store = tap.store else { return .disabled }
    store.begin(with: snapshot(owner), site: CallSite(fileID, line))
    return ObjectTap(tap, of: isolation) { [weak owner] in owner.map { snapshot($0) } }
  }

  /// A tap for an actor, which begins now with the state that `snapshot` gives.
  ///
  /// Make it and use it inside of the actor: `snapshot` reads the actor's own state. Used anywhere else it ends the process. `owner` is held
  /// weakly, and `snapshot` is called whenever something is recorded through the tap.
  public func store<Owner: Actor, State: Sendable>(
    _ name: String, of owner: isolated Owner, fileID: StaticString = #fileID, line: UInt = #line,
    snapshot: @escaping @Sendable (isolated Owner) -> State
  ) -> ObjectTap<Owner> {
    let tap = store(name, fileID: fileID)
    guard let store = tap.store else { return .disabled }
    store.begin(with: snapshot(owner), site: CallSite(fileID, line))
    return ObjectTap(tap, of: owner) { [weak owner] in owner?.assumeIsolated { snapshot($0) } }
  }

  /// A tap for a dispatcher, which hands each action to many stores.
  public func dispatcher(_ name: String, fileID: StaticString = #fileID) -> DispatcherTap {
    DispatcherTap(StoreTap(log?.store(name, from: fileID, tellsEnd: false)))
  }
}
