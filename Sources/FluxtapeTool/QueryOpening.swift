import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeReports

extension Query {
  /// Parses a query from the command line.
  ///
  /// - Throws: ``UsageError`` with a caret below the error.
  init(argument text: String) throws {
    do { try self.init(parsing: text) } catch { throw UsageError(error, in: text) }
  }

  /// - Throws: ``UsageError`` if the query names a store that the log does not have.
  func check(against history: History) throws { try check(amongStores: history.stores) }

  /// - Throws: ``UsageError`` if the query names a store not in `stores`.
  func check(amongStores stores: [String]) throws {
    if let error = problem(amongStores: stores) { throw UsageError(error, in: text) }
  }
}

extension UsageError {
  fileprivate init(_ error: QueryError, in query: String) {
    self.init(lines: QueryErrorReport(error, in: query).lines)
  }
}

extension History {
  /// Returns the rows where a query holds. Shows progress, and warns about undecided rows.
  func rows(matching query: Query, task: String) throws -> [Int] {
    let (rows, undecided) = try rowsAndUndecided(matching: query, task: task)
    warn(about: undecided)
    return rows
  }

  /// Returns the rows where a query holds, and the undecided rows. Shows progress.
  func rowsAndUndecided(matching query: Query, task: String) throws -> (rows: [Int], undecided: UndecidedRows) {
    var progress = Progress(task)
    defer { progress.end() }
    return try found(query) { progress.show($0.looked, of: $0.total) }
  }

  /// Returns the rows where a query holds, or became true, and the undecided rows.
  func found(
    _ query: Query, became: Bool = false, report: (QueryProgress) -> Void = { _ in }
  ) throws(HistoryError) -> (rows: [Int], undecided: UndecidedRows) {
    var undecided = UndecidedRows()
    func note(_ progress: QueryProgress) -> Bool {
      undecided = progress.undecided
      report(progress)
      return true
    }
    return (try became ? rowsWhereBecame(query, report: note) : rows(matching: query, report: note), undecided)
  }

  /// Warns about stores, types and paths of a query that no step has, which are probably misspelled.
  func warnAboutUnseenNames(in query: Query, log: String) throws {
    for sentence in try sentences(aboutUnseenNamesIn: query) { StandardOutput.warn("fluxtape: \(log): \(sentence)") }
  }

  /// Warns about undecided rows.
  func warn(about undecided: UndecidedRows) {
    if let report = UndecidedReport(undecided, of: self, log: files.first?.path ?? "") { StandardOutput.warn("fluxtape: \(report.text)") }
  }
}
