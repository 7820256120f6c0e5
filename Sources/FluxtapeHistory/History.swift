import FluxtapeLocking
public import FluxtapeLog
public import FluxtapeLogReading

/// One run of one process, read from its log files: what happened, in which order, and how every store stood at any time.
///
/// Opening goes through the files once and keeps an index, no contents: lines are read again when they are asked for. All
/// questions may be asked from any thread, and none waits for another. Rows are counted from 0; `seq` is the only step number.
///
/// While a log is still being read (``HistoryOpening``) or followed, rows are added at the end. Now and then one goes away again: a jump
/// over steps that come later. Or a jump is put before the states with which a segment begins.
public final class History: Sendable {
  /// The files of the run, in the order of its segments.
  public var files: [LogFile] { index.files }

  /// The names of the stores, by first appearance.
  public var stores: [String] { index.storeNumbers.texts }

  /// The timeline, in file order. Completions are part of their actions; a state without an action is a row.
  public var rows: HistoryRows { HistoryRows(index: index) }

  /// What is known of the run by now.
  var index: RunIndex { current.withLock { $0 } }
  private let current: Locked<RunIndex>
  let states: Locked<StateCache>

  init(_ index: RunIndex) {
    current = Locked(index)
    states = Locked(StateCache(storeCount: index.timelines.count, memoryBudget: Self.defaultMemoryBudget))
  }

  private init(fixing other: History) {
    current = Locked(other.index)
    states = other.states
  }

  /// The run as it is known now: another history, to which nothing is added, so that all answers are about the same rows. It shares the
  /// states that were rebuilt. O(1).
  package func fixed() -> History { History(fixing: self) }

  /// Bytes of memory for states that are kept, unless ``setMemoryBudget(_:)`` says otherwise: some ten states of 10 MB, or
  /// thousands of checkpoints of small ones, which are enough for logs of many gigabytes.
  public static let defaultMemoryBudget = 256 << 20

  /// Goes on with an index that knows more.
  func take(_ index: RunIndex) {
    states.withLock { $0.grow(to: index.timelines.count) }
    current.withLock { $0 = index }
  }
}

extension History {
  /// Bytes of the files.
  package var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }

  /// Bytes that the rows, outcomes and events take.
  package var indexByteCount: Int {
    let index = index
    return index.rows.byteCount + index.outcomes.byteCount + index.timelines.reduce(0) { $0 + $1.events.count * 4 }
  }
}

// MARK: - How far the log was read

extension History {
  /// Whether all of the log was read. Until then nothing counts as in flight or pending.
  public var isWhole: Bool { index.isWhole }

  /// How many rows, from the first on, nothing further down can change any more. All of them when the log was read to its end.
  public var settledRowCount: Int { index.settledRows }
}

// MARK: - Facts

extension History {
  /// The header of the run's first file, if it has one.
  public var header: LogHeader? { files.lazy.compactMap(\.header).first }

  /// The instant at which the rows' time is 0, if the log has a clock.
  public var start: Timestamp? { index.start }

  /// The time of day in UTC of an instant of the run, to the microsecond; `nil` for a log without a clock.
  public func clock(at microseconds: Int) -> String? { start?.advanced(byMicroseconds: microseconds).clock }

  /// What rebuilding states asks of a reader that this one cannot do. Where it is not empty, no state is known.
  public var needs: [String] { index.needs }

  /// The rows of actions in flight when the log broke off, innermost first: the first is the newest.
  public var inFlight: [Int] { index.openRows.inFlight.reversed().map { Int($0) } }

  /// The rows of asynchronous work that had not ended when the log did, in the order of the log.
  public var pending: [Int] { index.openRows.pending.map { Int($0) } }
}
