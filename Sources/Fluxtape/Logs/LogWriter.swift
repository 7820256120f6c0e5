internal import FluxtapeLog

/// Writes records into a log one after another, and counts those that are lost.
///
/// An action's line is begun when the action begins, and completed when its state is known. If another record comes in between, the writer
/// ends the line as it is and writes a completion record later:
///
/// ```text
/// begin(A)              {"seq":1,"t":5,"store":"cart","type":"add","payload":1
/// complete(1)           {"seq":1,"t":5,"store":"cart","type":"add","payload":1,"patch":[]}⏎
///
/// begin(A) begin(B)     {"seq":1,"t":5,"store":"cart","type":"add","payload":1}⏎{"seq":2,"t":7,"store":…
/// complete(1)           {"seq":2,"t":7,"store":…}⏎{"completes":1,"t":9,"store":"cart","patch":[]}⏎
/// ```
///
/// The log's lock protects it. It only moves bytes: the only app code that runs here is a custom sink.
struct LogWriter: ~Copyable {
  var output: LogOutput
  let header: RunHeader
  var segments: SegmentLedger
  /// Whether the current segment lacks the states that it should begin with.
  var lacksStates = false
  /// The action whose line is begun but not ended.
  var openStep: StepNumber?
  var nextStep = 1
  private var latestTime = 0
  private var outcomes = 0
  /// The buffer of one record, reused for the next.
  private var line: [UInt8] = []
  var loss: Loss?
  private(set) var isClosed = false

  /// Counts losses. A patch may be written only if nothing was lost since the state that it starts from.
  var losses = 0
  /// The first failure.
  var failure: RecorderError? { output.failure }

  init(
    _ header: RunHeader, to sink: any LogSink, durability: RecorderOptions.Durability = .culprit,
    keeping: RecorderOptions.Keeping = .everything
  ) {
    output = LogOutput(to: sink, durability: durability)
    segments = SegmentLedger(output.file == nil ? .everything : keeping)
    self.header = header
    // The header is always accepted and retried until it is written: no log may begin without one.
    writeHeader(segment: segments.isSegmented ? segments.current.number : nil)
  }

  /// Closes the writer without an end record: nothing more is written to the log, since `failure` prevents it.
  mutating func refuse(_ failure: RecorderError) {
    output = LogOutput(refusing: failure)
    isClosed = true
  }
}

/// A record that has been begun.
@usableFromInline struct Opened: Sendable {
  let step: StepNumber
  /// Whether it is in the log. If not, a gap record will report it.
  let isWritten: Bool
}

// MARK: - Records

extension LogWriter {
  /// Begins an action's line, up to its payload. Returns `nil` after ``close(at:)``.
  mutating func begin(_ action: ActionHead, at time: Int) -> Opened? {
    let place = add(.beginning, at: time) { action.write(at: $1, time: $0, into: &$2) }
    if let place, place.isWritten { openStep = place.step }
    return place
  }

  /// Writes a whole action record.
  mutating func append(_ action: ActionHead, _ facts: OutcomeFacts, at time: Int) -> Opened? {
    add(at: time) { time, step, line in
      action.write(at: step, time: time, into: &line)
      facts.write(into: &line)
      OutcomeFacts.endLine(in: &line)
    }
  }

  mutating func append(_ mark: MarkFacts, at time: Int) -> Opened? {
    add(at: time) { time, step, line in
      var mark = mark
      mark.cause = mark.cause?.before(step)
      mark.write(step: step, time: time, into: &line)
      OutcomeFacts.endLine(in: &line)
    }
  }

  enum Completion: Equatable {
    /// The outcome is in the log; `losses` is the loss counter at that moment.
    case written(losses: Int)
    /// The outcome is not in the log; a gap record will report it.
    case lost
    /// Nothing was written: records were lost after the state that the patch starts from, so the whole state is needed.
    case stale
  }

  /// The record to which an outcome belongs.
  enum Subject {
    /// An action: the outcome goes into its line if that is still open, otherwise into a completion record.
    case completion(of: StepNumber)
    /// The state of a store at the start of recording.
    case state
    /// The last state of a store once more: in a new segment, or after a gap.
    case restated
    /// A change of a store's state without an action; it is a separate step.
    case change(cause: StepNumber?)
    /// A separate step whose beginning and outcome are known together.
    case step(ActionHead)

    fileprivate var takesStep: Bool {
      switch self {
      case .completion, .state, .restated: false
      case .change, .step: true
      }
    }

    /// The step that the record belongs to, which a gap names if it is lost.
    func step(next: StepNumber) -> StepNumber? {
      switch self {
      case .completion(let step): step
      case .state, .restated: nil
      case .change, .step: next
      }
    }
  }

  /// Writes an outcome.
  ///
  /// - Parameters:
  ///   - store: The member, as ``ActionHead/storeMember(_:)`` writes it.
  ///   - closing: The outcome, up to the end of the line.
  ///   - losses: The value of ``losses`` when the outcome was made, if the outcome depends on the previous state.
  mutating func write(_ subject: Subject, of store: [UInt8], with closing: [UInt8], losses expected: Int?, at time: Int) -> Completion {
    if let expected, expected != losses { return .stale }
    guard !isClosed else { return .lost }
    outcomes += 1
    let time = advance(to: time)
    let completion = attempt(at: time, isRelative: expected != nil) { $0.put(subject, of: store, with: closing, at: time) }
    if completion == .lost { note(lost: subject.step(next: StepNumber(nextStep))) }
    if completion != .stale, subject.takesStep { nextStep += 1 }
    return completion
  }

