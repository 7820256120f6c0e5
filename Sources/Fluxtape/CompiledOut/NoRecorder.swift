#if RECORDING_COMPILED_OUT
// The API in a release build with the package trait `DebugOnly`: the same calls, of which nothing is left. What they mean is said where recording
// is implemented. A check of `.ci/run` compares both.

public final class Recorder: Sendable {
  @usableFromInline init() {}

  @inlinable
  public convenience init(_ name: String, options: RecorderOptions = RecorderOptions(), context: RecordingContext = .current()) {
    self.init()
    Self.tellThatNothingIsRecorded(name)
  }

  @inlinable
  public convenience init(to path: String, options: RecorderOptions = RecorderOptions(), context: RecordingContext = .current()) {
    self.init()
  }

  @inlinable
  public convenience init(
    writingTo sink: any LogSink, options: RecorderOptions = RecorderOptions(), context: RecordingContext = .current()
  ) {
    self.init()
  }

  @usableFromInline static func tellThatNothingIsRecorded(_ name: String) {
    guard let asked = SystemFacts.environment("FLUXTAPE_LOG"), !asked.isEmpty, asked != "off" else { return }
    SystemFacts.printToStandardError("fluxtape: \(name) is not recorded: recording is not part of this build (package trait DebugOnly)")
  }

  public static let disabled = Recorder()

  @inlinable public static var isCompiledIn: Bool { false }
  @inlinable public var isRecording: Bool { false }
  @inlinable public var failure: RecorderError? { nil }
  @inlinable public func close() {}
  @inlinable public func export(to path: String) throws(RecorderError) { throw RecorderError(.noFile) }
}

// MARK: - Current

extension Recorder {
  @inlinable public static var current: Recorder { disabled }

  @inlinable @discardableResult
  public func makeCurrent() -> Recorder { self }

  @inlinable
  public static func withCurrent<Result, Failure: Error>(
    _ recorder: Recorder, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }

  @inlinable
  public static func withCurrent<Result>(
    _ recorder: Recorder, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result { try await body() }
}

// MARK: - Marks

extension Recorder {
  public enum Level: String, Sendable { case info, warning, error }

  @inlinable
  public func mark(_ text: @autoclosure () -> String, level: Level = .info, fileID: StaticString = #fileID, line: UInt = #line) {}

  @inlinable
  public func mark(_ text: @autoclosure () -> String, level: Level = .info, site: String?) {}
}

// MARK: - Causes

extension Recorder {
  @inlinable public var cause: Cause? { nil }

  @inlinable
  public func caused<Result, Failure: Error>(by cause: Cause?, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try body()
  }

  @inlinable
  public func caused<Result>(
    by cause: Cause?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result { try await body() }
}

// MARK: - Stores

extension Recorder {
  @inlinable public func store(_ name: String) -> StoreTap { StoreTap() }

  @inlinable
  public func store<State>(_ name: String, state: State, fileID: StaticString = #fileID, line: UInt = #line) -> StoreTap { StoreTap() }

  @inlinable
  public func store<Owner: AnyObject, State>(
    _ name: String, of owner: Owner, fileID: StaticString = #fileID, line: UInt = #line, snapshot: @escaping (Owner) -> State
  ) -> ObjectTap<Owner> { ObjectTap() }

  @inlinable
  public func store<Owner: Actor, State: Sendable>(
    _ name: String, of owner: isolated Owner, fileID: StaticString = #fileID, line: UInt = #line,
    snapshot: @escaping @Sendable (isolated Owner) -> State
  ) -> ObjectTap<Owner> { ObjectTap() }

  @inlinable public func dispatcher(_ name: String) -> DispatcherTap { DispatcherTap() }
}

public struct Cause: Hashable, Sendable {
  public let run: String
  public let seq: Int

  public init(run: String, seq: Int) {
    self.run = run
    self.seq = seq
  }

  @TaskLocal public static var current: Cause?

  @inlinable
  public static func with<Result, Failure: Error>(
    _ cause: Cause?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }

  @inlinable
  public static func with<Result>(
    _ cause: Cause?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result { try await body() }
}
#endif
