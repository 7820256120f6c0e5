internal import FluxtapeLocking

/// The thread that takes bytes out of a queue and writes them.
final class BackgroundWriter: Sendable {
  let sink: any LogSink
  let queue = Monitor(BackgroundQueue())

  init(_ sink: any LogSink) { self.sink = sink }

  /// Starts the thread. `false` if the system gives none.
  func begin() -> Bool {
    Self.drainAtExit
    Self.running.withLock { $0.append(self) }
    let hasBegun = PosixThread.start { self.run() }
    if !hasBegun { forget() }
    queue.withLock { $0.hasThread = hasBegun }
    return hasBegun
  }

  /// Waits until all is written that can be.
  func drain() {
    queue.withLock { $0.tryAgain() }
    queue.wait(until: { $0.isSettled }) { _ in }
  }

  func waitForEnd() { queue.wait(until: { $0.hasEnded }) { _ in } }
}

// MARK: - On the thread

extension BackgroundWriter {
  private func run() {
    var buffer: [UInt8] = []
    while takeWork(into: &buffer) {
      let failure = write(&buffer)
      let left = buffer.count
      queue.withLock { $0.finish(left: left, failure: failure) }
    }
    sink.close()
    forget()
    queue.withLock { $0.end() }
  }

  /// Waits for something to write. `false` if there is no more, or if it was refused for the last time.
  private func takeWork(into buffer: inout [UInt8]) -> Bool {
    queue.wait(until: { $0.hasWork || $0.isClosed }) { queue in
      guard queue.hasWork else { return false }
      queue.take(into: &buffer)
      return true
    }
  }

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
  private static let running = Locked<[BackgroundWriter]>([])

  private func forget() { Self.running.withLock { $0.removeAll { $0 === self } } }

  /// `exit`, and with it the return of `main`, waits for what is queued.
  private static let drainAtExit: Void = PosixThread.atExit {
    for writer in running.withLock({ $0 }) { writer.drain() }
  }
}
