/// How many rows and columns of cells a screen, or a part of it, has.
package struct Size: Hashable, Sendable {
  package let rows: Int
  package let columns: Int

  /// The most rows or columns that a terminal can report (`ws_row` and `ws_col`, as curses keeps them: 16 bits with a sign).
  package static let limit = Int(Int16.max)

  package static let zero = Size(rows: 0, columns: 0)

  /// Numbers outside 0…``limit`` become the nearest inside.
  package init(rows: Int, columns: Int) {
    self.rows = min(max(rows, 0), Self.limit)
    self.columns = min(max(columns, 0), Self.limit)
  }

  package var isEmpty: Bool { rows == 0 || columns == 0 }
}

/// Columns first, as terminals are named: `80x24`.
extension Size: CustomStringConvertible {
  package var description: String { "\(columns)x\(rows)" }
}
