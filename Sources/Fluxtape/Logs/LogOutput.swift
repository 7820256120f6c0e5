/// Moves the bytes of a log to a sink. It accepts whole records; the sink may take part of a record and refuse the rest.
///
/// A record is accepted as soon as the sink has taken its first byte, or when the output holds it back for a later write. The output never
/// drops accepted bytes: it retries until the sink takes them. So a full disk alone never tears a line.
struct LogOutput: ~Copyable {
  private let sink: any LogSink
  /// The file that the output writes to, if the sink is a file.
  let file: FileSink?
  private let durability: RecorderOptions.Durability
  /// Accepted bytes that are not written yet: at most about ``mostHeld`` plus one record.
  private var backlog: [UInt8] = []
  /// Whether the sink refused what is in the backlog.
  private var isBlocked = false

  /// Why the log is incomplete: the first failure, since later failures usually follow from it.
  private(set) var failure: RecorderError?
  private(set) var latestFailure: RecorderError?

  init(to sink: any LogSink, durability: RecorderOptions.Durability) {
    self.sink = sink
    file = sink as? FileSink
    self.durability = durability
  }

  /// An output that accepts nothing.
  init(refusing failure: RecorderError) {
    self.init(to: MemorySink(), durability: .culprit)
    note(failure)
  }

  /// The most bytes of action beginnings that wait for their outcomes.
  private static let mostHeld = 64 << 10
  /// The largest backlog buffer, in bytes, that is kept for reuse. Large whole states are rare.
  private static let mostRetained = 256 << 10
}

extension LogOutput {
  /// How much of an action a record contains.
  enum Part {
    /// The whole record.
    case whole
    /// The beginning; the rest follows with the outcome.
    case beginning
  }

  /// Writes the first bytes of a file. They are always accepted, since no log may begin without its header.
  mutating func begin(with header: [UInt8]) {
    backlog = header
    flush()
  }

  /// Appends a record. Returns `false` if nothing of it was accepted.
  mutating func put(_ part: Part, _ record: [UInt8]) -> Bool {
    if part == .beginning, durability == .perAction, !isBlocked, backlog.count + record.count <= Self.mostHeld {
      backlog += record
      return true
    }
    // Queue behind the backlog if there is one; otherwise write straight from the caller's memory.
    guard backlog.isEmpty else { return put(behindBacklog: record) }
    let written = write(record)
    if written < record.count, written > 0 { backlog += record[written...] }
    isBlocked = !backlog.isEmpty
    return written > 0
  }

  private mutating func put(behindBacklog record: [UInt8]) -> Bool {
    backlog += record
    if flush() || backlog.count < record.count { return true }
    backlog.removeLast(record.count)
    isBlocked = !backlog.isEmpty
    return false
  }

  /// Returns whether the sink has now taken everything it refused before.
  mutating func catchUp() -> Bool { !isBlocked || flush() }

  /// Writes the whole backlog to the sink. Returns `false` if bytes are left.
  @discardableResult
  mutating func flush() -> Bool {
    guard !backlog.isEmpty else { return true }
    let written = write(backlog)
    isBlocked = written < backlog.count
    if isBlocked { backlog.removeFirst(written) } else { backlog.removeAll(keepingCapacity: backlog.capacity <= Self.mostRetained) }
    return !isBlocked
  }

  /// Writes `bytes`, or as many of them as the sink takes. Returns the number of bytes taken.
  private mutating func write(_ bytes: [UInt8]) -> Int {
    let (written, failure) = bytes.write { (bytes) throws(RecorderError) in
      try ThreadFlag.inSink.withFlagSet { () throws(RecorderError) in try sink.write(bytes) }
    }
    if let failure { note(failure) } else { synchronizeIfAsked() }
    return written
  }

  private mutating func synchronizeIfAsked() {
    guard durability == .synchronized else { return }
    do throws(RecorderError) {
      try ThreadFlag.inSink.withFlagSet { () throws(RecorderError) in try sink.synchronize() }
    } catch {
      note(error)
    }
  }

  private mutating func note(_ failure: RecorderError) {
    if self.failure == nil { self.failure = failure }
    latestFailure = failure
  }

  /// Notes the failure that a record of this size exceeds what may be kept. The record was not written.
  mutating func refuse(_ bytes: Int) { note(RecorderError(.tooLarge(bytes: bytes), path: file?.path)) }

  /// Flushes and closes the sink. Nothing may be appended afterwards.
  mutating func close() {
    flush()
    ThreadFlag.inSink.withFlagSet { sink.close() }
  }
}

// MARK: - Files

extension LogOutput {
  /// Checks that the file at the path is still the one being written. Returns `false` if it is not.
  mutating func checkFile() -> Bool {
    do throws(RecorderError) { try file?.check() } catch {
      note(error)
      return false
    }
    return true
  }

  /// Ends the file; the next record begins a new one.
  ///
  /// - Throws: ``RecorderError`` if bytes of this file cannot be written, or if the file cannot be moved aside.
  mutating func endFile() throws(RecorderError) {
    guard let file, flush() else { throw latestFailure ?? RecorderError(.noFile) }
    do throws(RecorderError) { try file.endSegment() } catch {
      note(error)
      throw error
    }
  }

  /// Abandons the current file and its backlog.
  mutating func abandonFile() {
    discardBacklog()
    file?.abandonSegment()
  }

  /// Drops accepted bytes that are not written yet.
  ///
  /// - Returns: The number of dropped lines, including a partly written one.
  @discardableResult
  mutating func discardBacklog() -> Int {
    let lines = backlog.lineCount
    backlog = []
    isBlocked = false
    return lines
  }
}

// MARK: - Bytes

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
