import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeQueryCases
import Foundation
import Testing

@testable import FluxtapeReports

/// The table of query cases, run by the page's script in node.
@Suite(.enabled(if: Node.path != nil, "node is not installed, so the page's filter is not held against the table of queries"))
struct PageQueryTests {
  @Test func `the page holds to the table, and says of a wrong query what the program says`() throws {
    let outcomes = try Self.outcomes()
    for example in try QueryCase.all() {
      let outcome = outcomes[example.line - 1]
      switch example.kind {
      case .reads(let outline): #expect(outcome["reads"]?.string == outline, "\(example): \(outcome.text)")
      case .fails:
        let error = try #require(try Self.error(of: example))
        #expect(outcome["error"]?.string == "\(error)", "\(example): \(outcome.text)")
      case .finds(let addresses):
        let rows = try Self.history(try #require(example.log)).rows
        let found = (outcome["rows"]?.array ?? []).compactMap(\.int).map { rows[$0].address }
        #expect(found == addresses && outcome["rows"] != nil, "\(example): \(outcome.text)")
      case .matches: #expect(outcome["wrong"] == [], "\(example): \(outcome.text)")
      }
    }
  }

  private static func error(of example: QueryCase) throws -> QueryError? {
    do { return try history(example.log ?? "cart").problem(with: Query(parsing: example.text)) } catch { return error as? QueryError }
  }

  private static func history(_ log: String) throws -> History { try #require(History.open([QueryCase.path(ofLog: log)]).first) }

  /// The result of each line of the table.
  private static func outcomes() throws -> [JSONValue] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "page-queries-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for log in QueryCase.logs {
      let history = try history(log)
      var run = PageRun(CheckedRun(history, log: "\(log).jsonl", findings: []), rows: history.rows.indices)
      try Data(run.json().utf8).write(to: folder.appending(path: "\(log).json"))
    }
    let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/FluxtapeReports/Page/Source").standardizedFileURL
    let runner = QueryCase.folder.appendingPathComponent("page.mjs")
    let output = try Node.run([runner, scripts, QueryCase.table, folder].map(\.path), in: folder)
    return try output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
  }
}

extension HistoryRow {
  /// Its step, or its line if it has no step.
  fileprivate var address: String { step?.description ?? lineNumber.map { "@\($0)" } ?? "jump" }
}

/// The node on this machine, if there is one.
private enum Node {
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/node" }
    .first(where: FileManager.default.isExecutableFile)

  /// The output of a script.
  static func run(_ arguments: [String], in folder: URL) throws -> String {
    let output = folder.appending(path: "output")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path))
    process.arguments = arguments
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try String(contentsOf: output, encoding: .utf8)
  }
}
