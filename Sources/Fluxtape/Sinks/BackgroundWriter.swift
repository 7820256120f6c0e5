internal import FluxtapeLocking

/// The thread that takes bytes out of a queue and writes them.
final class BackgroundWriter: Sendable {
  let sink: any LogSink
  let queue = Monitor(BackgroundQueue())

  private let generation = Fork.generation

  let queueBytes: Int

  init(_ sink: any LogSink, queueBytes: Int) {
    self.sink = sink
    self.queueBytes = queueBytes
  }

  /// Whether this process is the child of a fork: it has the queue, but not the thread.
  var isForked: Bool { generation != Fork.generation }

  /// Starts the thread. `false` if the system gives none.
  func begin() -> Bool {
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

  /// Drops what is queued and what was refused. Returns how many lines that is, a cut one included.
  func discard() -> Int { queue.wait(until: { !$0.isWriting }) { $0.discard() } }

  func waitForEnd() { queue.wait(until: { $0.hasEnded }) { _ in } }
}

// MARK: - On the thread

extension BackgroundWriter {
  private func run() {
    var buffer: [UInt8] = []
    while takeWork(into: &buffer) {
      let failure = write(&buffer)
      queue.withLock { $0.finish(&buffer, failure: failure) }
    }
    sink.close()
    forget()
    queue.withLock { $0.end() }
  }

  /// Waits for something to write. `false` if there is no more, or if it was refused for the last time.
  private func takeWork(into buffer: inout [UInt8]) -> Bool {
    let queueBytes = queueBytes
    let canGather = queue.wait(until: { $0.hasWork || $0.isClosed }) { $0.canGather(of: queueBytes) }
    // While the thread waits for work, whoever queues something has to wake it, which costs more than the rest of recording.
    if canGather { PosixThread.pause(microseconds: Self.gatheringTime) }
    return queue.withLock { queue in
      guard queue.hasWork else { return false }
      queue.take(into: &buffer)
      return true
    }
  }

  /// Microseconds for which records gather. Long beside the time that waking a thread takes, short beside everything that a person does.
  private static let gatheringTime: UInt32 = 1_000

  private func write(_ buffer: inout [UInt8]) -> RecorderError? {
    var written = 0
    defer {
      if written < buffer.count {
        buffer.removeFirst(written)
      } else {
        buffer.removeAll(keepingCapacity: buffer.capacity <= Self.mostRetained)
      }
    }
    while written < buffer.count {
      do throws(RecorderError) {
        let count = try sink.write(buffer[written...])
        guard count > 0 else { return RecorderError(.tookNothing) }
        written += min(count, buffer.count - written)
      } catch {
        return error
      }
    }
    return nil
  }

  /// Bytes of a buffer whose memory is kept for the next ones.
  private static let mostRetained = 1 << 20
}

// MARK: - At exit

extension BackgroundWriter {
  private static let running = Locked<[BackgroundWriter]>(renewable: { [] })

  private func forget() { Self.running.withLock { $0.removeAll { $0 === self } } }

  /// `exit`, and with it the return of `main`, waits for what is queued.
  private static let drainAtExit: Void = PosixThread.atExit {
    for writer in running.withLock({ $0 }) where !writer.isForked {
      writer.queue.withLock { $0.isAtExit = true }
      writer.drain()
    }
  }
}
