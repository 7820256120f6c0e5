import FluxtapeDocuments
import FluxtapeJSON
import Foundation
import Testing

/// Tables of many runs: whole, each run once, whatever happens to the process that writes them.
struct TablesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
    for number in 0..<5 { _ = try write(log(number), "\(number).jsonl") }
  }

  private var logs: String { folder.path("logs") }
  private var tables: String { folder.path("tables") }

  private func write(_ text: String, _ name: String) throws -> String { try folder.write(text, to: "logs/\(name)") }

  private func log(_ number: Int, run: String? = nil, end: String = #"{"seq":3,"t":9,"end":"closed"}"#) -> String {
    """
    {"fluxtape":1,"run":"\(run ?? "00000000-0000-4000-8000-00000000000\(number)")","time":"2026-11-21T09:00:00.000000Z"}
    {"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":\(number),"token":{"$redacted":"00ff00ff00ff00ff"}}}
    {"seq":2,"t":5,"store":"a","type":"grow","payload":{"by":\(number)},"patch":[{"op":"replace","path":"/n","value":\(number * 2)}]}
    \(end)

    """
  }

  /// All rows of a table.
  private func rows(_ table: String) throws -> [JSONValue] {
    try parts().sorted().flatMap { part in
      try String(contentsOfFile: "\(tables)/\(part)/\(table).jsonl", encoding: .utf8).split(separator: "\n").map {
        try JSONValue(parsing: String($0))
      }
    }
  }

  private func parts() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: tables).filter { $0.hasPrefix("part-") } }

  private func tables(_ options: String...) throws -> BuiltTool.Answer {
    try BuiltTool.run(["tables", logs, "--output", tables] + options)
  }

  private func runs() throws -> [String] { try rows("runs").compactMap { $0["run"]?.string }.sorted() }

  private static let five = (0..<5).map { "00000000-0000-4000-8000-00000000000\($0)" }

  // MARK: - Rows

  @Test func `the rows of a run lie in five tables`() throws {
    let answer = try tables()
    #expect(answer.status == 0 && answer.errors == "fluxtape: \(tables): 5 runs written\n")
    #expect(try runs() == Self.five)
    #expect(try rows("steps").count == 15 && rows("problems").isEmpty)
    let changes = try rows("changes").filter { $0["run"]?.string == Self.five[3] }.map(\.text)
    let start = #"{"run":"\#(Self.five[3])","row":"#
    #expect(
      changes == [
        start + #"0,"step":1,"store":"a","path":".n","kind":"added","new":3,"number":3}"#,
        start + #"0,"step":1,"store":"a","path":".token","kind":"added","new":{"$redacted":"00ff00ff00ff00ff"}}"#,
        start + #"1,"step":2,"store":"a","path":".n","kind":"replaced","old":3,"new":6,"number":6}"#,
      ])
  }

  @Test func `a log with text that means something elsewhere stays one line for each row`() throws {
    let hostile = #"\"}\n{\"table\":\"runs\",\"run\":\"forged\"}\u001b[2J"#
    _ = try write(log(5, end: #"{"seq":3,"t":6,"store":"a","type":"x","payload":{"_0":"\#(hostile)"},"patch":[]}"#), "5.jsonl")
    #expect(try tables().status == 0)
    #expect(try runs() == Self.five + ["00000000-0000-4000-8000-000000000005"])
    #expect(try rows("steps").contains { $0["payload"]?["_0"]?.string == "\"}\n{\"table\":\"runs\",\"run\":\"forged\"}\u{1B}[2J" })
  }

  @Test func `steps name the trace and span of their actions`() throws {
    let ids = #""trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7""#
    _ = try write(log(5, end: #"{"seq":3,"t":6,"store":"a","type":"x",\#(ids),"patch":[]}"#), "5.jsonl")
    #expect(try tables().status == 0)
    let steps = try rows("steps").filter { $0["trace"] != nil || $0["span"] != nil }
    #expect(steps.map { $0["trace"]?.string } == ["4bf92f3577b34da6a3ce929d0e0e4736"])
    #expect(steps.first?["span"] == "00f067aa0ba902b7" && steps.first?["type"] == "x")
  }

  @Test func `steps have the contents of their lines, however these are written`() throws {
    let lines = [
      #"{"seq":3,"t":6,"store":"a","type":"load","effect":{"id":"load#1","phase":"started"},"payload":{"a b":[1,"x\/y"]},"site":"A.swift:1"}"#,
      #"{ "seq": 4, "t": 7, "store": "a", "type": "x", "case": "c", "thread": "main", "payload": { "n": 1 }, "patch": [] }"#,
    ]
    _ = try write(log(5, end: lines.joined(separator: "\n")), "5.jsonl")
    #expect(try tables().status == 0)
    let steps = try rows("steps").filter { $0["run"]?.string == "00000000-0000-4000-8000-000000000005" }.suffix(2)
    let keys = ["enumCase", "site", "thread", "effect", "phase", "payload"]
    #expect(
      steps.map { step in keys.map { step[$0]?.text ?? "-" } } == [
        ["-", #""A.swift:1""#, "-", #""load#1""#, #""started""#, #"{"a b":[1,"x/y"]}"#],
        [#""c""#, "-", #""main""#, "-", "-", #"{"n":1}"#],
      ])
  }

  @Test func `values can be limited by path, type and size`() throws {
    #expect(try tables("--paths", "a.n", "--types", "grow", "--max-value", "1").status == 0)
    #expect(try Set(rows("steps").compactMap { $0["type"]?.string }) == ["grow", "closed"])
    #expect(try rows("changes").allSatisfy { $0["path"] == ".n" && $0["row"] == 1 })
    #expect(try rows("changes").count == 4)
    // 0 stays 0: no change.
    #expect(try rows("changes").map { $0["new"]?.text ?? "\($0["newBytes"]?.int ?? 0) bytes" }.sorted() == ["2", "4", "6", "8"])
    #expect(try rows("steps").filter { $0["type"] == "grow" }.allSatisfy { $0["payload"] == nil && $0["payloadBytes"] == 8 })
  }

  @Test func `broken rules are findings`() throws {
    let rules = try folder.write("small: never a.n > 5\n", to: "rules")
    #expect(try tables("--rules", rules).status == 0)
    let broken = try rows("findings").filter { $0["finding"] == "rule" && $0["note"] == false }
    #expect(Set(broken.map { $0["run"]?.string ?? "" }) == Set(Self.five[3...]))
    #expect(broken.allSatisfy { $0["rule"] == "small" && $0["path"] == "a.n" })
    #expect(try rows("runs").filter { $0["red"] == true }.count == 2)
  }

  // MARK: - Once

  @Test func `a second call adds only what is new`() throws {
    #expect(try tables().status == 0)
    _ = try write(log(6), "6.jsonl")
    let answer = try tables()
    #expect(answer.errors == "fluxtape: \(tables): 1 run written; 5 skipped, which are there already\n")
    #expect(try runs() == Self.five + ["00000000-0000-4000-8000-000000000006"])
    #expect(try tables().errors.contains("0 runs written; 6 skipped"))
    #expect(try parts().count <= 3)
  }

  @Test func `a folder of other rules or limits is not added to`() throws {
    #expect(try tables("--never", "a.n > 5").status == 0)
    let answer = try tables("--never", "a.n > 4")
    #expect(answer.status == 2 && answer.errors.contains("--max-value") && answer.errors.contains("name another folder"))
    #expect(try tables("--never", "a.n > 5").errors.contains("0 runs written; 5 skipped"))
  }

  @Test func `a run that has grown is left as it was written, and told`() throws {
    #expect(try tables().status == 0)
    _ = try write(
      log(4, end: #"{"seq":3,"t":7,"store":"a","type":"more","patch":[]}"# + "\n" + #"{"seq":4,"t":9,"end":"closed"}"#), "4.jsonl")
    let answer = try tables()
    #expect(
      answer.status == 0 && answer.errors.contains("4 skipped") && answer.errors.contains("1 left as written, though the log has grown"))
    #expect(try runs() == Self.five)
  }

  @Test func `runs with one name are told apart by what is in them, and copies of a log are one run`() throws {
    _ = try write(log(7, run: "all"), "7.jsonl")
    _ = try write(log(8, run: "all"), "8.jsonl")
    _ = try write(log(8, run: "all"), "copy.jsonl")
    _ = try write(log(1), "copy of 1.jsonl")
    #expect(try tables().status == 0)
    let all = try runs()
    #expect(all.count == 7 && Set(all).count == 7 && all.count { $0.hasPrefix("all@") } == 2, "\(all)")
    #expect(try tables().errors.contains("0 runs written; 9 skipped"))
  }

  @Test func `two processes that write the same logs write each run once`() throws {
    for number in 10..<60 { _ = try write(log(number, run: "r\(number)"), "\(number).jsonl") }
    let script = #""$@" 2>/dev/null & "$@" 2>/dev/null; status=$?; wait $!; exit $((status + $?))"#
    let answer = try BuiltTool.run(
      ["-c", script, "sh", BuiltTool.path, "tables", logs, "--output", tables], program: URL(fileURLWithPath: "/bin/sh"))
    #expect(answer.status == 0)
    #expect(try runs().count == 55 && Set(runs()).count == 55)
    for table in ["steps", "changes"] {
      let keys = try rows(table).map { [$0["run"]?.text, $0["row"]?.text, $0["path"]?.text] }
      #expect(Set(keys).count == keys.count)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: tables).allSatisfy { !$0.hasPrefix(".draft") })
  }

  @Test func `what a killed process left is removed`() throws {
    let draft = tables + "/.draft-1"
    try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
    try Data(#"{"run":"half"#.utf8).write(to: URL(fileURLWithPath: draft + "/runs.jsonl"))
    #expect(try tables().status == 0)
    #expect(!FileManager.default.fileExists(atPath: draft))
    #expect(try runs() == Self.five)
  }

  // MARK: - Logs that cannot be read

  @Test func `a log that cannot be read is a problem, once, and not the end`() throws {
    _ = try write("\u{0}\u{1}\u{2}", "broken.jsonl")
    for _ in 0..<2 {
      let answer = try tables()
      #expect(answer.status == 3 && answer.errors.contains("1 log cannot be read: see problems"), "\(answer.errors)")
      #expect(try runs() == Self.five)
      let problems = try rows("problems")
      #expect(problems.count == 1 && problems.first?["log"]?.string == logs + "/broken.jsonl" && problems.first?["bytes"] == 3)
    }
  }

  // MARK: - Forms

  @Test func `packed tables have the same rows`() throws {
    #expect(try tables().status == 0)
    let packed = folder.path("packed")
    #expect(try BuiltTool.run("tables", logs, "--output", packed, "--gzip").status == 0)
    let unpack = #"for part in "$1"/part-*; do gzip -dc "$part/$2.jsonl.gz"; done | LC_ALL=C sort"#
    for table in ["runs", "steps", "changes", "findings", "problems"] {
      let answer = try BuiltTool.run(["-c", unpack, "sh", packed, table], program: URL(fileURLWithPath: "/bin/sh"))
      #expect(answer.status == 0)
      #expect(
        try answer.lines.map { try JSONValue(parsing: $0).text }
          == rows(table).map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }
    #expect(try BuiltTool.run("tables", logs, "--output", packed, "--gzip").errors.contains("0 runs written; 5 skipped"))
  }

  @Test func `standard output has the rows of all tables, each with its table`() throws {
    let answer = try BuiltTool.run(["tables", "-", "--output", "-"], input: log(2))
    #expect(answer.status == 0 && answer.errors == "")
    let rows = try answer.lines.map { try JSONValue(parsing: $0) }
    #expect(
      rows.map { $0["table"]?.string }
        == ["steps", "steps", "steps", "changes", "changes", "changes", "runs"].sorted { order($0) < order($1) })
    #expect(rows.first?["logs"] == ["-"] && rows.allSatisfy { $0["run"]?.string == Self.five[2] })
    let broken = try BuiltTool.run(["tables", "-", "--output", "-"], input: "nothing\n")
    #expect(broken.status == 3)
    #expect(try broken.lines.map { try JSONValue(parsing: $0)["table"] } == ["problems"])
  }

  private func order(_ table: String) -> Int { ["runs", "steps", "changes", "findings", "problems"].firstIndex(of: table) ?? 0 }

  @Test func `a place that cannot be written is named`() throws {
    let file = try folder.write("", to: "file")
    let answer = try BuiltTool.run("tables", logs, "--output", file)
    #expect(answer.status == 2 && answer.errors.contains(file), "\(answer.errors)")
    #expect(try BuiltTool.run("tables", logs, "--output", "-", "--gzip").status == 2)
    #expect(try BuiltTool.run("tables", logs, "--output", tables, "--max-value", "-1").status == 2)
  }
}
