internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeLog

/// The log of one run, shared by a recorder and everything attached to it. It lives as long as any of them.
///
/// Its locks are held only for counting and moving bytes. The only app code that runs under one is a custom sink, and the log refuses
/// records from it.
@usableFromInline final class RunLog: Sendable {
  /// The identity of the run.
  let run: String
  let options: RecorderOptions
  private let digestKey: DigestKey
  let makeComparison: @Sendable (EncodingRules, _ maximumBytes: Int) -> ImageComparison
  let clock: @Sendable () -> Int
  let onAction: (@Sendable (_ name: String) -> Void)?
  /// The number of forks before the process that created the log.
  let generation = Fork.generation
  let writer: Locked<LogWriter>
  let stores = Locked(renewable: { AttachedStores() })
  private let texts: TextRedactor
  /// The number of records that were refused since the last one, because a sink made them.
  private let refusedInSink = Locked(renewable: { 0 })
  /// The number of effects in the run so far.
  let effects = Locked(renewable: { 0 })
  /// The ``EncodingProblem/identity(store:)`` of problems already reported in the log.
  let toldProblems = Locked<Set<String>>(renewable: { [] })
  let dispatches = Locked<[OpenDispatch]>(renewable: { [] })
  let listener = Locked<(any LogListener)?>(renewable: { nil })

  init(_ context: RecordingContext, options: RecorderOptions, sink: any LogSink) {
    run = context.run
    clock = context.clock
    onAction = context.onAction
    self.options = options
    digestKey = context.digestKey
    makeComparison = context.makeComparison
    texts = TextRedactor(options)
    let generation = generation
    writer = Locked(renewable: {
      // In the child of a fork it only refuses.
      let isForked = generation != Fork.generation
      return LogWriter(
        RunHeader(context), to: isForked ? MemorySink() : sink, durability: options.durability, keeping: options.keeping)
    })
  }

  /// Flushes beginnings whose outcome will never arrive.
  deinit { withWriter { _ = $0.output.flush() } }

  /// Microseconds since the run's start.
  var now: Int { clock() }

  /// Microseconds since `start`; 0 if the clock went back, which it should not.
  func elapsed(since start: Int) -> Int { max(0, now &- start) }

  var failure: RecorderError? { isInSink ? nil : withWriter { $0.failure } }

  /// Where the latest outcome stands.
  var place: OutcomePlace { withWriter { $0.place } }

  /// The number of losses so far.
  var losses: Int { withWriter { $0.losses } }
}

// MARK: - Records

extension RunLog {
  @usableFromInline func mark(_ text: String, level: String, site: CallSite) { mark(text, level: level, site: site.text) }

  @usableFromInline func mark(_ text: String, level: String, site: String?) {
    guard !refusesRecord() else { return }
    append(MarkFacts(redacted(text), level: level, cause: currentCause, site: site.map(redacted)))
  }

  /// Records an error that occurred after the outcome of `step` was written.
  func tell(_ error: RecordedError, after step: StepNumber) {
    let text = "\(error.type): \(error.message)"
    append(MarkFacts(text, level: Recorder.Level.error.rawValue, cause: .step(step)))
  }

  /// Reports, once for each ``EncodingProblem/identity(store:)``, that a value was not recorded as it should have been.
  func tell(_ problem: EncodingProblem, of store: String) {
    guard toldProblems.withLock({ $0.insert(problem.identity(store: store)).inserted }) else { return }
    append(MarkFacts(problem.text(store: store), level: problem.level.rawValue, problem: problem.facts(store: store)))
  }

  /// Records a message about the recorder's work for the person who reads the log.
  func mark(_ text: String, problem kind: String, of store: String? = nil) {
    append(MarkFacts(text, level: Recorder.Level.info.rawValue, problem: MarkFacts.problem(kind, store: store)))
  }

  fileprivate func append(_ mark: MarkFacts) {
    let now = now
    _ = recording { $0.append(mark, at: now) }
  }

  /// Whether recording is refused because the running thread is inside an encoding or a sink. A gap counts the refused record.
  func refusesRecord() -> Bool {
    if isForked {
      tellFork()
      return true
    }
    let refused = refusedInSink.withLock { refused in
      defer { refused = isInSink ? refused + 1 : 0 }
      return refused
    }
    if isInSink { return true }
    if refused > 0 { withWriter { for _ in 0..<refused { $0.drop(for: "recorded from inside a log's sink") } } }
    guard ThreadFlag.encoding.isSet else { return false }
    withWriter { $0.drop(for: "recorded from inside an encoding") }
    return true
  }

