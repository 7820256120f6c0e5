internal import FluxtapeLocking

/// Writes to a sink on a background thread, with a queue in front of it.
///
/// ```text
/// write ──▶ waiting ──▶ the thread's buffer ──▶ the sink
///           └──── at most `queueBytes` ────┘
/// ```
///
/// The first write, a log's header, goes straight to the sink, so that a failure to create the log is known at once. The second write
/// starts the thread. Bytes that the sink refuses stay queued and are retried at the next write. The thread retains the writer: call
/// ``end()`` or ``close()`` when done.
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

  /// The state shared by the recording threads and the writing thread.
  private struct Queue {
    /// Bytes to write, beginning with those that the sink refused.
    var waiting: [UInt8] = []
    /// The number of bytes that the writing thread is writing; `nil` if it is idle.
    var inWriting: Int?
    /// Whether to retry although the last attempt was refused: bytes were queued, or a thread waits for the end.
    var isToBeTried = false
    /// Whether a thread waits for the bytes to be written.
    var isUrgent = false
    /// Why the last attempt was refused.
    var failure: RecorderError?
    var firstFailure: RecorderError?
    var isBegun = false
    var hasThread = false
    /// Whether the process is exiting: nothing else will wait for bytes queued from now on.
    var isAtExit = false
    var isClosed = false
    var hasEnded = false

    var hasWork: Bool { isToBeTried || (failure == nil && !waiting.isEmpty) }
    /// The number of bytes that still fit into a queue of `most` bytes.
    func room(of most: Int) -> Int { max(0, most - waiting.count - (inWriting ?? 0)) }
    var isEmpty: Bool { waiting.isEmpty && inWriting == nil }
    /// Whether everything is written that can be written.
    var isSettled: Bool { !hasThread || hasEnded || (inWriting == nil && !isToBeTried && (failure != nil || isEmpty)) }

    /// Makes the thread retry what was refused.
    mutating func tryAgain() {
      isToBeTried = hasThread && !hasEnded
      isUrgent = isToBeTried
    }
  }

  /// The first failure of the thread.
  var failure: RecorderError? { queue.withLock { $0.firstFailure } }

  /// Why the thread's last attempt was refused.
  var latestFailure: RecorderError? { queue.withLock { $0.failure } }
}

// MARK: - On threads that record

extension BackgroundWriter {
  /// Queues the beginning of `bytes`; returns the number of bytes queued. Calls are serialized by the log's lock.
  func write(_ bytes: ArraySlice<UInt8>) throws(RecorderError) -> Int {
    guard hasThread() else { return try sink.write(bytes) }
    let (queueBytes, whenFull) = (queueBytes, whenFull)
    let (taken, isAtExit) = try queue.wait(until: {
      whenFull == .drop || $0.room(of: queueBytes) > 0 || $0.failure != nil || $0.isClosed
    }) {
      (queue) throws(RecorderError) in
      guard !queue.isClosed else { throw RecorderError(.closed) }
      // The file is gone; the queued bytes must not go into another one.
      if let failure = queue.failure, failure.endsFile { throw failure }
      let room = queue.room(of: queueBytes)
      // A record larger than the whole queue passes through it in pieces; any other is accepted whole or not at all.
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

  /// Whether a thread writes. There is none for the first write, or if the system cannot provide one.
  private func hasThread() -> Bool {
    let (isFirst, hasThread) = queue.withLockWithoutNotifying { queue in
      defer { queue.isBegun = true }
      return (!queue.isBegun, queue.hasThread)
    }
    return !isFirst && (hasThread || begin())
  }

  /// Starts the thread. Returns `false` if the system cannot provide one.
  private func begin() -> Bool {
    Self.drainAtExit
    // Swift's runtime makes types on first use, under a lock of its own. A fork during that would leave the lock locked in the child, so it
    // must not happen on the thread while the app goes on.
    var nothing: [UInt8] = []
    giveBack(&nothing, written: 0, failure: nil)
    Self.running.withLock { $0.append(self) }
    let hasBegun = PosixThread.start { self.run() }
    if !hasBegun { forget() }
    queue.withLock { $0.hasThread = hasBegun }
    return hasBegun
  }

  /// Waits until everything is written that can be. Returns `false` if something was refused.
  @discardableResult
  func drain() -> Bool {
    queue.withLock { $0.tryAgain() }
    return queue.wait(until: { $0.isSettled }) { $0.isEmpty }
  }

  /// Drops the queue. Returns the number of dropped lines, including a partly written one.
  func discard() -> Int {
    queue.wait(until: { $0.inWriting == nil }) { queue in
      defer { (queue.waiting, queue.isToBeTried, queue.failure) = ([], false, nil) }
      return queue.waiting.lineCount
    }
  }

  /// Makes the thread write what it can, close the sink and end.
  ///
  /// - Returns: Whether there is a thread.
  @discardableResult
  func end() -> Bool {
    // The child of a fork has no such thread, and the lock may be held forever.
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

  /// Waits for bytes to write. Returns `false` if there are no more, or if the last attempt was refused.
  private func takeWork(into buffer: inout [UInt8]) -> Bool {
    let queueBytes = queueBytes
    let canGather = queue.wait(until: { $0.hasWork || $0.isClosed }) {
      !$0.isUrgent && $0.failure == nil && $0.waiting.count < queueBytes / 2
    }
    // A thread that waits on the condition has to be woken for each record, which costs more than the rest of recording. So it sleeps to
    // gather records.
    if canGather { PosixThread.pause(microseconds: Self.gatheringTime) }
    return queue.withLock { queue in
      guard queue.hasWork else { return false }
      swap(&buffer, &queue.waiting)
      (queue.isToBeTried, queue.isUrgent, queue.inWriting) = (false, false, buffer.count)
      return true
    }
  }

  /// Empties the buffer; unwritten bytes go back to the front of the queue.
  private func giveBack(_ buffer: inout [UInt8], written: Int, failure: RecorderError?) {
    queue.withLock { queue in
      (queue.inWriting, queue.failure) = (nil, failure)
      if queue.firstFailure == nil { queue.firstFailure = failure }
      guard failure != nil else { return }
      queue.waiting.insert(contentsOf: buffer[written...], at: 0)
    }
    buffer.removeAll(keepingCapacity: buffer.capacity <= Self.mostRetained)
  }

  /// Microseconds for which records gather: long compared with waking a thread, short compared with human actions.
  private static let gatheringTime: UInt32 = 1_000

  /// The largest buffer, in bytes, that is kept for reuse.
  private static let mostRetained = 1 << 20
}

extension [UInt8] {
  /// Passes all bytes to `write`, which may take a part at a time. Returns the number of bytes taken, and why the rest was refused.
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

  /// The number of lines in these bytes; the last one may lack its end.
  var lineCount: Int { isEmpty ? 0 : dropLast().count { $0 == UInt8(ascii: "\n") } + 1 }
}

// MARK: - At exit

extension BackgroundWriter {
  private static let running = Locked<[BackgroundWriter]>(renewable: { [] })

  private func forget() { Self.running.withLock { $0.removeAll { $0 === self } } }

  /// Makes `exit`, and therefore the return of `main`, wait until the queues are written.
  private static let drainAtExit: Void = PosixThread.atExit {
    for writer in running.withLock({ $0 }) where writer.generation == Fork.generation {
      writer.queue.withLock { $0.isAtExit = true }
      writer.drain()
    }
  }
}
