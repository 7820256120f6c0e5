#if !RECORDING_COMPILED_OUT
/// The bytes of a log on their way to a sink: whole records, of which the sink may take a part and refuse the rest.
///
/// A record is accepted as soon as the sink has taken its first byte, or as soon as it is held back for a later write. What was
/// accepted is never dropped: it is tried again until the sink takes it. So no line is ever torn by a full disk alone.
struct LogOutput: ~Copyable {
  private let target: LogTarget
  /// Writes to the sink, if the threads that record do not.
  private let background: BackgroundWriter?
  private let durability: RecorderOptions.Durability
  /// What was accepted and is not written: never much more than ``mostHeld`` and one record.
  private var backlog: [UInt8] = []
  /// Whether nothing is to be written yet.
  private(set) var isDelayed: Bool
  /// Whether the sink refused what is in the backlog.
  private var isBlocked = false
  private var latestStat: FileStatCache?

  /// The first failure.
  private var firstFailure: RecorderError?
  private(set) var latestFailure: RecorderError?

  /// - Parameter isDelayed: Whether nothing is written before the first record.
  init(to target: LogTarget, durability: RecorderOptions.Durability, isDelayed: Bool = false) {
    self.target = target
    self.durability = durability
    self.isDelayed = isDelayed
    background =
      if case .background(let bytes, let whenFull) = durability {
        BackgroundWriter(target.sink, queueBytes: bytes, whenFull: whenFull)
      } else {
        nil
      }
  }

  /// An output that nothing is put to.
  init(refusing failure: RecorderError) {
    self.init(to: .memory(MemorySink()), durability: .culprit, isDelayed: true)
    note(failure)
  }

  /// Why the log is not complete: the first failure.
  var failure: RecorderError? { firstFailure ?? background?.failure }

  /// When the file was found to be what it was.
  private struct FileStatCache {
    /// Microseconds since the run's start.
    let time: Int
    var writes = 0

    /// Whether hardly anybody has removed or shortened the file since. If it happened, the first look after that finds it.
    func holds(at time: Int) -> Bool { time &- self.time < Self.duration && writes < Self.mostWrites }

    /// Microseconds.
    private static let duration = 1000
    /// The app's clock may stand still.
    private static let mostWrites = 256
  }

  /// Bytes of beginnings that may wait for their outcomes.
  private static let mostHeld = 64 << 10
  /// Bytes of a backlog whose memory is kept for the next one. Whole states of some size are rare.
  private static let mostRetained = 256 << 10
}

extension LogOutput {
  /// How much of an action a record tells.
  enum Part {
    /// All that is to be told now.
    case whole
    /// The beginning; more is to come when its outcome is known.
    case beginning
  }

  /// A file's first bytes. They are accepted in any case: no log is to begin without them.
  mutating func begin(with header: [UInt8]) {
    backlog = header
    _ = flush()
  }

  /// Appends a record. `false` if nothing of it was accepted.
  ///
  /// - Parameter time: Now, in microseconds since the run's start.
  mutating func put(_ part: Part, _ record: [UInt8], at time: Int) -> Bool {
    isDelayed = false
    if part == .beginning, durability == .perAction, !isBlocked, backlog.count + record.count <= Self.mostHeld {
      backlog += record
      return true
    }
    // Behind what waits; else straight from the caller's memory.
    guard backlog.isEmpty else { return put(behindBacklog: record, at: time) }
    let written = write(record, at: time)
    if written < record.count, written > 0 { backlog += record[written...] }
    isBlocked = !backlog.isEmpty
    return written > 0
  }

  private mutating func put(behindBacklog record: [UInt8], at time: Int) -> Bool {
    backlog += record
    if flush(at: time) || backlog.count < record.count { return true }
    backlog.removeLast(record.count)
    isBlocked = !backlog.isEmpty
    return false
  }

  /// Whether all that the sink refused before has been taken now.
  mutating func catchUp() -> Bool { !isBlocked || flush() }

  /// Hands over everything. `false` if something is left.
  ///
  /// - Parameter time: Now; `nil` if the file is to be looked at in any case.
  mutating func flush(at time: Int? = nil) -> Bool {
    guard !backlog.isEmpty, !isDelayed else { return true }
    let written = write(backlog, at: time)
    isBlocked = written < backlog.count
    if isBlocked { backlog.removeFirst(written) } else { backlog.removeAll(keepingCapacity: backlog.capacity <= Self.mostRetained) }
    return !isBlocked
  }

  /// Hands over everything and waits until it is written, as far as that can be done. `false` if something is left.
  @discardableResult
  mutating func drain() -> Bool {
    let isHandedOver = flush()
    return (background?.drain() ?? true) && isHandedOver
  }

  /// Writes `bytes`, or the part of them that the sink takes. Returns how many it took.
  ///
  /// - Parameter time: Now; `nil` if the file is to be looked at in any case.
  private mutating func write(_ bytes: [UInt8], at time: Int?) -> Int {
    let isLookedAt = time.map { latestStat?.holds(at: $0) == true } ?? false
    if isLookedAt { latestStat?.writes += 1 } else { latestStat = time.map { FileStatCache(time: $0) } }
    let (written, failure) = bytes.write { (bytes) throws(RecorderError) in
      if let background { return try background.write(bytes) }
      return try target.write(bytes, isLookedAt: isLookedAt)
    }
    if let failure { note(failure) } else { synchronizeIfAsked() }
    return written
  }

  private mutating func synchronizeIfAsked() {
    guard durability == .synchronized else { return }
    do throws(RecorderError) { try target.sink.synchronize() } catch { note(error) }
  }

  private mutating func note(_ failure: RecorderError) {
    latestStat = nil
    if firstFailure == nil { firstFailure = failure }
    latestFailure = failure
  }

  /// Takes note that a record of so many bytes was not even tried, since it takes more than may be kept.
  mutating func refuse(_ bytes: Int) { note(RecorderError(.tooLarge(bytes: bytes), path: file?.path)) }

  /// Nothing is put any more.
  mutating func close() {
    _ = flush()
    if let background { background.close() } else { target.sink.close() }
  }

  /// Hands over everything; what writes in the background ends when it has written that.
  mutating func abandon() {
    _ = flush()
    background?.end()
  }
}

// MARK: - Files

extension LogOutput {
  /// Where it goes, if that is a file.
  var file: FileSink? { target.file }

  /// Looks whether the file that is written is still what it was; `false` if it is not.
  ///
  /// - Parameter isTrusted: Whether it counts if that was done a moment ago.
  mutating func look(at time: Int, isTrusted: Bool = true) -> Bool {
    guard background == nil, let file, !isTrusted || latestStat?.holds(at: time) != true else { return true }
    do throws(RecorderError) { try file.look() } catch {
      note(error)
      return false
    }
    latestStat = FileStatCache(time: time)
    return true
  }

  /// Ends the file; what is put next begins another one.
  ///
  /// - Throws: ``RecorderError`` if something is left that belongs into it, or if it cannot be moved aside.
  mutating func endFile() throws(RecorderError) {
    guard let file, drain() else { throw background?.latestFailure ?? latestFailure ?? RecorderError(.noFile) }
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

  /// Drops what was accepted and is not written.
  ///
  /// - Returns: How many lines that is, a cut one included.
  @discardableResult
  mutating func discardBacklog() -> Int {
    let lines = backlog.lineCount
    backlog = []
    isBlocked = false
    return lines + (background?.discard() ?? 0)
  }
}
#endif
