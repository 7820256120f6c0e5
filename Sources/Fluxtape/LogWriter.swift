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
  private let sink: any LogSink
  /// The action whose line is begun and not ended.
  private var openStep: StepNumber?
  private var nextStep = 1
  private var latestTime = 0
  /// What is left of a record that the sink took a part of. Written before anything else, so that no line is ever torn by a
  /// full disk alone. Never longer than one record.
  private var unfinished: ArraySlice<UInt8>
  private var loss: Loss?
  private var latestFailure: RecorderError?
  private(set) var isClosed = false

  /// Counts the losses. A state may be written as a patch only if nothing was lost since the state it starts from.
  private(set) var losses = 0
  /// The first failure.
  private(set) var failure: RecorderError?

  init(_ header: LogHeader, to sink: any LogSink) {
    self.sink = sink
    unfinished = LogLine.header(header).bytes[...]
    _ = finishLine()
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
  mutating func begin(_ action: ActionRecord, at time: Int) -> Place? {
    let place = add(at: time) { action.placed(at: $0, $1).openLine }
    if let place, place.isWritten { openStep = place.step }
    return place
  }

  /// Writes a whole action record.
  mutating func append(_ action: ActionRecord, at time: Int) -> Place? {
    add(at: time) { LogLine.record(.action(action.placed(at: $0, $1))).bytes }
  }

  mutating func append(_ mark: MarkRecord, at time: Int) -> Place? {
    add(at: time) { time, step in
      var mark = mark
      mark.step = step
      mark.time = time
      mark.cause = mark.cause?.before(step)
      return LogLine.record(.mark(mark)).bytes
    }
  }

  enum Completion {
    case written
    /// Not in the log; a gap record will tell.
    case lost
    /// Nothing was written, since something was lost after the state that the patch starts from: the whole state is needed.
    case stale
  }

  /// Writes what came of `step`: into its line if that is still open, else as a completion record.
  ///
  /// - Parameters:
  ///   - closing: The outcome as ``Outcome/closingOfLine`` writes it.
  ///   - losses: What ``losses`` was when the outcome was made, if it depends on the state before.
  mutating func complete(_ step: StepNumber, of store: String, with closing: [UInt8], losses expected: Int?, at time: Int) -> Completion {
    if let expected, expected != losses { return .stale }
    guard !isClosed else { return .lost }
    let time = advance(to: time)
    guard catchUp(at: time) else {
      note(lost: step)
      return .lost
    }
    let isOpen = openStep == step
    let beginning = isOpen ? [] : LogRecord.completion(CompletionRecord(step: step, time: time, store: store, outcome: Outcome())).openLine
    guard put((isOpen ? [] : lineEnd) + beginning + closing) else {
      note(lost: step)
      return .lost
    }
    openStep = nil
    return .written
  }

  /// Writes where a store stands.
  mutating func state(of store: String, with closing: [UInt8], losses expected: Int?, at time: Int) -> Completion {
    if let expected, expected != losses { return .stale }
    guard !isClosed else { return .lost }
    let time = advance(to: time)
    let beginning = LogRecord.state(StateRecord(time: time, store: store, outcome: Outcome())).openLine
    guard catchUp(at: time), put(lineEnd + beginning + closing) else {
      note(lost: nil)
      return .lost
    }
    openStep = nil
    return .written
  }

  /// Counts a record that was not even tried.
  mutating func drop(for reason: String) {
    guard !isClosed else { return }
    note(lost: nil, reason: reason)
  }

  /// Writes the last record and closes the sink. What comes later is ignored.
  mutating func close(at time: Int) {
    guard !isClosed else { return }
    _ = add(at: time) { LogLine.record(.end(EndRecord(step: $1, time: $0, reason: "closed"))).bytes }
    isClosed = true
    sink.close()
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
    var loss = self.loss ?? Loss(reason: reason ?? latestFailure.map { "\($0.reason)" } ?? "")
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
  private mutating func add(at time: Int, _ bytes: (Int, StepNumber) -> [UInt8]) -> Place? {
    guard !isClosed else { return nil }
    let time = advance(to: time)
    let isReady = catchUp(at: time)
    let step = StepNumber(nextStep)
    nextStep += 1
    guard isReady, put(lineEnd + bytes(time, step)) else {
      note(lost: step)
      return Place(step: step, isWritten: false)
    }
    openStep = nil
    return Place(step: step, isWritten: true)
  }

  private var lineEnd: [UInt8] { openStep == nil ? [] : [UInt8(ascii: "}"), UInt8(ascii: "\n")] }

  /// Times in a log never go back, even if two threads read the clock and come here in the other order.
  private mutating func advance(to time: Int) -> Int {
    latestTime = max(latestTime, time)
    return latestTime
  }

  /// Makes good for earlier trouble: ends a line that was cut, tells what was lost. `false` if the sink still refuses.
  private mutating func catchUp(at time: Int) -> Bool {
    guard finishLine() else { return false }
    guard let loss else { return true }
    let gap = GapRecord(
      step: StepNumber(nextStep), time: time, lost: loss.count, first: loss.first, last: loss.last, reason: loss.reason)
    guard put(lineEnd + LogLine.record(.gap(gap)).bytes) else { return false }
    nextStep += 1
    openStep = nil
    self.loss = nil
    return finishLine()
  }

  private mutating func finishLine() -> Bool {
    guard !unfinished.isEmpty else { return true }
    let rest = unfinished
    unfinished = []
    guard put(rest) else {
      unfinished = rest
      return false
    }
    return unfinished.isEmpty
  }

  /// Writes `bytes`, or a part of them and keeps the rest for later. `false` if nothing was written.
  private mutating func put(_ bytes: some Sequence<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(RecorderError) {
        let count = try sink.write(rest)
        guard count > 0 else { throw RecorderError(.tookNothing) }
        rest = rest.dropFirst(count)
      } catch {
        if failure == nil { failure = error }
        latestFailure = error
        guard rest.count < bytes.count else { return false }
        unfinished = rest
        return true
      }
    }
    return true
  }
}

// MARK: - Parts of records

extension LogRecord {
  /// The record without its end, so that an outcome can be put behind it.
  fileprivate var openLine: [UInt8] { LogLine.record(self).bytes.dropLast("}\n".utf8.count) }
}

extension ActionRecord {
  fileprivate func placed(at time: Int, _ step: StepNumber) -> ActionRecord {
    var action = self
    action.step = step
    action.time = time
    action.cause = cause?.before(step)
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
