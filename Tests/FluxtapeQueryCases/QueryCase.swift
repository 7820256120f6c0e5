import FluxtapeJSON
package import Foundation

/// One line of the table that says what the query language is: `cases.jsonl`. The program and the page of a report hold to it.
package struct QueryCase: Sendable, CustomStringConvertible {
  package enum Kind: Sendable {
    /// How a query is understood.
    case reads(String)
    /// Where it goes wrong, in characters from 1, how what was expected there begins, and what may have been meant.
    case fails(column: Int, expected: String, suggestion: String?)
    /// The addresses of the rows for which it holds: steps, and lines (`@17`) of what has none.
    case finds([String])
    /// Texts that match, and others.
    case matches([String], misses: [String])
  }

  /// What reads the text: `query`, or a part of the language: `expression`, `text`, `name`.
  package let subject: String
  package let text: String
  /// The log that is asked.
  package let log: String?
  package let kind: Kind
  /// Where it stands in the table.
  package let line: Int

  package var description: String { "\(line): \(text.prefix(80))" }
}

extension QueryCase {
  package static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  package static let table = folder.appendingPathComponent("cases.jsonl")
  package static let logs = ["cart", "doubt", "odd", "states", "torn", "unknown"]

  package static func path(ofLog name: String) -> String { folder.appendingPathComponent("Logs/\(name).jsonl").path }

  /// All of them. Lines that are `about` those below are none.
  package static func all() throws -> [QueryCase] {
    let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    return try lines.compactMap { number, text in text.isEmpty ? nil : QueryCase(try JSONValue(parsing: String(text)), line: number + 1) }
  }

  private init?(_ json: JSONValue, line: Int) {
    guard let subject = ["query", "expression", "text", "name"].first(where: { json[$0] != nil }) else { return nil }
    func texts(_ value: JSONValue?) -> [String] { (value?.array ?? []).map { $0.string ?? $0.text } }
    self.subject = subject
    self.line = line
    text = json[subject]?.string ?? ""
    log = json["log"]?.string
    if let outline = json["reads"]?.string {
      kind = .reads(outline)
    } else if let column = json["column"]?.int {
      kind = .fails(column: column, expected: json["expected"]?.string ?? "", suggestion: json["suggestion"]?.string)
    } else if json["finds"] != nil {
      kind = .finds(texts(json["finds"]))
    } else {
      kind = .matches(texts(json["matches"]), misses: texts(json["misses"]))
    }
  }
}
