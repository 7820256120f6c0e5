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
  /// One line.
  package let text: String
  /// `rows`, `first` (an address) and `reason`.
  package let json: JSONValue

  /// - Returns: `nil` if every row is decided.
  package init?(_ rows: UndecidedRows, of history: History, log: String) {
    guard let first = rows.first, let doubt = rows.doubt else { return nil }
    let (address, reason) = (RowNames(history, log: log).address(first), history.doubt(since: doubt))
    text = "not known at \(rows.count == 1 ? "1 row," : "\(rows.count) rows, the first") \(address), as \(reason)".displayed()
    json = .object(members: ["rows": rows.count, "first": address, "reason": reason])
  }
}
