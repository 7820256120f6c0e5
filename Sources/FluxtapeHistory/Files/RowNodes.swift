package import FluxtapeDocuments
import FluxtapeJSON

/// Reads lines as nodes, which are decoded on demand. One read of the file serves neighboring lines.
package struct RowNodes {
  private let index: RunIndex
  private var reader: LineWindow

  package init(_ history: History) {
    index = history.index
    reader = LineWindow(index: index)
  }

  /// The line of an action; `nil` for other rows, and for a line that is not JSON.
  package mutating func node(at row: Int) throws(HistoryError) -> JSONNode? {
    guard index.rows.indices.contains(row), index.rows[row].kind == .action else { return nil }
    let bytes = try reader.bytes(of: index.rows[row].place)
    return try? JSONNode(parsing: bytes)
  }
}
