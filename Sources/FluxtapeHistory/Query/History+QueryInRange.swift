extension History {
  /// The rows of a stretch that a query holds for, rising: to search from some place on, or through what a log has grown by.
  ///
  /// - Parameters:
  ///   - range: Rows that are asked about; states are followed from the beginning of the log on all the same.
  ///   - report: Called after every few thousand rows with the rows found since and how many rows of the stretch were looked at; returning
  ///     `false` ends the search.
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  /// - Complexity: as ``rows(matching:report:)``, for the rows of the stretch.
  package func search(
    for query: Query, in range: Range<Int>, report: (_ found: [Int], _ looked: Int) -> Bool
  ) throws(HistoryError) {
    let range = range.clamped(to: 0..<rows.count)
    var scan = QueryScan(self, QueryPlan(query, for: self))
    var place = range.lowerBound
    while place < range.upperBound {
      let end = min(place + Self.rowsPerReport, range.upperBound)
      let matches = try scan.matches(in: place..<end, isLast: end == range.upperBound)
      place = end
      guard report(matches, place - range.lowerBound) else { return }
    }
  }
}

extension HistoryRow {
  /// Bytes of the run's files before the row's line.
  package var position: Int { index.rows[number].place }

  /// A number that rows of one type share.
  package var typeNumber: Int? { index.textNumber(of: number) }
}
