import FluxtapeLocking
public import FluxtapeLog

/// One run of one process, read from its log files: what happened, in which order, and how every store stood at any time.
///
/// Opening goes through the files once and keeps an index, no contents: lines are read again when they are asked for. All
/// questions may be asked from any thread, and none waits for another. Rows are counted from 0; `seq` is the only step number.
public final class History: Sendable {
  /// The files of the run, in the order of its segments.
  public var files: [LogFile] { index.files }

  /// The names of the stores, by first appearance.
  public var stores: [String] { index.storeNames }

  /// The timeline, in file order. Completions are part of their actions; a state without an action is no row.
  public var rows: HistoryRows { HistoryRows(index: index) }

  let index: RunIndex
  let states: Locked<StateCache>

  init(_ indexer: consuming RunIndexer) {
    index = RunIndex(indexer)
    states = Locked(StateCache(storeCount: index.timelines.count))
  }
}

extension History {
  /// Memory that the index takes for a row, its line, its event and its places in lists apart.
  package static let bytesPerRow = MemoryLayout<PackedRow>.stride
}

// MARK: - Facts

extension History {
  /// The header of the run's first file, if it has one.
  public var header: LogHeader? { files.lazy.compactMap(\.header).first }

  /// The instant at which the rows' time is 0, if the log has a clock.
  public var start: Timestamp? { header?.start }

  /// The time of day in UTC of an instant of the run, to the microsecond; `nil` for a log without a clock.
  public func clock(at microseconds: Int) -> String? { start?.advanced(byMicroseconds: microseconds).clock }

  /// What rebuilding states asks of a reader that this one cannot do. Where it is not empty, no state is known.
  public var needs: [String] { index.needs }

  /// The rows of actions in flight when the log broke off, innermost first: the first is the newest.
  public var inFlight: [Int] { index.inFlight.reversed().map { Int($0) } }

  /// The rows of asynchronous work that had not ended when the log did, in the order of the log.
  public var pending: [Int] { index.pending.map { Int($0) } }
}
