import Testing

/// What testers with other tools' logs asked for, each with a small log.
struct OtherToolsTests {
  private static func lines(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

  @Test func `behind a line of text, a line with its state is certain`() throws {
    func line(_ number: Int) -> String {
      #"{"prevState":{"n":\#(number - 1)},"action":{"type":"inc"},"nextState":{"n":\#(number)},"time":170410320\#(number)000}"#
    }
    let input = Self.lines([line(1), line(2), "GET /index 200", line(3), line(4)])
    let found = try BuiltTool.run(["find", "-", "changed:.n", "--json"], input: input)
    #expect(found.lines.count == 5 && !found.output.contains("certain"), "\(found.output)")
    for (step, state) in [(3, "3\n"), (4, "4\n")] {
      #expect(try BuiltTool.run(["show", "-", "\(step)", "--state", "--path", ".n"], input: input).output == state)
    }
    let blame = try BuiltTool.run(["blame", "-", ".n"], input: input)
    #expect(blame.output.contains("inc") && blame.output.contains("was 3") && !blame.output.contains("one of these"), "\(blame.output)")
  }

  @Test(arguments: [
    (["2024-01-01T10:00:05Z", "2024-01-01T09:00:06Z"], [0, -3_599_000_000]), (["", "2024-01-01T10:00:05Z"], [0, 0]),
    (["1704103200000", "1704103205000"], [0, 5_000_000]), (["2024-01-01 10:00:00", "2024-01-01 10:00:05"], [0, 5_000_000]),
  ])
  func `times are those of the lines, backwards too, and begin with the first that is known`(times: [String], expected: [Int]) throws {
    let lines = times.map { #"{"action":{"type":"a"}"# + ($0.isEmpty ? "}" : #","created_at":"\#($0)"}"#) }
    let list = try BuiltTool.run(["list", "-", "--json"], input: Self.lines(lines))
    #expect(list.lines.count == 2, "\(list.errors)")
    for (line, time) in zip(list.lines, expected) { #expect(line.contains(#""t":\#(time),"#), "\(line)") }
    #expect(!list.errors.contains("no line has a time"))
  }

  @Test func `identifiers that differ in every run are no difference, and equal values are never one`() throws {
    let folder = try TemporaryFolder()
    func log(_ name: String, _ digit: Int, _ total: Int) throws -> String {
      let id = "00000000-0000-4000-8000-00000000000\(digit)"
      return try folder.write(
        Self.lines([
          #"{"seq":1,"t":0,"store":"cart","type":"@@INIT","state":{"id":"\#(id)","total":0,"name":"x"}}"#,
          #"{"seq":2,"t":1,"store":"cart","type":"add","payload":{"id":"\#(id)"},"patch":[{"op":"replace","path":"/total","value":\#(total)}]}"#,
        ]), to: name)
    }
    let (first, second) = (try log("first.jsonl", 1, 5), try log("second.jsonl", 2, 5))
    let same = try BuiltTool.run("compare", first, second)
    #expect(same.status == 0, "\(same.output)")
    let answer = try BuiltTool.run("compare", first, try log("third.jsonl", 3, 6), "--all")
    #expect(answer.status == 1 && answer.output.contains(".total  5      → 6"), "\(answer.output)")
    #expect(!answer.output.contains("/id") && !answer.output.contains("/name") && !answer.output.contains(".name"), "\(answer.output)")
  }

  @Test func `a dictionary that is written as an array of pairs changes by its keys`() throws {
    let ids = (1...3).map { "00000000-0000-4000-8000-00000000000\($0)" }
    func pairs(_ rows: [(String, Int)]) -> String { rows.map { #"["\#($0)",{"qty":\#($1)}]"# }.joined(separator: ",") }
    let input = Self.lines([
      #"{"seq":1,"t":0,"store":"cart","type":"@@INIT","state":{"rows":[\#(pairs([(ids[1], 1), (ids[2], 1)]))]}}"#,
      #"{"seq":2,"t":1,"store":"cart","type":"add","state":{"rows":[\#(pairs([(ids[0], 7), (ids[1], 1), (ids[2], 2)]))]}}"#,
    ])
    let show = try BuiltTool.run(["show", "-", "2"], input: input)
    let changes = show.lines.drop { !$0.hasPrefix("changes") }.dropFirst()
    #expect(changes == ["  + .rows[0]         [\"\(ids[0])\",{\"qty\":7}]", "  ~ .rows[2][1].qty  1 → 2  (+1)"], "\(show.output)")
  }

  @Test func `what an object changed through another store is the change of no action`() throws {
    let input = Self.lines([
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"session":{"user":"Ann"}}}"#,
      #"{"seq":2,"t":1,"store":"b","type":"@@INIT","state":{"session":{"user":"Ann"},"n":0}}"#,
      #"{"seq":3,"t":2,"store":"a","type":"renamed","patch":[{"op":"replace","path":"/session/user","value":"Bob"}]}"#,
      #"{"seq":4,"t":3,"store":"b","type":"@@STATE","patch":[{"op":"replace","path":"/session/user","value":"Bob"}]}"#,
      #"{"seq":5,"t":4,"store":"b","type":"counted","patch":[{"op":"replace","path":"/n","value":1}]}"#,
    ])
    let blame = try BuiltTool.run(["blame", "-", "b.session.user", "--json"], input: input)
    #expect(blame.lines.count == 1 && blame.output.contains(#""at":"-:4""#), "\(blame.output)")
    #expect(!blame.output.contains("renamed") && !blame.output.contains("counted"), "\(blame.output)")
    let show = try BuiltTool.run(["show", "-", "4"], input: input)
    #expect(show.output.contains("no recorded action made this change"), "\(show.output)")
  }
}
