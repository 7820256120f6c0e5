/// The bytes of a log on their way to a sink: whole records, of which the sink may take a part and refuse the rest.
///
/// A record is accepted as soon as the sink has taken its first byte, or as soon as it is held back for a later write. What was
/// accepted is never dropped: it is tried again until the sink takes it. So no line is ever torn by a full disk alone.
struct LogOutput {
  private let sink: any LogSink
  private let durability: RecorderOptions.Durability
  /// What was accepted and is not written: never much more than ``mostHeld`` and one record.
  private var backlog: [UInt8] = []
  /// Whether the sink refused what is in the backlog.
  private var isBlocked = false

  /// The first failure.
  private var firstFailure: RecorderError?
  private(set) var latestFailure: RecorderError?

  init(to sink: any LogSink, durability: RecorderOptions.Durability) {
    self.durability = durability
    if case .background(let bytes, let whenFull) = durability {
      self.sink = BackgroundSink(sink, queueBytes: bytes, whenFull: whenFull)
    } else {
      self.sink = sink
    }
  }

  /// Why the log is not complete: the first failure.
  var failure: RecorderError? { firstFailure ?? (sink as? BackgroundSink)?.failure }

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

  /// The log's first bytes. They are accepted in any case: no log is to begin without them.
  mutating func begin(with header: [UInt8]) {
    backlog = header
    _ = flush()
  }

  /// Appends a record. `false` if nothing of it was accepted.
  mutating func put(_ part: Part, _ record: [UInt8]) -> Bool {
    if part == .beginning, durability == .perAction, !isBlocked, backlog.count + record.count <= Self.mostHeld {
      backlog += record
      return true
    }
    // Behind what waits; else straight from the caller's memory.
    guard backlog.isEmpty else { return put(behindBacklog: record) }
    let written = write(record)
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
    guard !backlog.isEmpty else { return true }
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

  /// Hands over everything and waits until it is written, as far as that can be done.
  mutating func drain() {
    _ = flush()
    (sink as? BackgroundSink)?.drain()
  }

  /// Writes `bytes`, or the part of them that the sink takes. Returns how many it took.
  private mutating func write(_ bytes: [UInt8]) -> Int {
    var written = 0
    while written < bytes.count {
      do throws(RecorderError) {
        let count = try sink.write(bytes[written...])
        guard count > 0 else { throw RecorderError(.tookNothing) }
        written += min(count, bytes.count - written)
      } catch {
        note(error)
        break
      }
    }
    return written
  }

  private mutating func synchronizeIfAsked() {
    guard durability == .synchronized else { return }
    do throws(RecorderError) { try sink.synchronize() } catch { note(error) }
  }

  private mutating func note(_ failure: RecorderError) {
    if firstFailure == nil { firstFailure = failure }
    latestFailure = failure
  }

  /// Nothing is put any more.
  mutating func close() {
    _ = flush()
    sink.close()
  }
}
