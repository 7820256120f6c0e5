import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeReports

/// A file of rules for `check`.
enum RuleFile {
  /// - Throws: ``UsageError`` if the file cannot be read, or if a line is not a rule.
  static func rules(in path: String) throws(UsageError) -> [CheckRule] {
    let text: String
    do throws(UsageError) { text = try TextFile.read(path) } catch {
      throw UsageError(message: "cannot read the rules: \(error.message)")
    }
    do { return try CheckRule.rules(parsing: text, of: path) } catch {
      guard case .query(let problem) = error.reason else { throw UsageError(message: "\(path): \(error)") }
      let caret = QueryErrorReport(problem, in: error.text).lines
      throw UsageError(lines: ["\(path): line \(error.lineNumber)"] + caret)
    }
  }
}
