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

  @Test func `values have the same key where they are equal, and each repeated one counts`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "page-keys-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let runner = folder.appending(path: "keys.mjs")
    let script = #"""
      import { readFileSync } from 'node:fs';
      const source = ['values', 'run', 'text', 'query', 'filter'].map((name) => readFileSync(`${process.argv[2]}/${name}.js`, 'utf8')).join('\n');
      const page = new Function(`'use strict';\n${source}\nreturn { Values, isEqual, keyOf, valueOf };`)();
      const values = [
        null, true, 0, 1, '1', '', [], [1], ['1'], [[1], 2], {}, { a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 }, '{"a":1}',
        { $number: '1.0' }, { $number: '1.00' }, { $object: [['1', 2], ['__proto__', 1]] }, 1,
      ].map(page.valueOf);
      const differing = values.flatMap((one) => values.filter((other) => page.isEqual(one, other) !== (page.keyOf(one) === page.keyOf(other))));
      const many = Array.from({ length: 100000 }, (_, place) => new Map([['id', place % 99990]]));
      const counts = [values, many].map((values) => new page.Values(values).measured('duplicates').values[0]);
      console.log(JSON.stringify([differing.length, ...counts]));
      """#
    try Data(script.utf8).write(to: runner)
    #expect(try Node.run([runner.path, Self.scripts.path], in: folder) == "[0,2,10]\n")
  }

  private static func error(of example: QueryCase) throws -> QueryError? {
    do { return try history(example.log ?? "cart").problem(with: Query(parsing: example.text)) } catch { return error as? QueryError }
  }

  private static func history(_ log: String) throws -> History { try #require(History.open([QueryCase.path(ofLog: log)]).first) }

  private static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Sources/FluxtapeReports/Page/Source").standardizedFileURL

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
    let runner = QueryCase.folder.appendingPathComponent("page.mjs")
    let output = try Node.run([runner, scripts, QueryCase.table, folder].map(\.path), in: folder)
    return try output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
  }
}

extension HistoryRow {
  /// Its step, or its line if it has no step.
  fileprivate var address: String { step?.description ?? lineNumber.map { "@\($0)" } ?? "jump" }
}

/// A run as the page's script has it.
@Suite(.enabled(if: Node.path != nil, "node is not installed, so the page's runs are not looked at"))
struct PageRunScriptTests {
  @Test func `all that led to a row is found once, even if each row has two causes in common with the next`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "page-runs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/FluxtapeReports/Page/Source").standardizedFileURL
    // Steps 2n + 1 and 2n + 2 are both caused by the two before them.
    let script = """
      const source = ['values', 'run'].map((name) => require('fs').readFileSync(`${process.argv[1]}/${name}.js`, 'utf8')).join('\\n');
      const { Run } = new Function(`'use strict';\\n${source}\\nreturn { Run };`)();
      const rows = Array.from({ length: 32 }, (_, place) => {
        const pair = place - place % 2;
        return [place + 1, place, -1, 0, 0, 0, pair === 0 ? 0 : [pair - 1, pair], -1, 0, 0];
      });
      console.log(JSON.stringify(new Run({ rows, stores: [], events: [], base: [] }).origins(31)));
      """
    let output = try Node.run(["-e", script, scripts.path], in: folder)
    #expect(try JSONValue(parsing: output) == .array((0..<30).map { (row: Int) -> JSONValue in .number(JSONNumber(row)) }))
  }
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
