extension History {
  /// Searches a range of rows: from some row on, or the rows by which a log has grown.
  ///
  /// - Parameters:
  ///   - range: The rows to answer. States are followed from those before it.
  ///   - report: Called after every few thousand rows with the rows found since the last call, ascending, and the number of rows searched;
  ///     returning `false` ends the search.
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  /// - Complexity: as ``rows(matching:report:)``, for the rows of the range, and as ``state(of:before:)`` for its first row.
  package func search(
    for query: Query, in range: Range<Int>, report: (_ found: [Int], _ looked: Int) -> Bool
  ) throws(HistoryError) {
    let range = range.clamped(to: 0..<rows.count)
    var scan = try QueryScan(self, QueryPlan(query, for: self), from: range.lowerBound)
    var place = range.lowerBound
    while place < range.upperBound {
      let end = min(place + Self.rowsPerReport, range.upperBound)
      let matches = try scan.matches(in: place..<end, isLast: end == range.upperBound)
      place = end
      guard report(matches, place - range.lowerBound) else { return }
    }
  }
}

extension History {
  /// Whether a query holds at a row.
  ///
  /// - Complexity: as ``search(for:in:report:)`` of one row.
  package func holds(_ query: Query, at row: Int) throws(HistoryError) -> Bool {
    var isFound = false
    try search(for: query, in: row..<row + 1) { found, _ in
      isFound = !found.isEmpty
      return false
    }
    return isFound
  }
}

extension HistoryRow {
  /// The number of bytes in the run's files before the row's line.
  package var position: Int { index.rows[number].place }

  /// A number that all rows of one type share.
  package var typeNumber: Int? { index.textNumber(of: number) }
}
