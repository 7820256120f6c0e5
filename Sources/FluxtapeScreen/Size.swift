/// The size of a screen or a region, in cells.
package struct Size: Hashable, Sendable {
  package let rows: Int
  package let columns: Int

  /// The maximum number of rows or columns that curses can report (16 bits with a sign).
  package static let limit = Int(Int16.max)

  package static let zero = Size(rows: 0, columns: 0)

  /// Clamps both numbers to 0…``limit``.
  package init(rows: Int, columns: Int) {
    self.rows = min(max(rows, 0), Self.limit)
    self.columns = min(max(columns, 0), Self.limit)
  }

  package var isEmpty: Bool { rows == 0 || columns == 0 }
}

/// Columns first, as usual for terminals: `80x24`.
extension Size: CustomStringConvertible {
  package var description: String { "\(columns)x\(rows)" }
}
