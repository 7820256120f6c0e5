import FluxtapeAnswers
package import FluxtapeHistory
package import FluxtapeJSON
import FluxtapeScreen

/// The number of rows at which a query is undecided because states are uncertain, and the reason. It follows the matching rows.
///
/// ```text
/// not known at 2 rows, the first run.jsonl:9, as the log is not whole at step 9
/// ```
package struct UndecidedReport: Sendable {
  private let rows: UndecidedRows
  private let first: String
  private let reason: String

  /// - Returns: `nil` if every row is decided.
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
    .object(members: ["rows": rows.count, "first": first, "reason": reason])
  }
}