  /// Where the latest outcome stands.
  var place: OutcomePlace { OutcomePlace(line: outcomes, next: StepNumber(nextStep)) }

  private mutating func put(_ subject: Subject, of store: [UInt8], with closing: [UInt8], at time: Int) -> Bool {
    if case .completion(let step) = subject, openStep == step {
      // An outcome in the line of its action is not a separate record.
      guard put(.whole, closing) else { return false }
      openStep = nil
      return true
    }
    let next = StepNumber(nextStep)
    let isWritten = putLine(.whole) { line in
      switch subject {
      case .completion(let step): LineHead.completion(of: step, time: time, store: store, into: &line)
      case .state, .restated: LineHead.state(step: nil, time: time, store: store, into: &line)
      case .change(let cause): LineHead.state(step: next, time: time, store: store, cause: cause.map(RecordedCause.step), into: &line)
      case .step(let head): head.write(at: next, time: time, into: &line)
      }
      line.append(contentsOf: closing)
    }
    guard isWritten else { return false }
    openStep = nil
    segments.countRecord(subject.step(next: next))
    if case .restated = subject { segments.countState(bytes: closing.count) }
    return true
  }

  /// Counts a record that is dropped without an attempt to write it.
  mutating func drop(for reason: String) {
    guard !isClosed else { return }
    note(lost: nil, reason: reason)
  }

  /// Writes the end record and closes the sink. Later records are ignored.
  mutating func close(at time: Int, reason: String = "closed") {
    guard !isClosed else { return }
    _ = add(at: time) { time, step, line in
      LineHead.end(step: step, time: time, reason: reason, into: &line)
      OutcomeFacts.endLine(in: &line)
    }
    isClosed = true
    output.close()
  }
}

// MARK: - Writing

extension LogWriter {
  /// Writes a record that takes a step number. Ends an open line first.
  private mutating func add(
    _ part: LogOutput.Part = .whole, at time: Int, _ write: (_ time: Int, StepNumber, inout [UInt8]) -> Void
  ) -> Opened? {
    guard !isClosed else { return nil }
    let time = advance(to: time)
    let completion = attempt(at: time) { writer in
      let step = StepNumber(writer.nextStep)
      guard writer.putLine(part, { write(time, step, &$0) }) else { return false }
      writer.openStep = nil
      writer.segments.countRecord(step)
      return true
    }
    let step = StepNumber(nextStep)
    nextStep += 1
    if completion == .lost { note(lost: step) }
    return Opened(step: step, isWritten: completion != .lost)
  }

  /// Tries to write a record with `put`. Where that fails, tries to remove the cause: with a new file, with more room.
  ///
  /// - Parameter isRelative: Whether the record depends on the previous state. It is stale when a new file begins.
  private mutating func attempt(at time: Int, isRelative: Bool = false, _ put: (inout LogWriter) -> Bool) -> Completion {
    for attempt in 1...Self.mostTries {
      if catchUp(at: time), put(&self) { return .written(losses: losses) }
      guard overcomeObstacle(), attempt < Self.mostTries else { break }
      if isRelative { return .stale }
    }
    return .lost
  }

  private static let mostTries = 4

  /// Makes times monotonic: two threads may read the clock and arrive here in the opposite order.
  private mutating func advance(to time: Int) -> Int {
    latestTime = max(latestTime, time)
    return latestTime
  }

  /// Writes what `write` appends, and ends an open line first. Returns `false` if nothing was accepted.
  mutating func putLine(_ part: LogOutput.Part, _ write: (inout [UInt8]) -> Void) -> Bool {
    line.removeAll(keepingCapacity: line.capacity <= Self.mostKeptBytes)
    if openStep != nil { OutcomeFacts.endLine(in: &line) }
    write(&line)
    return put(part, line)
  }

  // Not inlined: each kind of record has its own copy of the caller.
  @inline(never)
  private mutating func put(_ part: LogOutput.Part, _ bytes: [UInt8]) -> Bool {
    guard makeRoom(for: bytes.count), output.put(part, bytes) else { return false }
    segments.count(bytes: bytes.count)
    return true
  }

  /// Larger records are rare; the next record releases their memory.
  private static let mostKeptBytes = 1 << 16
}

// MARK: - Causes

extension ActionHead {
  /// Writes the action at `step`. Omits a cause that is not an earlier step, see ``RecordedCause/before(_:)``.
  fileprivate func write(at step: StepNumber, time: Int, into line: inout [UInt8]) {
    guard let causeStep, causeStep >= step else { return write(step: step, time: time, into: &line) }
    var action = self
    action.removeCause()
    action.write(step: step, time: time, into: &line)
  }
}

extension RecordedCause {
  /// The cause, or `nil` if it is a later step of this run: causes point backwards, and a carried cause may be wrong.
  fileprivate func before(_ step: StepNumber) -> RecordedCause? {
    if case .step(let cause) = self, cause >= step { return nil }
    return self
  }
}
