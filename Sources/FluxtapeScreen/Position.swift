/// The position of a cell, from 0. Drawing at a position outside the frame does nothing.
package struct Position: Hashable, Sendable {
  package var row: Int
  package var column: Int

  package static let zero = Position(row: 0, column: 0)

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
