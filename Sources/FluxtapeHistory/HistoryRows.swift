import FluxtapeLog
import FluxtapeLogReading

/// The rows of a run, as they were known when they were asked for. Each is made when it is asked for; the index holds 64 bytes of it.
public struct HistoryRows: RandomAccessCollection, Sendable {
  let index: RunIndex

  public var startIndex: Int { 0 }
  public var endIndex: Int { index.rows.count }

  public subscript(position: Int) -> HistoryRow { HistoryRow(position, of: index) }
}

// MARK: - Rows of one index and of a later one

extension HistoryRows {
  /// Whether both are the rows of the same index: then, and only then, the same number means the same row.
  package func areSame(as other: HistoryRows) -> Bool { index === other.index }

  /// The first row at `place` or behind it; the number of rows where there is none. O(log n).
  package func firstNumber(notBefore place: LinePlace) -> Int {
    index.rows.indices.partitioningIndex { index.linePlace(of: $0) >= place }
  }
}

extension HistoryRow {
  /// Where the row stands: what to keep of it while the log is read on.
  package var place: LinePlace { index.linePlace(of: number) }
}
