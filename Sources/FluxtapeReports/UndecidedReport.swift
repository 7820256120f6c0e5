package import FluxtapeHistory
package import FluxtapeJSON
import FluxtapeScreen

/// At how many rows a query is not decided, as states are not certain there, and why: what stands below the rows that were found.
///
/// ```text
/// not known at 2 rows, the first run.jsonl:9, as the log is not whole at step 9
/// ```
package struct UndecidedReport: Sendable {
  private let rows: UndecidedRows
  private let first: String
  private let reason: String

  /// - Returns: `nil` where every row is decided.
  package init?(_ rows: UndecidedRows, of history: History, log: String) {
    guard let first = rows.first, let doubt = rows.doubt else { return nil }
    self.rows = rows
    self.first = RowNames(history, log: log).address(first)
    reason = history.doubt(since: doubt)
  }

  /// One line.
  package var text: String {
    let many = rows.count == 1 ? "not known at 1 row," : "not known at \(rows.count) rows, the first"
    return "\(many) \(first), as \(reason)".displayed()
  }

  /// `rows`, `first` (an address) and `reason`.
  package var json: JSONValue {
    ["rows": .number(JSONNumber(rows.count)), "first": .string(first), "reason": .string(reason)]
  }
}
