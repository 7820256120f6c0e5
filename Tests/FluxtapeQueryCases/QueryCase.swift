import FluxtapeDocuments
import FluxtapeJSON
package import Foundation

/// One line of `cases.jsonl`, the table that defines the query language. The page of a report must agree where it evaluates a query.
package struct QueryCase: Sendable, CustomStringConvertible {
  package enum Kind: Sendable {
    /// The meaning of a query.
    case reads(String)
    /// The place of the error in characters from 1, the beginning of the expectation, and the suggestion.
    case fails(column: Int, expected: String, suggestion: String?)
    /// The addresses of the matching rows: steps, and lines (`@17`) of rows without one.
    case finds([String])
    /// Texts that match, and texts that do not.
    case matches([String], misses: [String])
  }

  /// The parser of the text: `query`, or a part of the language: `expression`, `text`, `name`.
  package let subject: String
  package let text: String
  /// The log to query.
  package let log: String?
  package let kind: Kind
  /// Its line in the table.
  package let line: Int

  package var description: String { "\(line): \(text.prefix(80))" }
}

extension QueryCase {
  package static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  package static let table = folder.appendingPathComponent("cases.jsonl")
  package static let logs = ["cart", "doubt", "odd", "states", "torn", "unknown"]

  package static func path(ofLog name: String) -> String { folder.appendingPathComponent("Logs/\(name).jsonl").path }

  /// All cases. Lines with `about` are comments on those below.
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
