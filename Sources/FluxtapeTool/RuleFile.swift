import FluxtapeHistory
import FluxtapeReports
import Foundation

/// A file of rules for `check`.
enum RuleFile {
  /// - Throws: ``UsageError`` if the file cannot be read, or a line of it is no rule.
  static func rules(in path: String) throws(UsageError) -> [CheckRule] {
    let text: String
    do { text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8) } catch {
      throw UsageError(message: "\(path): the rules cannot be read: \(error.localizedDescription)")
    }
    do { return try CheckRule.rules(parsing: text) } catch {
      guard case .query(let problem) = error.reason else { throw UsageError(message: "\(path): \(error)") }
      let caret = QueryErrorReport(problem, in: error.text).lines
      throw UsageError(message: (["\(path): line \(error.lineNumber)"] + caret).joined(separator: "\n"))
    }
  }
}
