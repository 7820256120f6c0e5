import ArgumentParser
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeReports

/// The rules for which runs are checked. Without any on the command line, they are those of the project's file.
struct RuleOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A query that must hold at no step.", valueName: "expr")) var never: [String] = []
  @Option(help: ArgumentHelp("A query that must hold at every step.", valueName: "expr")) var always: [String] = []
  @Option(help: ArgumentHelp("A rules file, as 'check' explains.", valueName: "file"), completion: .file()) var rules: [String] = []

  var isEmpty: Bool { never.isEmpty && always.isEmpty && rules.isEmpty }

  /// - Throws: ``UsageError`` for a query or a file that cannot be read.
  func checklist() throws -> Checklist {
    var checklist = Checklist()
    checklist.rules += try never.map { CheckRule(.never(try Self.query($0, of: "--never"))) }
    checklist.rules += try always.map { CheckRule(.always(try Self.query($0, of: "--always"))) }
    for path in rules { checklist.rules += try Self.rules(in: path) }
    if isEmpty, let project = try ProjectFile.rules() { checklist.rules = try Self.rules(parsing: project.text, of: project.place) }
    return checklist
  }

  /// A whole rule would be read as words to search for.
  private static func query(_ text: String, of option: String) throws -> Query {
    if let word = text.split(separator: " ").first, ["never", "always", "after"].contains(word) {
      throw UsageError(
        message: "\(option) '\(text)': takes a query, and this is a rule; write 'NAME: \(text)' to a file and pass it with '--rules FILE'")
    }
    return try Query(argument: text)
  }

  private static func rules(in path: String) throws(UsageError) -> [CheckRule] {
    let text: String
    do throws(UsageError) { text = try TextFile.read(path) } catch {
      throw UsageError(message: "cannot read the rules: \(error.message)")
    }
    return try rules(parsing: text, of: path)
  }

  private static func rules(parsing text: String, of place: String) throws(UsageError) -> [CheckRule] {
    let rules: [CheckRule]
    do { rules = try CheckRule.rules(parsing: text, of: place) } catch {
      guard case .query(let problem) = error.reason else { throw UsageError(message: "\(place): \(error)") }
      throw UsageError(lines: ["\(place): line \(error.lineNumber)"] + QueryErrorReport(problem, in: error.text).lines)
    }
    guard !rules.isEmpty else { throw UsageError(message: "\(place): no rule in it; a rule is 'NAME: never QUERY' on a line of its own") }
    return rules
  }
}
