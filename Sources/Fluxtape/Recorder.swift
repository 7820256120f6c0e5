/// Records all actions of the attached stores, and the states that follow from them, into one log.
///
/// ```swift
/// let recorder = Recorder(to: "shop.jsonl")
/// let app = recorder.store("app")
/// let store = Store(reducer: app.reducer(appReducer), state: nil, middleware: [app.middleware])
/// ```
///
/// A recorder never throws, traps or hangs the app. If records cannot be written, the log reports them as a gap as soon as writing works
/// again; the first reason stays in ``failure``. A recorder may be used from any thread: records are written in the order in which they
/// began, states of one store in the order of their reduction.
///
/// The log stays open as long as the recorder or anything attached to it lives, or until ``close(isolation:)``.
public final class Recorder: Sendable {
  /// `nil` if nothing is recorded.
  @usableFromInline let log: RunLog?

  init(log: RunLog?) { self.log = log }

  /// Records into a file, in all builds.
  ///
  /// An earlier log at `path` is renamed first, with its start time in the name; nothing is ever overwritten or deleted. A file that is not
  /// a log is left alone, see ``FileSink``.
  public convenience init(to path: String, options: RecorderOptions = RecorderOptions(), context: RecordingContext = .current()) {
    self.init(log: RunLog(context, options: options, sink: FileSink(path)))
  }

  /// Records into a custom sink, in all builds.
  public convenience init(
    writingTo sink: any LogSink, options: RecorderOptions = RecorderOptions(), context: RecordingContext = .current()
  ) {
    self.init(log: RunLog(context, options: options, sink: sink))
  }

  /// A recorder that records nothing: what a release build uses if only debug builds record. It has no log, no file and no lock; what is
  /// attached to it costs next to nothing.
  public static let disabled = Recorder(log: nil)

  /// Whether there is a log. This does not say whether writing works; for that see ``failure``. The recorder retries with each record, so
  /// it continues after a full disk or a missing folder.
  @inlinable
  public var isRecording: Bool { log != nil }

  /// Why the log is incomplete: the first failure, which may be over by now.
  public var failure: RecorderError? { log?.failure }

  /// Ends the log with an end record. Later records are ignored.
  ///
  /// Before that, each object records its last state if it belongs to the calling actor, or was only recorded on the calling thread or
  /// task. For other objects the log says that their last states are unknown; call ``ObjectTap/changed(cause:fileID:line:)`` on them first.
  public func close(isolation: (any Actor)? = #isolation) { log?.close(isolation: isolation) }

  /// Copies the log so far into one file, for sharing. Recording continues meanwhile.
  ///
  /// The copy contains all kept segments, oldest first, without incomplete lines: it is an ordinary log. Actions that have not ended are in
  /// flight in it. Only the owner may read the file, and it appears complete or not at all.
  ///
  /// May be called from any thread. Recording waits while the files of the log are opened, but not while they are copied.
  ///
  /// - Parameter path: The path of the copy, where no file exists yet.
  /// - Throws: ``RecorderError`` with ``RecorderError/Reason/noFile`` if the recorder does not write a file,
  ///   ``RecorderError/Reason/cannotCreate(code:)`` if a file exists at `path` or its folder is not writable, or one of the errors of
  ///   reading and writing.
  public func export(to path: String) throws(RecorderError) {
    guard let log else { throw RecorderError(.noFile) }
    try log.export(to: path)
  }
}

// MARK: - Marks

extension Recorder {
  /// The importance of a mark.
  public enum Level: String, Sendable { case info, warning, error }

  /// Adds a note to the log. If nothing is recorded, its text is not evaluated.
  @inlinable
  public func mark(_ text: @autoclosure () -> String, level: Level = .info, fileID: StaticString = #fileID, line: UInt = #line) {
    guard let log else { return }
    log.mark(text(), level: level.rawValue, site: CallSite(fileID, line))
  }

  /// Adds a note from another source to the log, for example a line of another log. `site` is its source location, if known.
  @inlinable
  public func mark(_ text: @autoclosure () -> String, level: Level = .info, site: String?) {
    guard let log else { return }
    log.mark(text(), level: level.rawValue, site: site)
  }
}

// MARK: - Causes

extension Recorder {
  /// The action that caused the running task. Use it to carry the cause across hops that lose it. See ``Cause``.
  @inlinable
  public var cause: Cause? { log == nil ? nil : Cause.current }

