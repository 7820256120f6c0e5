#if !RECORDING_COMPILED_OUT
internal import FluxtapeLocking
internal import FluxtapeLog

/// Puts records into a log one after another, and keeps account of those that did not get there.
///
/// An action's line is begun when the action begins and completed when its state is known. If another record comes in
/// between, the line is closed as it is and a completion record follows:
///
/// ```text
/// begin(A)              {"seq":1,"t":5,"store":"cart","type":"add","payload":1
/// complete(1)           {"seq":1,"t":5,"store":"cart","type":"add","payload":1,"patch":[]}⏎
///
/// begin(A) begin(B)     {"seq":1,"t":5,"store":"cart","type":"add","payload":1}⏎{"seq":2,"t":7,"store":…
/// complete(1)           {"seq":2,"t":7,"store":…}⏎{"completes":1,"t":9,"store":"cart","patch":[]}⏎
/// ```
///
/// It lives under the log's lock and moves bytes only: nothing of the app runs here but a sink of its own.
struct LogWriter: ~Copyable {
  var output: LogOutput
  let header: RunHeader
  var segments: SegmentLedger
  /// Whether the current segment lacks the states with which it should begin.
  var lacksStates = false
  /// The action whose line is begun and not ended.
  var openStep: StepNumber?
  var nextStep = 1
  private var latestTime = 0
  /// Memory for the bytes of one record, kept for the next.
  private var line: [UInt8] = []
  var loss: Loss?
  private(set) var isClosed = false

  /// Counts the losses. A state may be written as a patch only if nothing was lost since the state it starts from.
  var losses = 0
  /// The first failure.
  var failure: RecorderError? { output.failure }

  /// The process whose log it is.
  let generation = Fork.generation

  /// - Parameters:
  ///   - isDelayed: Whether the log is begun with the first record only.
  ///   - losses: Where to begin to count losses.
  init(
    _ header: RunHeader, to target: LogTarget, durability: RecorderOptions.Durability = .culprit,
    keeping: RecorderOptions.Keeping = .everything, isDelayed: Bool = false, losses: Int = 0
  ) {
    output = LogOutput(to: target, durability: durability, isDelayed: isDelayed)
    segments = SegmentLedger(output.file == nil ? .everything : keeping)
    self.header = header
    self.losses = losses
    // Accepted in any case, and tried again until it is written: no log is to begin without.
    writeHeader(segment: segments.isSegmented ? segments.current.number : nil)
  }

  /// A writer that is closed from its beginning, since `failure` stands against a log.
  init(_ header: RunHeader, refusing failure: RecorderError) {
    output = LogOutput(refusing: failure)
    segments = SegmentLedger(.everything)
    self.header = header
    isClosed = true
  }
}

// MARK: - Records

extension LogWriter {
  /// The place that a record was given.
  struct Place {
    let step: StepNumber
    /// Whether it stands in the log. If not, a gap record will tell.
    let isWritten: Bool
  }

  /// Begins an action's line, up to its payload. `nil` after ``close(at:)``.
  mutating func begin(_ action: ActionHead, at time: Int) -> Place? {
    let place = add(.beginning, at: time) { action.write(at: $1, time: $0, into: &$2) }
    if let place, place.isWritten { openStep = place.step }
    return place
  }

  /// Writes a whole action record.
  mutating func append(_ action: ActionHead, _ facts: OutcomeFacts, at time: Int) -> Place? {
    add(at: time) { time, step, line in
      action.write(at: step, time: time, into: &line)
      facts.write(into: &line)
      OutcomeFacts.endLine(in: &line)
    }
  }

  mutating func append(_ mark: MarkFacts, at time: Int) -> Place? {
    add(at: time) { time, step, line in
      var mark = mark
      mark.cause = mark.cause?.before(step)
      mark.write(step: step, time: time, into: &line)
      OutcomeFacts.endLine(in: &line)
    }
  }

  enum Completion: Equatable {
    /// Stands in the log, which had lost something so often until then.
    case written(losses: Int)
    /// Not in the log; a gap record will tell.
    case lost
    /// Nothing was written, since something was lost after the state that the patch starts from: the whole state is needed.
    case stale
  }

  /// What an outcome belongs to.
  enum Subject {
    /// An action: into its line if that is still open, else as a completion record.
    case completion(of: StepNumber)
    /// Where a store stands: when its recording begins, in a new segment, after a gap.
    case state
    /// A change of a store's state that no action explains: a step of its own.
    case change(cause: StepNumber?)
    /// A step of its own whose beginning and outcome are known at the same time.
    case step(ActionHead)

    fileprivate var takesStep: Bool {
      switch self {
      case .completion, .state: false
      case .change, .step: true
      }
    }
  }

