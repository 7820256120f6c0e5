package import FluxtapeDocuments
import FluxtapeJSON

/// Reads lines as nodes, which are decoded on demand. One read of the file serves neighboring lines.
package struct RowNodes {
  private let index: RunIndex
  private var reader: LineReader

  package init(_ history: History) {
    index = history.index
    reader = LineReader(index: index)
  }

  /// The line of an action; `nil` for other rows, and for a line that is not JSON.
  package mutating func node(at row: Int) throws(HistoryError) -> JSONNode? {
    guard index.rows.indices.contains(row), index.rows[row].kind == .action else { return nil }
    return try line(at: row)
  }

  /// The line of a row; `nil` for a jump, which has none, and for a line that is not JSON.
  package mutating func line(at row: Int) throws(HistoryError) -> JSONNode? {
    guard index.rows[row].kind != .jump, !index.isWithoutLine(row) else { return nil }
    let bytes = try reader.bytes(of: index.rows[row].place)
    return try? JSONNode(parsing: bytes)
  }

  /// Whether the action may be a copy of a dispatched one, with contents that stand on that one's line.
  package func mayBeCopy(_ row: Int) -> Bool { index.rows[row].kind == .action && index.mayBeCopy(row) }
}
