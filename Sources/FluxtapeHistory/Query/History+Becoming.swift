extension History {
  /// The first row that a query holds for. Ends as soon as it is known.
  ///
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  public func firstRow(matching query: Query) throws(HistoryError) -> Int? {
    var scan = QueryScan(self, QueryPlan(query, for: self))
    var found: Int?
    var place = 0
    repeat {
      let end = min(place + Self.rowsPerReport, rows.count)
      let matches = try scan.matches(in: place..<end, isLast: end == rows.count)
      found = [found, matches.first].compactMap(\.self).min()
      place = end
      // What is found may have a row before it that is answered further down, where its outcome stands.
      if let found, scan.firstOpenRow.map({ $0 > found }) ?? true { break }
    } while place < rows.count && !Task.isCancelled
    return found
  }

  /// The rows at which a query became true: it holds there, and not at the row before; at the row before of the same store, where the query
  /// looks at the step's own. Rows are in the order in which they were reduced: that of their outcomes.
  ///
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  public func rowsWhereBecame(_ query: Query) throws(HistoryError) -> [Int] {
    let isOwn = query.condition.looksAtOwnStore
    let found = try rows(matching: query)
    let matches = Set(found)
    let index = index
    return found.filter { row in
      index.rowReduced(before: row, store: isOwn ? index.store(of: row) : nil).map { !matches.contains($0) } ?? true
    }
  }
}
