import FluxtapeLog

/// The rows of a run, as they were known when they were asked for. Each is made when it is asked for; the index holds 26 bytes of it.
public struct HistoryRows: RandomAccessCollection, Sendable {
  let index: RunIndex

  public var startIndex: Int { 0 }
  public var endIndex: Int { index.rows.count }

  public subscript(position: Int) -> HistoryRow { HistoryRow(position, of: index) }
}
