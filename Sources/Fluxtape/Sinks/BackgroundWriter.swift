#if !RECORDING_COMPILED_OUT
internal import FluxtapeLocking

/// A thread that writes to a sink, and the queue in front of it.
///
/// ```text
/// write ──▶ waiting ──▶ the thread's buffer ──▶ the sink
///           └──── at most `queueBytes` ────┘
/// ```
///
/// The first write, a log's header, goes straight through: whether the log can be made at all is known by then. The thread begins
/// with the second. What the sink refuses stays queued and is tried again at the next write. The thread keeps the writer: who is done with
/// it calls ``end()`` or ``close()``.
final class BackgroundWriter: Sendable {
  private let sink: any LogSink
  private let queueBytes: Int
  private let whenFull: RecorderOptions.WhenFull
  private let generation = Fork.generation
  private let queue = Monitor(Queue())

  init(_ sink: any LogSink, queueBytes: Int, whenFull: RecorderOptions.WhenFull) {
    self.sink = sink
    self.queueBytes = max(1, queueBytes)
    self.whenFull = whenFull
  }

  /// What the threads that record and the one that writes share.
  private struct Queue {
    /// Bytes to be written. What the sink refused stands at their front.
    var waiting: [UInt8] = []
    /// How many bytes the writing thread has right now; `nil` if it does nothing.
    var inWriting: Int?
    /// Whether there is reason to write though the latest try was refused: something was queued, or somebody waits for the end.
    var isToBeTried = false
    /// Whether somebody waits for it.
    var isUrgent = false
    /// Why the latest try was refused.
    var failure: RecorderError?
    var firstFailure: RecorderError?
    var isBegun = false
    var hasThread = false
    /// Whether the process is at its end: nobody else will wait for what is queued from now on.
    var isAtExit = false
    var isClosed = false
    var hasEnded = false

    var hasWork: Bool { isToBeTried || (failure == nil && !waiting.isEmpty) }
    /// How many bytes can be queued if there may be `most`.
    func room(of most: Int) -> Int { max(0, most - waiting.count - (inWriting ?? 0)) }
    var isEmpty: Bool { waiting.isEmpty && inWriting == nil }
    /// Whether all is written that can be.
    var isSettled: Bool { !hasThread || hasEnded || (inWriting == nil && !isToBeTried && (failure != nil || isEmpty)) }

    /// Has the thread try to write what was refused.
    mutating func tryAgain() {
      isToBeTried = hasThread && !hasEnded
      isUrgent = isToBeTried
    }
  }

  /// The first failure of the thread.
  var failure: RecorderError? { queue.withLock { $0.firstFailure } }

  /// Why the thread's latest try was refused.
  var latestFailure: RecorderError? { queue.withLock { $0.failure } }
}

// MARK: - On threads that record

extension BackgroundWriter {
  /// Queues the beginning of `bytes`; returns how many. One call at a time comes here, under the log's lock.
  func write(_ bytes: ArraySlice<UInt8>) throws(RecorderError) -> Int {
    guard hasThread() else { return try sink.write(bytes) }
    let (queueBytes, whenFull) = (queueBytes, whenFull)
    let (taken, isAtExit) = try queue.wait(until: {
      whenFull == .drop || $0.room(of: queueBytes) > 0 || $0.failure != nil || $0.isClosed
    }) {
      (queue) throws(RecorderError) in
      guard !queue.isClosed else { throw RecorderError(.closed) }
      // Its file is gone: what is queued must not go into another one.
      if let failure = queue.failure, failure.endsFile { throw failure }
      let room = queue.room(of: queueBytes)
      // A record that is longer than the whole queue goes through it in pieces; others are taken whole or not at all.
      guard room >= bytes.count || (room > 0 && (whenFull == .wait || room == queueBytes)) else {
        queue.tryAgain()
        throw queue.failure ?? RecorderError(.queueFull(bytes: queueBytes))
      }
      queue.waiting.append(contentsOf: bytes.prefix(room))
      queue.isToBeTried = true
      return (min(room, bytes.count), queue.isAtExit)
    }
    if isAtExit { drain() }
    return taken
  }

  /// Whether a thread writes. It does not if this is the first write or the system gives none.
  private func hasThread() -> Bool {
    let (isFirst, hasThread) = queue.withLockWithoutNotifying { queue in
      defer { queue.isBegun = true }
      return (!queue.isBegun, queue.hasThread)
    }
    return !isFirst && (hasThread || begin())
  }

  /// Starts the thread. `false` if the system gives none.
  private func begin() -> Bool {
    Self.drainAtExit
    Self.running.withLock { $0.append(self) }
    let hasBegun = PosixThread.start { self.run() }
    if !hasBegun { forget() }
    queue.withLock { $0.hasThread = hasBegun }
    return hasBegun
  }

