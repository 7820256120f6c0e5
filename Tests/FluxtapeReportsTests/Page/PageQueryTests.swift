import FluxtapeDocuments
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

  @Test func `the page escapes in what two texts differ that look alike`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "page-alike-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = #"""
      const { readFileSync } = require('node:fs');
      const { distinguished } = new Function(`'use strict';\n${process.argv[2]}${readFileSync(process.argv[1], 'utf8')}\nreturn { distinguished };`)();
      const pairs = [['caf\u00e9', 'cafe\u0301'], ['1\u00a0234', '1 234'], ['p\u0430ypal', 'paypal'], ['\u2764', '\u2764\ufe0f'], ['\u00e0', '\u00e1'], ['a', 'b']];
      for (const [one, other] of pairs) process.stdout.write(distinguished(one, other).join(' ') + '\n');
      """#
    let output = try Node.run(["-e", script, Self.scripts.appending(path: "text.js").path, PageSource.lookalikes], in: folder)
    let lines = [#"caf\u{E9} cafe\u{301}"#, #"1\u{A0}234 1 234"#, #"p\u{430}ypal paypal"#, #"❤ ❤\u{FE0F}"#, "\u{E0} \u{E1}", "a b", ""]
    #expect(Array(output.utf8) == Array(lines.joined(separator: "\n").utf8))
  }

  private static func error(of example: QueryCase) throws -> QueryError? {
    do { return try history(example.log ?? "cart").problem(with: Query(parsing: example.text)) } catch { return error as? QueryError }
  }

  private static func history(_ log: String) throws -> History { try #require(History.open([QueryCase.path(ofLog: log)]).first) }

  private static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Sources/CPage").standardizedFileURL

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

/// What the page's script makes of a run and of texts.
@Suite(.enabled(if: Node.path != nil, "node is not installed, so the page's script is not run"))
struct PageScriptTests {
  /// The value of an expression, in which the functions of the page that need no document are known.
  private static func value(of expression: String) throws -> JSONValue {
    let folder = FileManager.default.temporaryDirectory.appending(path: "page-script-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/CPage").standardizedFileURL
    let script = """
      const source = ['values', 'run', 'text'].map((name) => require('fs').readFileSync(`${process.argv[1]}/${name}.js`, 'utf8')).join('\\n');
      console.log(JSON.stringify(new Function(`'use strict';\\n${source}\\nreturn ${process.argv[2]};`)()));
      """
    return try JSONValue(parsing: try Node.run(["-e", script, scripts.path, expression], in: folder))
  }

  @Test func `all that led to a row is found once, even if each row has two causes in common with the next`() throws {
    // Steps 2n + 1 and 2n + 2 are both caused by the two before them.
    let origins = try Self.value(
      of: """
        new Run({ stores: [], events: [], base: [], rows: Array.from({ length: 32 }, (_, place) => {
          const pair = place - place % 2;
          return [place + 1, place, -1, 0, 0, 0, pair === 0 ? 0 : [pair - 1, pair], -1, 0, 0];
        }) }).origins(31)
        """)
    #expect(origins == .array((0..<30).map { (row: Int) -> JSONValue in .number(JSONNumber(row)) }))
  }

  @Test func `what draws nothing or reorders text is shown`() throws {
    let hidden: [Int] = [
      0x80, 0x9B, 0xAD, 0x34F, 0x61C, 0x115F, 0x17B5, 0x180E, 0x200B, 0x200D, 0x2028, 0x202E, 0x2066, 0x3164, 0xFDD0, 0xFEFF, 0xFFA0,
      0xFFF9, 0xFFFF, 0x13430, 0x1BCA0, 0x1D173, 0xE0001,
    ]
    let shown = try Self.value(of: "\(hidden).map((code) => shown(`a${String.fromCodePoint(code)}b`))")
    #expect(shown == .array(hidden.map { (code: Int) -> JSONValue in .string("a‹\(String(code, radix: 16, uppercase: true))›b") }))
    #expect(
      try Self.value(of: #"shown('\u001b[2J\n\x7f <b> 製品 e\u0301 \u26a0\ufe0f')"#) == .string("␛[2J␊␡ <b> 製品 e\u{301} \u{26A0}\u{FE0F}"))
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
