/// Rows of which a log does not tell whether a query holds, as a state that it asks for is not certain there: the query neither holds nor
/// fails.
public struct UndecidedRows: Hashable, Sendable {
  /// How many rows there are.
  public var count: Int { rows.count }
  private var rows: Set<Int> = []
  /// The first of them.
  public private(set) var first: Int?
  /// The row that cast doubt on the state there: records are missing, or the log does not tell what came of an action.
  public private(set) var doubt: Int?

  /// Creates an empty set.
  public init() {}

  /// Whether a row is one of them.
  func contains(_ row: Int) -> Bool { rows.contains(row) }

  mutating func insert(_ row: Int, doubt: Int) {
    rows.insert(row)
    if first.map({ row < $0 }) ?? true { (first, self.doubt) = (row, doubt) }
  }
}
