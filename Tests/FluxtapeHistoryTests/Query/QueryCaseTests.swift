import FluxtapeDocuments
import FluxtapeLog
import FluxtapeQueryCases
import Testing

@testable import FluxtapeHistory

/// The table of query cases, run by the program.
struct QueryCaseTests {
  @Test(arguments: try QueryCase.all())
  func `the program holds to the table`(_ example: QueryCase) throws {
    switch example.kind {
    case .reads(let outline): #expect(try Query(parsing: example.text).outline == outline)
    case .fails(let column, let expected, let suggestion):
      let error = try #require(try Self.error(of: example))
      #expect(error.offset + 1 == column)
      #expect(error.expected.hasPrefix(expected), "\(error.expected)")
      #expect(error.suggestion == suggestion)
    case .finds(let addresses):
      let history = try Self.history(example.log)
      let query = try Query(parsing: example.text)
      let rows = try history.rows(matching: query)
      #expect(rows.map { history.rows[$0].address } == addresses)
      #expect(history.problem(with: query) == nil)
      #expect(try history.firstRow(matching: query) == rows.first)
      #expect(try history.rows.indices.filter { try history.holds(query, at: $0) } == rows)
    case .matches(let texts, let others):
      let matches = try Self.matcher(example)
      for text in texts { #expect(matches(text), "\(text)") }
      for text in others { #expect(!matches(text), "\(text)") }
    }
  }

  private static func error(of example: QueryCase) throws -> QueryError? {
    do { return try history(example.log ?? "cart").problem(with: Query(parsing: example.text)) } catch { return error as? QueryError }
  }

  /// The logs of the table, each opened once, as queries do not change them.
  private static let histories = Dictionary(
    uniqueKeysWithValues: QueryCase.logs.map { log in
      (log, Result { try #require(History.open([QueryCase.path(ofLog: log)]).first) })
    })

  private static func history(_ log: String?) throws -> History {
    try #require(histories[log ?? ""]).get()
  }

  private static func matcher(_ example: QueryCase) throws -> (String) -> Bool {
    switch example.subject {
    case "expression":
      let expression = try RegularExpression(example.text)
      return { expression.matches($0) }
    case "name":
      let pattern = NamePattern(glob: example.text)
      return { pattern.matches($0) }
    default:
      let pattern = TextPattern(literal: example.text)
      return { pattern.matches($0) }
    }
  }
}

extension HistoryRow {
  /// Its step, or its line if it has no step.
  fileprivate var address: String { step?.description ?? lineNumber.map { "@\($0)" } ?? "jump" }
}
