import FluxtapeHistory
import FluxtapeReports

extension Query {
  /// Reads a query of the command line.
  ///
  /// - Throws: ``UsageError`` with a caret below the place that is wrong.
  init(argument text: String) throws {
    do { try self.init(parsing: text) } catch { throw UsageError(error, in: text) }
  }

  /// - Throws: ``UsageError`` if the query names a store that the log does not have.
  func check(against history: History) throws { try check(amongStores: history.stores) }

  /// - Throws: ``UsageError`` if the query names another store than these.
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
  /// The rows that a query holds for, with progress on standard error where that is a terminal.
  func rows(matching query: Query, telling task: String) throws -> [Int] {
    let (rows, undecided) = try rowsAndUndecided(matching: query, telling: task)
    tell(undecided)
    return rows
  }

  /// The same, and the rows of which the log does not tell whether it holds.
  func rowsAndUndecided(matching query: Query, telling task: String) throws -> (rows: [Int], undecided: UndecidedRows) {
    var progress = Progress(task)
    defer { progress.end() }
    var undecided = UndecidedRows()
    let rows = try rows(matching: query) { step in
      progress.show(step.looked, of: step.total)
      undecided = step.undecided
      return true
    }
    return (rows, undecided)
  }

  /// Says beside the answer at which rows it is not known.
  func tell(_ undecided: UndecidedRows) {
    if let report = UndecidedReport(undecided, of: self, log: files.first?.path ?? "") { StandardOutput.tell("fluxtape: \(report.text)") }
  }
}
