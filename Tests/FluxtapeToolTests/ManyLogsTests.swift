import Foundation
import Testing

/// Folders with more logs than a process may have files open.
struct ManyLogsTests {
  private static let count = 40
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<Self.count {
      let failed = #"{"seq":1,"t":1,"store":"a","type":"x\#(number)","state":{"n":\#(number)},"error":{"type":"E","message":"no"}}"#
      _ = try folder.write(header("red\(number)") + failed + "\n" + #"{"seq":2,"t":2,"end":"closed"}"# + "\n", to: "\(number).jsonl")
    }
    // Each of two runs in three segments.
    for run in ["one", "two"] {
      for segment in 1...3 {
        let state = #"{"seq":\#(segment),"t":\#(segment),"store":"a","type":"x","state":{"n":\#(segment)}}"# + "\n"
        let end = segment == 3 ? #"{"seq":4,"t":4,"end":"closed"}"# + "\n" : ""
        _ = try folder.write(header(run, segment: segment) + state + end, to: "\(run).\(segment).jsonl")
      }
    }
  }

  private func header(_ run: String, segment: Int? = nil) -> String {
    #"{"fluxtape":1,"run":"\#(run)","time":"2026-11-21T09:00:00.000000Z"\#(segment.map { #","segment":\#($0)"# } ?? "")}"# + "\n"
  }

  private func run(_ arguments: [String]) throws -> BuiltTool.Answer {
    try BuiltTool.run(["-c", #"ulimit -n 24; exec "$@""#, "sh", BuiltTool.path] + arguments, program: URL(fileURLWithPath: "/bin/sh"))
  }

  @Test(arguments: [["check", "--json"], ["check", "--github"], ["check", "--format", "csv"], ["list"]])
  func `every log of a large folder is read`(arguments: [String]) throws {
    let answer = try run(arguments + [folder.url.path])
    #expect(answer.errors == "" && !answer.output.contains("cannot be read"), "\(answer.errors)")
    for number in 0..<Self.count { #expect(answer.output.contains("/\(number).jsonl"), "\(number)") }
  }

  @Test func `a check joins segments, and names every failure`() throws {
    let results = folder.path("junit.xml")
    let answer = try run(["check", folder.url.path, "--junit", results])
    #expect(answer.status == 1)
    #expect(answer.lines.count { $0.hasSuffix("  failed: E: no") } == Self.count)
    #expect(answer.lines.count { $0.hasSuffix(".1.jsonl: no problem in 4 steps") } == 2)
    #expect(answer.lines.last == "\(Self.count) of \(Self.count + 2) runs have problems: \(Self.count) problems")
    let xml = try String(contentsOfFile: results, encoding: .utf8)
    #expect(xml.contains(#"tests="\#(Self.count + 2)" failures="\#(Self.count)" errors="0""#), "\(xml.prefix(300))")
  }

  @Test func `runs that are compared with earlier ones are closed again`() throws {
    let app = #","app":{"name":"shop","version":"1"}}"# + "\n"
    // Each is compared with another one, more than may be open.
    for number in 0..<Self.count {
      let lines = [
        #"{"t":0,"store":"s","type":"@@STATE","state":{"n":0}}"#,
        #"{"seq":1,"t":1,"store":"s","type":"roll\#(number / 2)","payload":{"die":1},"patch":[{"op":"replace","path":"/n","value":\#(number + 1)}]}"#,
        #"{"seq":2,"t":2,"end":"closed"}"#,
      ]
      let header = String(header("dice\(number)").dropLast(2)) + app
      _ = try folder.write(header + lines.map { $0 + "\n" }.joined(), to: "dice\(number).jsonl")
    }
    let answer = try run(["check", folder.url.path])
    #expect(answer.errors == "" && !answer.output.contains("cannot be read"))
    #expect(answer.lines.last?.hasPrefix("\(Self.count) of \(2 * Self.count + 2) runs have problems") == true)
    #expect(answer.output.contains("impure") || answer.output.contains("another state"), "\(answer.output.suffix(600))")
  }

  @Test func `logs of one run are joined wherever they stand, and an empty segment is skipped in a report`() throws {
    let names = ["two.3", "0", "two.1", "two.2"].map { folder.path($0 + ".jsonl") }
    let lines = try run(["check"] + names).lines
    #expect(lines.last == "1 of 2 runs have problems: 1 problem")
    #expect(lines.contains { $0.hasSuffix("two.1.jsonl: no problem in 4 steps") })
    let (empty, page) = (try folder.write("", to: "two.4.jsonl"), folder.path("page.md"))
    let segments = [0, 2, 3].map { names[$0] }
    #expect(try run(["report"] + segments + [empty, "-o", page]).status == 0)
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("two.1.jsonl: no problem in 4 steps"))
  }

  @Test func `runs of one log are numbered, and those of others are not`() throws {
    let one = try String(contentsOfFile: folder.path("0.jsonl"), encoding: .utf8)
    let both = try folder.write(one + one.replacingOccurrences(of: "red0", with: "again"), to: "both.jsonl")
    let answer = try run(["check", folder.path("1.jsonl"), both, "--json"])
    let runs = answer.lines.filter { $0.contains(#""kind":"summary""#) }.map { line in
      ["\"run\":1", "\"run\":2"].first(where: line.contains) ?? ""
    }
    #expect(runs == ["", "\"run\":1", "\"run\":2"])
  }
}