  /// Waits until all is written that can be. `false` if something was refused.
  @discardableResult
  func drain() -> Bool {
    queue.withLock { $0.tryAgain() }
    return queue.wait(until: { $0.isSettled }) { $0.isEmpty }
  }

  /// Drops what is queued. Returns how many lines that is, a cut one included.
  func discard() -> Int {
    queue.wait(until: { $0.inWriting == nil }) { queue in
      defer { (queue.waiting, queue.isToBeTried, queue.failure) = ([], false, nil) }
      return queue.waiting.lineCount
    }
  }

  /// Has the thread write what it can, close the sink and end.
  ///
  /// - Returns: Whether there is a thread.
  @discardableResult
  func end() -> Bool {
    // In the child of a fork there is none, and its lock may be held for ever.
    guard generation == Fork.generation else { return false }
    return queue.withLock { queue in
      (queue.isClosed, queue.isToBeTried, queue.isUrgent) = (true, true, true)
      return queue.hasThread
    }
  }

  /// Waits until the thread has written what it can and has closed the sink.
  func close() {
    if end() { queue.wait(until: { $0.hasEnded }) { _ in } } else { sink.close() }
  }
}

// MARK: - On the thread

extension BackgroundWriter {
  private func run() {
    var buffer: [UInt8] = []
    while takeWork(into: &buffer) {
      let (written, failure) = buffer.write { (bytes) throws(RecorderError) in try sink.write(bytes) }
      giveBack(&buffer, written: written, failure: failure)
    }
    sink.close()
    forget()
    queue.withLock { $0.hasEnded = true }
  }

  /// Waits for something to write. `false` if there is no more, or if it was refused for the last time.
  private func takeWork(into buffer: inout [UInt8]) -> Bool {
    let queueBytes = queueBytes
    let canGather = queue.wait(until: { $0.hasWork || $0.isClosed }) {
      !$0.isUrgent && $0.failure == nil && $0.waiting.count < queueBytes / 2
    }
    // While the thread waits for work, whoever queues something has to wake it, which costs more than the rest of recording.
    if canGather { PosixThread.pause(microseconds: Self.gatheringTime) }
    return queue.withLock { queue in
      guard queue.hasWork else { return false }
      swap(&buffer, &queue.waiting)
      (queue.isToBeTried, queue.isUrgent, queue.inWriting) = (false, false, buffer.count)
      return true
    }
  }

  /// Empties the buffer: what is not written goes back to the front of the queue.
  private func giveBack(_ buffer: inout [UInt8], written: Int, failure: RecorderError?) {
    queue.withLock { queue in
      (queue.inWriting, queue.failure) = (nil, failure)
      if queue.firstFailure == nil { queue.firstFailure = failure }
      guard failure != nil else { return }
      queue.waiting.insert(contentsOf: buffer[written...], at: 0)
    }
    buffer.removeAll(keepingCapacity: buffer.capacity <= Self.mostRetained)
  }

  /// Microseconds for which records gather. Long beside the time that waking a thread takes, short beside everything that a person does.
  private static let gatheringTime: UInt32 = 1_000

  /// Bytes of a buffer whose memory is kept for the next ones.
  private static let mostRetained = 1 << 20
}

extension [UInt8] {
  /// Hands everything to `write`, which may take a part of it at a time. Returns how many bytes it took, and why it took no more.
  func write(_ write: (ArraySlice<UInt8>) throws(RecorderError) -> Int) -> (count: Int, failure: RecorderError?) {
    var written = 0
    while written < count {
      do throws(RecorderError) {
        let taken = try write(self[written...])
        guard taken > 0 else { return (written, RecorderError(.tookNothing)) }
        written += Swift.min(taken, count - written)
      } catch {
        return (written, error)
      }
    }
    return (written, nil)
  }

  /// How many lines these bytes are, the last of which may lack its end.
  var lineCount: Int { isEmpty ? 0 : dropLast().count { $0 == UInt8(ascii: "\n") } + 1 }
}

// MARK: - At exit

extension BackgroundWriter {
  private static let running = Locked<[BackgroundWriter]>(renewable: { [] })

  private func forget() { Self.running.withLock { $0.removeAll { $0 === self } } }

  /// `exit`, and with it the return of `main`, waits for what is queued.
  private static let drainAtExit: Void = PosixThread.atExit {
    for writer in running.withLock({ $0 }) where writer.generation == Fork.generation {
      writer.queue.withLock { $0.isAtExit = true }
      writer.drain()
    }
  }
}
#endif
