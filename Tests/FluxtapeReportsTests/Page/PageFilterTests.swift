import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeQueryCases
import Foundation
import Testing

@testable import FluxtapeReports

/// What the page's script makes of a run, of texts and of a filter.
@Suite(.enabled(if: Node.path != nil, "node is not installed, so the page's script is not run"))
struct PageScriptTests {
  /// The value of an expression in which the functions of the page that need no document are known, as are `data` and `cases`.
  private static func value(of expression: String, data: JSONValue = .null) throws -> JSONValue {
    let folder = FileManager.default.temporaryDirectory.appending(path: "page-script-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(data.text.utf8).write(to: folder.appending(path: "data.json"))
    try Data(PageSource.lookalikes.utf8).write(to: folder.appending(path: "lookalikes.js"))
    let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/CPage").standardizedFileURL
    let script = """
      const [, scripts, folder, expression] = process.argv;
      const read = (path) => require('fs').readFileSync(path, 'utf8');
      const source = ['values', 'run', 'text', 'filter'].map((name) => read(`${scripts}/${name}.js`)).join('\\n');
      const data = JSON.parse(read(`${folder}/data.json`));
      console.log(JSON.stringify(
        new Function('data', `'use strict';\\n${read(`${folder}/lookalikes.js`)}${source}\\nreturn ${expression};`)(data)));
      """
    return try JSONValue(parsing: try Node.run(["-e", script, scripts.path, folder.path, expression], in: folder))
  }

  // MARK: - The filter

  /// For each text, the rows of a log that the page shows; `nil` for a text that it does not evaluate.
  private static func filtered(_ history: History, by texts: [String]) throws -> [[Int]?] {
    var run = PageRun(CheckedRun(history, log: "log.jsonl", findings: []), rows: history.rows.indices)
    let data: JSONValue = ["run": try JSONValue(parsing: try run.json()), "texts": .array(texts.map(JSONValue.string))]
    let found = try Self.value(
      of: """
        (() => {
          const run = new Run(data.run);
          return data.texts.map((text) => {
            const conditions = conditionsOf(text);
            return conditions && run.rows.map((_, place) => place).filter((place) => conditions.every((holds) => holds(run, run.rows[place], place)));
          });
        })()
        """, data: data)
    return try #require(found.array).map { $0.array?.compactMap(\.int) }
  }

  @Test(arguments: QueryCase.logs)
  func `words, store:, type: and is: find what 'find' finds`(_ log: String) throws {
    let history = try #require(History.open([QueryCase.path(ofLog: log)]).first)
    // Every query of the table, too: what the page evaluates means the same.
    let table = try QueryCase.all().filter { $0.subject == "query" && $0.log == log }.map(\.text)
    let words = ["cart", "CART", "add", "1", "failed", "E", "items", "true", "é", "@@INIT"]
    let names = Set(history.rows.map(\.type)).flatMap { ["type:\($0)", "type:\($0.prefix(3))*", "type:*\($0.suffix(2))"] } + ["type:?*"]
    let stores = history.stores.flatMap { ["store:\($0)", "store:*\($0.suffix(1))"] }
    let traits = RowTrait.allCases.map { "is:\($0.rawValue)" }
    let both = ["store:cart is:action", "cart and is:changed and type:*"]
    let texts = table + words + names + stores + traits + both
    var evaluated: Set<String> = []
    for (text, found) in zip(texts, try Self.filtered(history, by: texts)) {
      guard let found, let query = try? Query(parsing: text) else { continue }
      #expect(try found == history.rows(matching: query), "\(text)")
      evaluated.insert(text)
    }
    #expect(Set(traits + both + ["cart", "type:?*"]).isSubset(of: evaluated))
  }

  @Test func `is:live finds what the inspector did, and not what the app did then`() throws {
    let history = try History.holding([
      #"{"seq":1,"t":0,"store":"s","type":"@@INIT","state":{"n":1}}"#,
      #"{"seq":2,"t":1,"mark":"live: jump to step 1 (by me)","level":"info","live":{"do":"jump","step":1,"by":"me"}}"#,
      #"{"seq":3,"t":2,"store":"s","type":"@@STATE","cause":2,"patch":[{"op":"replace","path":"/n","value":2}]}"#,
      #"{"seq":4,"t":3,"store":"s","type":"added","cause":2,"patch":[]}"#,
      #"{"seq":5,"t":4,"mark":"live: dispatch to 's' (by me)","level":"info","live":{"do":"dispatch","store":"s","by":"me"}}"#,
      #"{"seq":6,"t":5,"store":"s","type":"added","cause":5,"patch":[]}"#,
      #"{"seq":7,"t":6,"store":"s","type":"more","cause":6,"patch":[]}"#,
    ])
    #expect(try history.rows(matching: Query(parsing: "is:live")) == [1, 2, 4, 5])
    #expect(try Self.filtered(history, by: ["is:live"]) == [[1, 2, 4, 5]])
  }

  @Test func `the page evaluates no other query`() throws {
    let history = try #require(History.open([QueryCase.path(ofLog: "cart")]).first)
    let texts = [
      "cart.total < 0", ".total<0", "len(.items) > 3", "\"out of stock\"", "/re/", "-is:mark", "not is:mark", "is:mark or is:gap", "(cart)",
      "type:/^cart/", "store:\"cart#2\"", "seq:5", "seq:100..200", "cause:4", "chain:4", "trace:4bf*", "changed:.items", "in:state x",
      "dur > 1ms", ".items", ".items[0]", "cart.items[*]", "name ~ \"a\"", "is:eror", "is:constructor", "is:", "type:", "a && b", "!a",
      "cart store:cart dur>1",
    ]
    for (text, found) in zip(texts, try Self.filtered(history, by: texts)) { #expect(found == nil, "\(text)") }
    // A name with a dot is a word here.
    #expect(try Self.filtered(history, by: ["", "cart.itemAdded"]).allSatisfy { $0?.isEmpty == false })
  }

  @Test func `names and words match as the table of queries says`() throws {
    let cases = try QueryCase.all().filter { ["text", "name"].contains($0.subject) }
    let data = cases.map { example -> JSONValue in
      guard case .matches(let matching, let missing) = example.kind else { return .null }
      return [
        .string(example.subject), .string(example.text), .array(matching.map(JSONValue.string)), .array(missing.map(JSONValue.string)),
      ]
    }
    let wrong = try Self.value(
      of: """
        data.map(([subject, wanted, matching, missing]) => {
          const matches = subject === 'text' ? textMatcher(wanted) : nameMatcher(wanted);
          return [...matching.filter((text) => !matches(text)), ...missing.filter(matches)];
        })
        """, data: .array(data))
    try #require(cases.count > 20 && wrong.array?.count == cases.count)
    for (example, texts) in zip(cases, try #require(wrong.array)) { #expect(texts == [], "\(example)") }
  }

  @Test func `a shell takes each word of a command as it is`() throws {
    let words = ["cart.total < 0", "-is:mark", "it's $HOME `ls` \\ \"x\" *", "", "log.jsonl", "a\nb", "~", "#1", "é", "a;b", "!x"]
    let lines = try Self.value(
      of: "data.map((word) => commandLine('find', 'my log.jsonl', word))", data: .array(words.map(JSONValue.string)))
    let folder = FileManager.default.temporaryDirectory.appending(path: "page-shell-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (word, line) in zip(words, try #require(lines.array).compactMap(\.string)) {
      let printed = try Node.run(["-c", "printf '%s\\n' \(line)"], in: folder, with: "/bin/sh")
      let option = word.hasPrefix("-") ? ["--"] : []
      #expect(printed == (["fluxtape", "find"] + option + ["my log.jsonl", word]).map { $0 + "\n" }.joined(), "\(line)")
    }
    #expect(lines.array?[4].string == "fluxtape find 'my log.jsonl' log.jsonl")
  }

  // MARK: - Runs and texts

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

  @Test func `the page escapes in what two texts differ that look alike`() throws {
    let pairs = #"""
      [['caf\u00e9', 'cafe\u0301'], ['1\u00a0234', '1 234'], ['p\u0430ypal', 'paypal'], ['\u2764', '\u2764\ufe0f'], ['\u00e0', '\u00e1'], ['a', 'b']]
      """#
    let told = try Self.value(of: "\(pairs).map(([one, other]) => distinguished(one, other).join(' '))")
    let lines = [#"caf\u{E9} cafe\u{301}"#, #"1\u{A0}234 1 234"#, #"p\u{430}ypal paypal"#, #"❤ ❤\u{FE0F}"#, "\u{E0} \u{E1}", "a b"]
    #expect(try #require(told.array).compactMap(\.string).map { Array($0.utf8) } == lines.map { Array($0.utf8) })
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
  static func run(_ arguments: [String], in folder: URL, with program: String? = path) throws -> String {
    let output = folder.appending(path: "output")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(program))
    process.arguments = arguments
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try String(contentsOf: output, encoding: .utf8)
  }
}
