/// The place of a cell. The first row and the first column are 0; a place outside of the frame is allowed and draws nothing.
public struct Position: Hashable, Sendable {
  public var row: Int
  public var column: Int

  public static let zero = Position(row: 0, column: 0)

  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
