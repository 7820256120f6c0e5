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
struct LogWriter {
  private var output: LogOutput
  /// The action whose line is begun and not ended.
  private var openStep: StepNumber?
  private var nextStep = 1
  private var latestTime = 0
  /// Memory for the bytes of one record, kept for the next.
  private var line: [UInt8] = []
  private var loss: Loss?
  private(set) var isClosed = false

  /// Counts the losses. A state may be written as a patch only if nothing was lost since the state it starts from.
  private(set) var losses = 0
  /// The first failure.
  var failure: RecorderError? { output.failure }

  init(_ header: LogHeader, to sink: any LogSink, durability: RecorderOptions.Durability = .culprit) {
    output = LogOutput(to: sink, durability: durability)
    output.begin(with: LogLine.header(header).bytes)
  }

  /// Hands over what was held back.
  mutating func flush() { _ = output.flush() }

  /// Hands over what was held back, and waits until it is written, as far as that can be done.
  mutating func drain() { output.drain() }
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
    let place = add(.beginning, at: time) { action.placed(at: $1).write(step: $1, time: $0, into: &$2) }
    if let place, place.isWritten { openStep = place.step }
    return place
  }

  /// Writes a whole action record.
  mutating func append(_ action: ActionHead, _ facts: OutcomeFacts, at time: Int) -> Place? {
    add(at: time) { time, step, line in
      action.placed(at: step).write(step: step, time: time, into: &line)
      facts.write(into: &line)
      OutcomeFacts.endLine(in: &line)
    }
  }

  mutating func append(_ mark: MarkRecord, at time: Int) -> Place? {
    add(at: time) { time, step, line in
      var mark = mark
      mark.step = step
      mark.time = time
      mark.cause = mark.cause?.before(step)
      LogLine.record(.mark(mark)).write(into: &line)
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

  /// Writes what came of `step`: into its line if that is still open, else as a completion record.
  ///
  /// - Parameters:
  ///   - store: As ``ActionHead/storeMember(_:)`` writes it.
  ///   - closing: The outcome, up to the end of the line.
  ///   - losses: What ``losses`` was when the outcome was made, if it depends on the state before.
  mutating func complete(_ step: StepNumber, of store: [UInt8], with closing: [UInt8], losses expected: Int?, at time: Int) -> Completion {
    if let expected, expected != losses { return .stale }
    guard !isClosed else { return .lost }
    let time = advance(to: time)
    guard catchUp(at: time) else {
      note(lost: step)
      return .lost
    }
    let isWritten =
      openStep == step
      ? output.put(.whole, closing)
      : putLine {
        CompletionRecord.begin(step, time: time, store: store, in: &$0)
        $0.append(contentsOf: closing)
      }
    guard isWritten else {
      note(lost: step)
      return .lost
    }
    openStep = nil
    return .written(losses: losses)
  }

  /// Writes where a store stands.
  mutating func state(of store: [UInt8], with closing: [UInt8], losses expected: Int?, at time: Int) -> Completion {
    if let expected, expected != losses { return .stale }
    guard !isClosed else { return .lost }
    let time = advance(to: time)
    let isWritten =
      catchUp(at: time)
      && putLine {
        StateRecord.begin(time: time, store: store, in: &$0)
        $0.append(contentsOf: closing)
      }
    guard isWritten else {
      note(lost: nil)
      return .lost
    }
    openStep = nil
    return .written(losses: losses)
  }

  /// Counts a record that was not even tried.
  mutating func drop(for reason: String) {
    guard !isClosed else { return }
    note(lost: nil, reason: reason)
  }

  /// Writes the last record and closes the sink. What comes later is ignored.
  mutating func close(at time: Int) {
    guard !isClosed else { return }
    // A full queue is no reason to lose the last record.
    drain()
    _ = add(at: time) { LogLine.record(.end(EndRecord(step: $1, time: $0, reason: "closed"))).write(into: &$2) }
    isClosed = true
    output.close()
  }
}

// MARK: - Losses

extension LogWriter {
  /// Records that did not get into the log since the last gap record.
  private struct Loss {
    var count = 0
    var first: StepNumber?
    var last: StepNumber?
    let reason: String
  }

  private mutating func note(lost step: StepNumber?, reason: String? = nil) {
    losses += 1
    var loss = self.loss ?? Loss(reason: reason ?? output.latestFailure.map { "\($0.reason)" } ?? "")
    loss.count += 1
    if let step {
      loss.first = min(loss.first ?? step, step)
      loss.last = max(loss.last ?? step, step)
    }
    self.loss = loss
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
    let isReady = catchUp(at: time)
    let step = StepNumber(nextStep)
    nextStep += 1
    guard isReady, putLine(part, { write(time, step, &$0) }) else {
      note(lost: step)
      return Place(step: step, isWritten: false)
    }
    openStep = nil
    return Place(step: step, isWritten: true)
  }

  /// Times in a log never go back, even if two threads read the clock and come here in the other order.
  private mutating func advance(to time: Int) -> Int {
    latestTime = max(latestTime, time)
    return latestTime
  }

  /// Makes good for earlier trouble: ends a line that was cut, tells what was lost. `false` if the sink still refuses.
  private mutating func catchUp(at time: Int) -> Bool {
    guard output.catchUp() else { return false }
    guard let loss else { return true }
    let gap = GapRecord(
      step: StepNumber(nextStep), time: time, lost: loss.count, first: loss.first, last: loss.last, reason: loss.reason)
    guard putLine(.whole, { LogLine.record(.gap(gap)).write(into: &$0) }) else { return false }
    nextStep += 1
    openStep = nil
    self.loss = nil
    return output.catchUp()
  }

  /// Writes what `write` appends, behind the end of a line that is open. `false` if nothing was accepted.
  private mutating func putLine(_ part: LogOutput.Part = .whole, _ write: (inout [UInt8]) -> Void) -> Bool {
    line.removeAll(keepingCapacity: line.capacity <= Self.mostKeptBytes)
    if openStep != nil { OutcomeFacts.endLine(in: &line) }
    write(&line)
    return output.put(part, line)
  }

  /// A record larger than this is rare; its memory is given back with the next one.
  private static let mostKeptBytes = 1 << 16
}

// MARK: - Causes

extension ActionHead {
  /// The action as it is written at `step`: without a cause that is no earlier one, see ``RecordedCause/before(_:)``.
  fileprivate func placed(at step: StepNumber) -> ActionHead {
    guard let causeStep, causeStep >= step else { return self }
    var action = self
    action.removeCause()
    return action
  }
}

extension RecordedCause {
  /// The cause, unless it is a later step of this run: causes point backwards, and what was carried here may be mistaken.
  fileprivate func before(_ step: StepNumber) -> RecordedCause? {
    if case .step(let cause) = self, cause >= step { return nil }
    return self
  }
}
