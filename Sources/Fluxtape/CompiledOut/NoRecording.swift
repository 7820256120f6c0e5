#if RECORDING_COMPILED_OUT
// A release build with the package trait `DebugOnly`: the API is the same, but the types behind it have no values. So no call to them can
// run, and the compiler removes it. The implementation files document what the API means.

@usableFromInline typealias RunLog = Never
@usableFromInline typealias RecordedStore = Never

// The log.
extension Never {
  init?(_ context: RecordingContext, options: RecorderOptions, sink: any LogSink) { return nil }

  var failure: RecorderError? { switch self {} }
  func store(_ name: String, from fileID: StaticString, tellsEnd: Bool = true) -> RecordedStore? { nil }
  func close(isolation: (any Actor)?) {}
  func export(to path: String) throws(RecorderError) {}
  @usableFromInline func mark(_ text: String, level: String, site: CallSite) {}
  @usableFromInline func mark(_ text: String, level: String, site: String?) {}
}

// A store.
extension Never {
  var label: String { switch self {} }
  func begin<State>(with state: State, site: CallSite) {}
  @usableFromInline func expectReducer() {}

  @inlinable
  func dispatch<Action, State, Result, Failure: Error>(
    _ action: Action, site: CallSite?, askingFor ask: (() -> State?)?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { switch self {} }

  @inlinable
  func handOver<Contents, Result, Failure: Error>(
    _ name: String?, _ contents: Contents, site: CallSite, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { switch self {} }

  @inlinable
  func reduce<Action, State, Result, Failure: Error>(
    _ action: Action, into state: inout State, _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result { switch self {} }

  @inlinable
  func reduce<Payload, State, Result, Failure: Error>(
    _ name: String, _ payload: Payload, site: CallSite, into state: inout State, _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result { switch self {} }

  @inlinable
  func reduce<Action, State, Failure: Error>(
    _ action: Action, from state: State?, _ body: () throws(Failure) -> State
  ) throws(Failure) -> State { switch self {} }

  @inlinable
  func reduce<Action, State, Result, Failure: Error>(
    _ action: Action, from state: State, _ body: () throws(Failure) -> Result, state next: (Result) -> State
  ) throws(Failure) -> Result { switch self {} }

  @inlinable
  func scope<Contents, State, Result, Failure: Error>(
    _ name: String?, _ contents: Contents, site: CallSite, askingFor ask: (() -> State?)?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { switch self {} }

  @inlinable
  func effect<Contents, State, Result>(
    _ name: String, _ contents: Contents, site: CallSite, askingFor ask: (() -> State?)?,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result { switch self {} }

  @inlinable
  func changed<State>(to state: State, cause: Cause?, site: CallSite) {}

  @inlinable
  func changed<State>(cause: Cause?, site: CallSite, askingFor ask: (() -> State?)?) {}

  @inlinable
  func event<Contents, State>(_ name: String, _ contents: Contents, site: CallSite, askingFor ask: (() -> State?)?) {}
}

@usableFromInline struct CallSite {
  @inlinable init(_ fileID: StaticString, _ line: UInt) {}
}

extension Recorder {
  public convenience init(_ name: String, options: RecorderOptions = RecorderOptions(), context: RecordingContext = .current()) {
    self.init(log: nil)
    guard let asked = SystemFacts.environment("FLUXTAPE_LOG"), !asked.isEmpty, asked != "off" else { return }
    SystemFacts.tell("\(name) is not recorded: recording is not part of this build (package trait DebugOnly)")
  }
}

public final class FileSink: LogSink {
  public var path: String { "" }

  public init(_ path: String) {}

  public func write(_ bytes: ArraySlice<UInt8>) throws(RecorderError) -> Int { throw RecorderError(.noFile) }
  public func synchronize() throws(RecorderError) {}
  public func close() {}
}

public final class MemorySink: LogSink {
  public var bytes: [UInt8] { [] }
  public var text: String { "" }

  public init() {}

  public func write(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count }
  public func close() {}
}

extension RecorderError: CustomStringConvertible {
  public var description: String { reason.description }
}

extension RecorderError.Reason: CustomStringConvertible {
  public static func == (left: Self, right: Self) -> Bool { true }
  public var description: String { "nothing is recorded: recording is not part of this build" }
}

extension RecorderError.Occupant: CustomStringConvertible {
  public var description: String { "" }
}
#endif
