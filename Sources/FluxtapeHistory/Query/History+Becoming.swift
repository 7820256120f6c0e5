extension History {
  /// The first row that a query holds for. Ends as soon as it is known.
  ///
  /// - Parameters:
  ///   - query: What the row has to fulfil.
  ///   - report: Called after every few thousand rows, as by ``rows(matching:report:)``.
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  public func firstRow(
    matching query: Query, report: (QueryProgress) -> Bool = { _ in true }
  ) throws(HistoryError) -> Int? {
    var scan = QueryScan(self, QueryPlan(query, for: self))
    var found: Int?
    var place = 0
    repeat {
      let end = min(place + Self.rowsPerReport, rows.count)
      let matches = try scan.matches(in: place..<end, isLast: end == rows.count)
      found = [found, matches.first].compactMap(\.self).min()
      place = end
      guard report(QueryProgress(found: matches, looked: place, total: rows.count, undecided: scan.undecided)) else { break }
      // What is found may have a row before it that is answered further down, where its outcome stands.
      if let found, scan.firstOpenRow.map({ $0 > found }) ?? true { break }
    } while place < rows.count && !Task.isCancelled
    return found
  }

  /// The rows at which a query became true: it holds there, and not at the row before; at the row before of the same store, where the query
  /// looks at the step's own. Rows are in the order in which they were reduced: that of their outcomes. Rows that the log leaves open are
  /// passed over: nothing tells that it became true behind them.
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
