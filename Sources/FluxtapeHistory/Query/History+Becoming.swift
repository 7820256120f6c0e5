extension History {
  /// Returns the first row that matches a query. Stops as soon as it is known.
  ///
  /// - Parameters:
  ///   - query: The condition.
  ///   - report: Called after every few thousand rows, as by ``rows(matching:report:)``.
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  public func firstRow(
    matching query: Query, report: (QueryProgress) -> Bool = { _ in true }
  ) throws(HistoryError) -> Int? {
    var scan = try QueryScan(self, QueryPlan(query, for: self))
    var found: Int?
    var place = 0
    repeat {
      let end = min(place + Self.rowsPerReport, rows.count)
      let matches = try scan.matches(in: place..<end, isLast: end == rows.count)
      found = [found, matches.first].compactMap(\.self).min()
      place = end
      guard report(QueryProgress(found: matches, looked: place, total: rows.count, undecided: scan.undecided)) else { break }
      // An earlier row may be answered later than the found one, because its outcome comes later.
      if let found, scan.firstOpenRow.map({ $0 > found }) ?? true { break }
    } while place < rows.count && !Task.isCancelled
    return found
  }

  /// Returns the rows at which a query became true: it holds there, but not at the row before. If the query uses the step's own store, the
  /// row before is the previous one of that store. "Before" refers to the order of reduction, which is the order of outcomes. Undecided
  /// rows are skipped, since the log does not show that the query became true after them.
  ///
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  public func rowsWhereBecame(
    _ query: Query, report: (QueryProgress) -> Bool = { _ in true }
  ) throws(HistoryError) -> [Int] {
    let isOwn = query.condition.looksAtOwnStore
    var undecided = UndecidedRows()
    let found = try rows(matching: query) { progress in
      undecided = progress.undecided
      return report(progress)
    }
    let matches = Set(found)
    let index = index
    return found.filter { row in
      let store = isOwn ? index.store(of: row) : nil
      var before = index.rowReduced(before: row, store: store)
      while let open = before, undecided.contains(open) { before = index.rowReduced(before: open, store: store) }
      return before.map { !matches.contains($0) } ?? true
    }
  }
}
