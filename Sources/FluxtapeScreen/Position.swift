/// The place of a cell. The first row and the first column are 0; a place outside of the frame is allowed and draws nothing.
package struct Position: Hashable, Sendable {
  package var row: Int
  package var column: Int

  package static let zero = Position(row: 0, column: 0)

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