  /// Runs `body` with `cause` as the cause of its actions; `nil` means no cause.
  @inlinable
  public func caused<Result, Failure: Error>(by cause: Cause?, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try log == nil ? body() : Cause.with(cause, body)
  }

  /// Runs the asynchronous `body` with `cause` as the cause of its actions; `nil` means no cause.
  @inlinable
  public func caused<Result>(
    by cause: Cause?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await log == nil ? body() : Cause.with(cause, body)
  }

  /// Returns a closure that runs `body` with the current cause: for queues, timers and callbacks.
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

  /// Returns a closure that runs `body` with the current cause and that other threads may call.
  ///
  /// Leave `sendable` out. Its default value ranks this overload below the one above wherever both fit, in the language modes 5 and 6.
  @inlinable
  public func keepingCause<each Argument, Result>(
    _ body: @escaping @Sendable (repeat each Argument) -> Result, sendable: Void = ()
  ) -> @Sendable (repeat each Argument) -> Result {
    guard log != nil else { return body }
    let cause = Cause.current
    return { (argument: repeat each Argument) in Cause.with(cause) { body(repeat each argument) } }
  }

  /// Returns a closure that runs the asynchronous `body` with the current cause: for `Task.detached`.
  @inlinable
  public func keepingCause<Result>(_ body: @escaping @Sendable () async throws -> Result) -> @Sendable () async throws -> Result {
    guard log != nil else { return body }
    let cause = Cause.current
    return { try await Cause.with(cause) { try await body() } }
  }
}

// MARK: - Stores

extension Recorder {
  /// Returns a tap for a store that begins with its first recorded action.
  ///
  /// `name` is the store's name in the log. A second store with the same name is `name#2` while the first one lives.
  public func store(_ name: String, fileID: StaticString = #fileID) -> StoreTap { StoreTap(log?.store(name, from: fileID)) }

  /// Returns a tap for a store that begins now, with `state`.
  public func store<State>(
    _ name: String, state: State, fileID: StaticString = #fileID, line: UInt = #line
  ) -> StoreTap {
    let tap = store(name, fileID: fileID)
    tap.store?.begin(with: state, site: CallSite(fileID, line))
    return tap
  }

  /// Returns a tap for an object other than a store. It begins now, with the state returned by `snapshot`.
  ///
  /// `owner` is held weakly. `snapshot` returns its state; each recording through the tap calls it, on the recording thread.
  public func store<Owner: AnyObject, State>(
    _ name: String, of owner: Owner, fileID: StaticString = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation,
    snapshot: @escaping (Owner) -> State
  ) -> ObjectTap<Owner> {
    let tap = store(name, fileID: fileID)
    guard let store = tap.store else { return .disabled }
    store.begin(with: snapshot(owner), site: CallSite(fileID, line))
    return ObjectTap(tap, of: isolation) { [weak owner] in owner.map { snapshot($0) } }
  }

  /// Returns a tap for an actor. It begins now, with the state returned by `snapshot`.
  ///
  /// Create and use it inside of the actor, since `snapshot` reads the actor's state. Using it anywhere else ends the process. `owner` is
  /// held weakly, and each recording through the tap calls `snapshot`.
  public func store<Owner: Actor, State: Sendable>(
    _ name: String, of owner: isolated Owner, fileID: StaticString = #fileID, line: UInt = #line,
    snapshot: @escaping @Sendable (isolated Owner) -> State
  ) -> ObjectTap<Owner> {
    let tap = store(name, fileID: fileID)
    guard let store = tap.store else { return .disabled }
    store.begin(with: snapshot(owner), site: CallSite(fileID, line))
    return ObjectTap(tap, of: owner) { [weak owner] in owner?.assumeIsolated { snapshot($0) } }
  }

  /// Returns a tap for a dispatcher, which passes each action to many stores.
  public func dispatcher(_ name: String, fileID: StaticString = #fileID) -> DispatcherTap {
    DispatcherTap(StoreTap(log?.store(name, from: fileID, tellsEnd: false)))
  }
}