  /// Writes an outcome.
  ///
  /// - Parameters:
  ///   - store: As ``ActionHead/storeMember(_:)`` writes it.
  ///   - closing: The outcome, up to the end of the line.
  ///   - losses: What ``losses`` was when the outcome was made, if it depends on the state before.
  mutating func write(_ subject: Subject, of store: [UInt8], with closing: [UInt8], losses expected: Int?, at time: Int) -> Completion {
    if let expected, expected != losses { return .stale }
    guard !isClosed else { return .lost }
    let time = advance(to: time)
    var tries = 0
    repeat {
      if catchUp(at: time), put(subject, of: store, with: closing, at: time) { return .written(losses: losses) }
      guard canTryAgain(at: time, after: &tries) else { break }
      if expected != nil { return .stale }
    } while true
    switch subject {
    case .completion(let step): note(lost: step)
    case .state: note(lost: nil)
    case .change, .step:
      note(lost: StepNumber(nextStep))
      nextStep += 1
    }
    return .lost
  }

  private mutating func put(_ subject: Subject, of store: [UInt8], with closing: [UInt8], at time: Int) -> Bool {
    if case .completion(let step) = subject, openStep == step {
      // What goes into the line of its action is no record of its own.
      guard put(.whole, closing, at: time) else { return false }
      openStep = nil
      return true
    }
    let next = StepNumber(nextStep)
    let isWritten = putLine(.whole, at: time) { line in
      switch subject {
      case .completion(let step): LineHead.completion(of: step, time: time, store: store, into: &line)
      case .state: LineHead.state(step: nil, time: time, store: store, into: &line)
      case .change(let cause): LineHead.state(step: next, time: time, store: store, cause: cause.map(RecordedCause.step), into: &line)
      case .step(let head): head.write(at: next, time: time, into: &line)
      }
      line.append(contentsOf: closing)
    }
    guard isWritten else { return false }
    openStep = nil
    if subject.takesStep { nextStep += 1 }
    switch subject {
    case .completion(let step): segments.countRecord(step)
    case .state: segments.countRecord(nil)
    case .change, .step: segments.countRecord(next)
    }
    return true
  }

  /// Counts a record that was not even tried.
  mutating func drop(for reason: String) {
    guard !isClosed else { return }
    note(lost: nil, reason: reason)
  }

  /// Writes the last record and closes the sink. What comes later is ignored.
  mutating func close(at time: Int, reason: String = "closed") {
    guard !isClosed else { return }
    // A log that was not begun needs no end.
    guard !output.isDelayed else { return isClosed = true }
    // A full queue is no reason to lose the last record.
    output.drain()
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
  /// Writes a record that takes a step number, behind the end of a line that is open.
  private mutating func add(
    _ part: LogOutput.Part = .whole, at time: Int, _ write: (_ time: Int, StepNumber, inout [UInt8]) -> Void
  ) -> Place? {
    guard !isClosed else { return nil }
    let time = advance(to: time)
    var tries = 0
    repeat {
      let isReady = catchUp(at: time)
      let step = StepNumber(nextStep)
      if isReady, putLine(part, at: time, { write(time, step, &$0) }) {
        nextStep += 1
        openStep = nil
        segments.countRecord(step)
        return Place(step: step, isWritten: true)
      }
    } while canTryAgain(at: time, after: &tries)
    let step = StepNumber(nextStep)
    nextStep += 1
    note(lost: step)
    return Place(step: step, isWritten: false)
  }

  /// Whether there is a way around what refuses the record: another file, more room.
  @inline(never)
  private mutating func canTryAgain(at time: Int, after tries: inout Int) -> Bool {
    tries += 1
    return overcomeObstacle(at: time) && tries < Self.mostTries
  }

  private static let mostTries = 4

  /// Times in a log never go back, even if two threads read the clock and come here in the other order.
  private mutating func advance(to time: Int) -> Int {
    latestTime = max(latestTime, time)
    return latestTime
  }

  /// Writes what `write` appends, behind the end of a line that is open. `false` if nothing was accepted.
  mutating func putLine(_ part: LogOutput.Part, at time: Int, _ write: (inout [UInt8]) -> Void) -> Bool {
    line.removeAll(keepingCapacity: line.capacity <= Self.mostKeptBytes)
    if openStep != nil { OutcomeFacts.endLine(in: &line) }
    write(&line)
    return put(part, line, at: time)
  }

  // In one place: each kind of record has a copy of what calls it.
  @inline(never)
  private mutating func put(_ part: LogOutput.Part, _ bytes: [UInt8], at time: Int) -> Bool {
    guard makeRoom(for: bytes.count, at: time), output.put(part, bytes, at: time) else { return false }
    segments.count(bytes: bytes.count, at: time)
    return true
  }

  /// A record larger than this is rare; its memory is given back with the next one.
  private static let mostKeptBytes = 1 << 16
}

// MARK: - Causes

extension ActionHead {
  /// Writes the action at `step`: without a cause that is no earlier one, see ``RecordedCause/before(_:)``.
  fileprivate func write(at step: StepNumber, time: Int, into line: inout [UInt8]) {
    guard let causeStep, causeStep >= step else { return write(step: step, time: time, into: &line) }
    var action = self
    action.removeCause()
    action.write(step: step, time: time, into: &line)
  }
}

extension RecordedCause {
  /// The cause, unless it is a later step of this run: causes point backwards, and what was carried here may be mistaken.
  fileprivate func before(_ step: StepNumber) -> RecordedCause? {
    if case .step(let cause) = self, cause >= step { return nil }
    return self
  }
}
#endif
