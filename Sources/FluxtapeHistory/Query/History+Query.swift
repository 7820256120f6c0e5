/// How far a search has come.
public struct QueryProgress: Sendable {
  /// Rows that match and were found since the last report, rising. Steps whose outcome stands further down than their beginning
  /// may be found late.
  public let found: [Int]
  /// Rows looked at so far, of ``total``.
  public let looked: Int
  /// Rows of the history.
  public let total: Int
  /// Rows so far that the log leaves open.
  public let undecided: UndecidedRows
}

extension History {
  /// The rows that a query holds for, rising.
  ///
  /// - Parameters:
  ///   - query: Its stores and paths are those of this run; see ``problem(with:)``.
  ///   - report: Called after every few thousand rows; returning `false` ends the search with what is found so far.
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  /// - Complexity: what the index answers, O(rows); what needs contents, O(bytes of the lines in question); what needs states,
  ///   O(bytes of the patches): no state is rebuilt for a step. A cancelled task ends the search too.
  public func rows(
    matching query: Query, report: (QueryProgress) -> Bool = { _ in true }
  ) throws(HistoryError) -> [Int] {
    var scan = QueryScan(self, QueryPlan(query, for: self))
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

  /// Rows after which a search reports: some milliseconds' work.
  static let rowsPerReport = 4096
}
