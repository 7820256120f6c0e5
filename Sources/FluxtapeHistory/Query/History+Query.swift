/// The progress of a search.
public struct QueryProgress: Sendable {
  /// Matching rows found since the last report, ascending. Steps whose outcome comes much later than their beginning may be found late.
  public let found: [Int]
  /// The number of rows searched so far, of ``total``.
  public let looked: Int
  /// The number of rows in the history.
  public let total: Int
  /// The rows so far whose answer the log does not give.
  public let undecided: UndecidedRows
}

extension History {
  /// Returns the rows that match a query, ascending.
  ///
  /// - Parameters:
  ///   - query: Its stores and paths must exist in this run; see ``problem(with:)``.
  ///   - report: Called after every few thousand rows; returning `false` ends the search with the rows found so far.
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  /// - Complexity: O(rows) for conditions on the index; O(bytes of the candidate lines) for conditions on contents; O(bytes of the patches)
  ///   for conditions on states, since no state is rebuilt per step. A cancelled task also ends the search.
  public func rows(
    matching query: Query, report: (QueryProgress) -> Bool = { _ in true }
  ) throws(HistoryError) -> [Int] {
    var scan = try QueryScan(self, QueryPlan(query, for: self))
    var found: [Int] = []
    var place = 0
    repeat {
      let end = min(place + Self.rowsPerReport, rows.count)
      let matches = try scan.matches(in: place..<end, isLast: end == rows.count)
      found += matches
      place = end
      guard report(QueryProgress(found: matches, looked: place, total: rows.count, undecided: scan.undecided)), !Task.isCancelled else {
        break
      }
    } while place < rows.count
    return found.sorted()
  }

  /// The number of rows between reports: some milliseconds of work.
  static let rowsPerReport = 4096
}
