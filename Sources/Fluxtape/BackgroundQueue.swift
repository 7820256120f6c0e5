/// What the threads that record and the one that writes share: bytes on their way, and how far the writing has come.
struct BackgroundQueue {
  /// Bytes that the writing thread has not taken yet.
  private var waiting: [UInt8] = []
  /// How many bytes it has taken and not written.
  private var taken = 0
  private var isWriting = false
  /// Whether there is reason to write: something was queued, or somebody waits for the end. What was refused is not tried again without.
  private var isToBeTried = false

  /// Why the latest try was refused.
  private(set) var failure: RecorderError?
  private(set) var firstFailure: RecorderError?

  var hasThread = false
  private(set) var isClosed = false
  private(set) var hasEnded = false
}

// MARK: - On threads that record

extension BackgroundQueue {
  /// How many bytes can be queued if there may be `most`.
  func room(of most: Int) -> Int { max(0, most - waiting.count - taken) }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    waiting.append(contentsOf: bytes)
    isToBeTried = true
  }

  /// Has the thread try to write what was refused.
  mutating func tryAgain() { isToBeTried = hasThread }

  /// Has the thread write what it can and end.
  mutating func close() {
    isClosed = true
    isToBeTried = true
  }

  /// Whether all is written that can be.
  var isSettled: Bool {
    !hasThread || hasEnded || (!isWriting && !isToBeTried && (failure != nil || (waiting.isEmpty && taken == 0)))
  }
}

// MARK: - On the thread that writes

extension BackgroundQueue {
  var hasWork: Bool { isToBeTried || (failure == nil && !waiting.isEmpty) }

  /// Hands what waits to `buffer`, unless something is left in it: what was refused goes first.
  mutating func take(into buffer: inout [UInt8]) {
    if buffer.isEmpty { swap(&buffer, &waiting) }
    taken = buffer.count
    isToBeTried = false
    isWriting = true
  }

  /// Takes note that all but the last `left` bytes taken are written.
  mutating func finish(left: Int, failure: RecorderError?) {
    taken = left
    isWriting = false
    self.failure = failure
    if firstFailure == nil { firstFailure = failure }
  }

  mutating func end() { hasEnded = true }
}
