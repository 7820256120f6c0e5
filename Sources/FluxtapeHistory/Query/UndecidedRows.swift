/// Rows for which a log does not show whether a query holds, because a needed state is uncertain: the query neither holds nor fails.
public struct UndecidedRows: Hashable, Sendable {
  /// The number of rows.
  public var count: Int { rows.count }
  private var rows: Set<Int> = []
  /// The first of them.
  public private(set) var first: Int?
  /// The row that made the state uncertain: records are missing, or the log lacks the outcome of an action.
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
