/// The bytes of a log on their way to a sink: whole records, of which the sink may take a part and refuse the rest.
///
/// A record is accepted as soon as the sink has taken its first byte, or as soon as it is held back for a later write. What was
/// accepted is never dropped: it is tried again until the sink takes it. So no line is ever torn by a full disk alone.
struct LogOutput {
  private let sink: any LogSink
  /// The sink, or the one behind it, if it is a file.
  private let file: FileSink?
  /// The sink, if it is a file itself.
  private let sinkAsFile: FileSink?
  private let durability: RecorderOptions.Durability
  /// What was accepted and is not written: never much more than ``mostHeld`` and one record.
  private var backlog: [UInt8] = []
  /// Whether nothing is to be written yet.
  private(set) var isDelayed: Bool
  /// Whether the sink refused what is in the backlog.
  private var isBlocked = false
  /// Whether nothing was written since the file was looked at.
  private var hasLooked = false

  /// The first failure.
  private var firstFailure: RecorderError?
  private(set) var latestFailure: RecorderError?

  /// - Parameter isDelayed: Whether nothing is written before the first record.
  init(to sink: any LogSink, durability: RecorderOptions.Durability, isDelayed: Bool = false) {
    self.durability = durability
    self.isDelayed = isDelayed
    file = sink as? FileSink
    if case .background(let bytes, let whenFull) = durability {
      self.sink = BackgroundSink(sink, queueBytes: bytes, whenFull: whenFull)
      sinkAsFile = nil
    } else {
      self.sink = sink
      sinkAsFile = file
    }
  }

  /// An output that nothing is put to.
  init(refusing failure: RecorderError) {
    self.init(to: MemorySink(), durability: .culprit, isDelayed: true)
    note(failure)
  }

  /// Why the log is not complete: the first failure.
  var failure: RecorderError? { firstFailure ?? background?.failure }

  private var background: BackgroundSink? { sink as? BackgroundSink }

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
    /// The end of what was begun last, a moment ago.
    case quickEnd
  }

  /// A file's first bytes. They are accepted in any case: no log is to begin without them.
  mutating func begin(with header: [UInt8]) {
    backlog = header
    _ = flush()
  }

  /// Appends a record. `false` if nothing of it was accepted.
  mutating func put(_ part: Part, _ record: [UInt8]) -> Bool {
    isDelayed = false
    if part == .beginning, durability == .perAction, !isBlocked, backlog.count + record.count <= Self.mostHeld {
      backlog += record
      return true
    }
    // Behind what waits; else straight from the caller's memory.
    guard backlog.isEmpty else { return put(behindBacklog: record) }
    let written = write(record, after: part == .quickEnd ? .moment : hasLooked ? .nothing : .anything)
    if written < record.count, written > 0 { backlog += record[written...] }
    isBlocked = !backlog.isEmpty
    if written == record.count { synchronizeIfAsked() }
    return written > 0
  }

  private mutating func put(behindBacklog record: [UInt8]) -> Bool {
    backlog += record
    if flush() || backlog.count < record.count { return true }
    backlog.removeLast(record.count)
    isBlocked = !backlog.isEmpty
    return false
  }

  /// Whether all that the sink refused before has been taken now.
  mutating func catchUp() -> Bool { !isBlocked || flush() }

  /// Hands over everything. `false` if something is left.
  mutating func flush() -> Bool {
    guard !backlog.isEmpty, !isDelayed else { return true }
    let written = write(backlog)
    if written < backlog.count {
      backlog.removeFirst(written)
      isBlocked = true
    } else {
      backlog.removeAll(keepingCapacity: backlog.capacity <= Self.mostRetained)
      isBlocked = false
      synchronizeIfAsked()
    }
    return !isBlocked
  }

  /// Hands over everything and waits until it is written, as far as that can be done. `false` if something is left.
  @discardableResult
  mutating func drain() -> Bool {
    let isHandedOver = flush()
    return (background?.drain() ?? true) && isHandedOver
  }

  /// Writes `bytes`, or the part of them that the sink takes. Returns how many it took.
  private mutating func write(_ bytes: [UInt8], after interval: FileSink.Interval = .anything) -> Int {
    var written = 0
    hasLooked = false
    while written < bytes.count {
      do throws(RecorderError) {
        let count = try handOver(bytes[written...], after: interval)
        guard count > 0 else { throw RecorderError(.tookNothing) }
        written += min(count, bytes.count - written)
      } catch {
        note(error)
        break
      }
    }
    return written
  }

  private func handOver(_ bytes: ArraySlice<UInt8>, after interval: FileSink.Interval) throws(RecorderError) -> Int {
    guard let sinkAsFile else { return try sink.write(bytes) }
    return try sinkAsFile.write(bytes, after: interval)
  }

  private mutating func synchronizeIfAsked() {
    guard durability == .synchronized else { return }
    do throws(RecorderError) { try sink.synchronize() } catch { note(error) }
  }

  private mutating func note(_ failure: RecorderError) {
    if firstFailure == nil { firstFailure = failure }
    latestFailure = failure
  }

  /// Takes note that a record of so many bytes was not even tried, since it takes more than may be kept.
  mutating func refuse(_ bytes: Int) { note(RecorderError(.tooLarge(bytes: bytes), path: file?.path)) }

  /// Nothing is put any more.
  mutating func close() {
    _ = flush()
    sink.close()
  }
}

// MARK: - Files

extension LogOutput {
  var isFile: Bool { file != nil }

  /// Looks whether the file that is written is still what it was; `false` if it is not. Until ``forgetLook()``, what is put next is written
  /// without another look.
  mutating func look() -> Bool {
    guard let sinkAsFile else { return true }
    do throws(RecorderError) { try sinkAsFile.look() } catch {
      note(error)
      return false
    }
    hasLooked = true
    return true
  }

  /// To be called before code of the app may run.
  mutating func forgetLook() { hasLooked = false }

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

  /// Leaves the file where it is, or is no longer, with all that was still to be written to it.
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

  /// The files of the log that are there, oldest first.
  func filesForReading() throws(RecorderError) -> [ReadableFile] {
    guard let file else { throw RecorderError(.noFile) }
    return try file.filesForReading()
  }

  func deleteOldestFile() { file?.deleteOldestSegment() }

  /// Lines that begin behind the first `offset` bytes of the file, without one that is cut off.
  func linesInFile(from offset: Int) -> Int { file?.lineCount(from: offset) ?? 0 }
}
