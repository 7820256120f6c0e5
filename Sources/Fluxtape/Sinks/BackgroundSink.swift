internal import FluxtapeLocking

/// A sink in front of another one, which a thread of its own writes to.
///
/// ```text
/// write ──▶ waiting ──▶ the thread's buffer ──▶ the other sink
///           └──── at most `queueBytes` ────┘
/// ```
///
/// The first write, a log's header, goes straight through: whether the log can be made at all is known by then. The thread begins
/// with the second. What the other sink refuses stays queued and is tried again at the next write.
final class BackgroundSink: LogSink {
  private let writer: BackgroundWriter
  private let isBegun = Locked(false)
  private let queueBytes: Int
  private let whenFull: RecorderOptions.WhenFull

  init(_ sink: any LogSink, queueBytes: Int, whenFull: RecorderOptions.WhenFull) {
    self.queueBytes = max(1, queueBytes)
    writer = BackgroundWriter(sink, queueBytes: self.queueBytes)
    self.whenFull = whenFull
  }

  /// The thread writes what is left and ends.
  deinit {
    // In the child of a fork there is no thread, and its lock may be held for ever.
    if !writer.isForked { writer.queue.withLock { $0.close() } }
  }

  /// The first failure of the thread.
  var failure: RecorderError? { writer.queue.withLock { $0.firstFailure } }

  /// Why the thread's latest try was refused.
  var latestFailure: RecorderError? { writer.queue.withLock { $0.failure } }

  func write(_ bytes: ArraySlice<UInt8>) throws(RecorderError) -> Int {
    guard hasThread() else { return try writer.sink.write(bytes) }
    let (queueBytes, whenFull) = (queueBytes, whenFull)
    let (taken, isAtExit) = try writer.queue.wait(until: {
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
      let taken = bytes.prefix(room)
      queue.append(taken)
      return (taken.count, queue.isAtExit)
    }
    if isAtExit { writer.drain() }
    return taken
  }

  /// Waits until the thread has written everything. `false` if something was refused.
  func drain() -> Bool { writer.drain() }

  /// Drops what is queued. Returns how many lines that is, a cut one included.
  func discard() -> Int { writer.discard() }

  /// Waits until the thread has written what it can and has closed the other sink.
  func close() {
    let hasThread = writer.queue.withLock { queue in
      queue.close()
      return queue.hasThread
    }
    if hasThread { writer.waitForEnd() } else { writer.sink.close() }
  }

  /// Whether a thread writes. It does not if this is the first write or the system gives none. One call at a time comes here, under the
  /// log's lock.
  private func hasThread() -> Bool {
    let isFirst = isBegun.withLock { isBegun in
      defer { isBegun = true }
      return !isBegun
    }
    return !isFirst && (writer.queue.withLock { $0.hasThread } || writer.begin())
  }
}