  /// Whether the running thread is inside a sink, and may therefore be inside the lock of this log.
  var isInSink: Bool { ThreadFlag.inSink.isSet }

  /// - Parameter caller: The actor that the running code is isolated to.
  func close(reason: String = "closed", isolation caller: (any Actor)? = #isolation) {
    guard !isInSink else { return }
    if !withWriter({ $0.isClosed }) { tellLastStates(to: caller) }
    let now = now
    if withWriter({ $0.checkBeforeEnd() }) { restateStores() }
    withWriter { $0.close(at: now, reason: reason) }
  }

  /// Returns `text` without secrets.
  func redacted(_ text: String) -> String { texts.redacted(text) }
}

extension Recorder {
  /// Marks that code of two tests uses one store.
  package func mark(_ text: String, sharedWith test: String) {
    guard let log, !log.refusesRecord() else { return }
    let problem = MarkFacts.problem("sharedStore", test: log.redacted(test))
    log.append(MarkFacts(log.redacted(text), level: Level.warning.rawValue, cause: log.currentCause, problem: problem))
  }

  /// Ends the log like ``close(isolation:)``, with this reason in its end record.
  package func close(reason: String) { log?.close(reason: reason) }
}

// MARK: - Stores

extension RunLog {
  /// The rules for encoding the states and actions of a store.
  func rules(forStore name: String, in module: String) -> EncodingRules {
    options.encodingRules(forStore: name, in: module, digestKey: digestKey)
  }

  /// - Parameters:
  ///   - fileID: The source file in which the store is attached.
  ///   - tellsEnd: Whether the log records the end of the store.
  func store(_ name: String, from fileID: StaticString, tellsEnd: Bool = true) -> RecordedStore {
    RecordedStore(name, in: self, module: String(fileID.description.prefix { $0 != "/" }), tellsEnd: tellsEnd)
  }

  /// Release the stores outside of locks: one of them may be the last reference to a store, and its deinit records.
  var liveStores: [RecordedStore] { stores.withLock { $0.all } }
}

// MARK: - Causes

extension RunLog {
  /// The action that caused the running task.
  var currentCause: RecordedCause? {
    guard let cause = Cause.current, cause.seq >= 1 else { return nil }
    return cause.run == run ? .step(StepNumber(cause.seq)) : .otherRun(cause.run, StepNumber(cause.seq))
  }

  func cause(_ step: StepNumber) -> Cause { Cause(run: run, seq: step.rawValue) }
}

// MARK: - Traces

extension RunLog {
  /// The trace and span of the running task, if the app has them.
  var currentTrace: TraceContext? {
    // Flagged, since an app that records meanwhile would be asked again without end.
    guard let ask = options.traceContext, let trace = ThreadFlag.encoding.withFlagSet(ask) else { return nil }
    if trace.traceID.isTraceIdentifier(ofDigits: 32), trace.spanID.isTraceIdentifier(ofDigits: 16) { return trace }
    if toldProblems.withLock({ $0.insert("traceContext").inserted }) { tellWrong(trace) }
    return nil
  }

  private func tellWrong(_ trace: TraceContext) {
    let ids = [trace.traceID, trace.spanID].map { "'\(redacted(String($0.prefix(64))))'" }.joined(separator: " and ")
    let text = """
      actions lack their trace: 'traceContext' returned \(ids), but W3C Trace Context has 32 hexadecimal digits in lower case for a trace \
      and 16 for a span, not all of them zero
      """
    mark(text, problem: "traceContext")
  }
}

// MARK: - Header

extension RunHeader {
  init(_ context: RecordingContext) {
    var meta: [UInt8] = []
    for (key, text) in context.meta.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      meta.append(UInt8(ascii: meta.isEmpty ? "{" : ","))
      meta.append(quoted: key)
      meta.append(":", string: text)
    }
    self.init(
      run: context.run,
      time: Timestamp(microsecondsSince1970: context.start).description,
      app: context.app?.json,
      process: context.process?.json,
      meta: meta.isEmpty ? nil : meta + [UInt8(ascii: "}")]
    )
  }
}

extension RecordingContext.App {
  fileprivate var json: [UInt8] {
    var json: [UInt8] = []
    json.append("{\"name\":", string: name)
    json.append(",\"version\":", string: version)
    return json + [UInt8(ascii: "}")]
  }
}

extension RecordingContext.Process {
  fileprivate var json: [UInt8] {
    var json: [UInt8] = []
    json.append("{\"id\":", decimal: id)
    json.append(",\"host\":", string: host)
    json.append(",\"os\":", string: os)
    return json + [UInt8(ascii: "}")]
  }
}
