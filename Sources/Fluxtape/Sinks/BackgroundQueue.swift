/// What the threads that record and the one that writes share: bytes on their way, and how far the writing has come.
struct BackgroundQueue {
  /// What was refused. It goes before what waits.
  private var refused: [UInt8] = []
  private var waiting: [UInt8] = []
  /// How many bytes the writing thread has right now; `nil` if it does nothing.
  private var inWriting: Int?
  /// Whether there is reason to write: something was queued, or somebody waits for the end. What was refused is not tried again without.
  private var isToBeTried = false
  /// Whether somebody waits for it.
  private var isUrgent = false

  /// Why the latest try was refused.
  private(set) var failure: RecorderError?
  private(set) var firstFailure: RecorderError?

  var hasThread = false
  /// Whether the process is at its end: nobody else will wait for what is queued from now on.
  var isAtExit = false
  private(set) var isClosed = false
  private(set) var hasEnded = false
}

// MARK: - On threads that record

extension BackgroundQueue {
  /// How many bytes can be queued if there may be `most`.
  func room(of most: Int) -> Int { max(0, most - waiting.count - refused.count - (inWriting ?? 0)) }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    waiting.append(contentsOf: bytes)
    isToBeTried = true
  }

  /// Has the thread try to write what was refused.
  mutating func tryAgain() {
    isToBeTried = hasThread && !hasEnded
    isUrgent = isToBeTried
  }

  /// Has the thread write what it can and end.
  mutating func close() {
    isClosed = true
    isToBeTried = true
    isUrgent = true
  }

  var isWriting: Bool { inWriting != nil }

  var isEmpty: Bool { waiting.isEmpty && refused.isEmpty && !isWriting }

  /// Whether all is written that can be.
  var isSettled: Bool { !hasThread || hasEnded || (!isWriting && !isToBeTried && (failure != nil || isEmpty)) }

  /// Drops everything. Nothing may be in writing. Returns how many lines that was, a cut one included.
  mutating func discard() -> Int {
    let bytes = refused + waiting
    refused = []
    waiting = []
    isToBeTried = false
    failure = nil
    return bytes.lineCount
  }
}

// MARK: - On the thread that writes

extension BackgroundQueue {
  var hasWork: Bool { isToBeTried || (failure == nil && !waiting.isEmpty) }

  /// Whether more may gather before what there is of the `most` bytes is written.
  func canGather(of most: Int) -> Bool { !isUrgent && refused.isEmpty && waiting.count < most / 2 }

  /// Hands to the empty `buffer` what is to be written next.
  mutating func take(into buffer: inout [UInt8]) {
    if refused.isEmpty { swap(&buffer, &waiting) } else { swap(&buffer, &refused) }
    isToBeTried = false
    isUrgent = false
    inWriting = buffer.count
  }

  /// Takes note that all was written but what is left in `buffer`, and takes that back.
  mutating func finish(_ buffer: inout [UInt8], failure: RecorderError?) {
    inWriting = nil
    self.failure = failure
    if firstFailure == nil { firstFailure = failure }
    if failure != nil { swap(&buffer, &refused) }
    // What was refused before has gone; now what waited behind it.
    if failure == nil, !waiting.isEmpty { isToBeTried = true }
  }

  mutating func end() { hasEnded = true }
}

extension [UInt8] {
  /// How many lines these bytes are, the last of which may lack its end.
  var lineCount: Int { isEmpty ? 0 : dropLast().count { $0 == UInt8(ascii: "\n") } + 1 }
}
