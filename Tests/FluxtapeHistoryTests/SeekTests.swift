import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import Testing

/// Finding a state from anywhere: the result does not depend on earlier queries.
struct SeekTests {
  /// The log of a counter: after row `n` the state is `n`, and so is the last of the digits in a list.
  private static func log(actions: Int, snapshotEvery spacing: Int?) -> String {
    var lines = [#"{"seq":1,"t":0,"store":"s","type":"@@INIT","state":{"n":0,"last":[0]}}"#]
    for n in 1...actions {
      var line = #"{"seq":\#(n + 1),"t":\#(n),"store":"s","type":"x","patch":"#
      line += #"[{"op":"replace","path":"/n","value":\#(n)},{"op":"replace","path":"/last/0","value":\#(n % 10)}]"#
      if let spacing, n % spacing == 0 { line += #","state":{"n":\#(n),"last":[\#(n % 10)]}"# }
      lines.append(line + "}")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func expect(_ history: History, at row: Int) throws {
    #expect(
      try history.state(of: "s", after: row)
        == .known(
          JSONNode(["n": .number(JSONNumber(row)), "last": [.number(JSONNumber(row % 10))]]), certainty: .exact))
  }

  @Test(arguments: [nil, 7, 300])
  func `any order of questions gives the same answers`(spacing: Int?) throws {
    // More than there are between two checkpoints, and than one thread reads.
    let count = 900
    let history = try History.of(Self.log(actions: count, snapshotEvery: spacing))
    // A walk in large steps without repetition, then the neighbors of some places in both directions.
    for step in 0..<24 { try expect(history, at: step * 1237 % (count + 1)) }
    for place in [count, 257, 0] {
      for row in max(0, place - 18)...min(count, place + 18) { try expect(history, at: row) }
      for row in (max(0, place - 18)...min(count, place + 18)).reversed() { try expect(history, at: row) }
    }
  }

  @Test(arguments: [#"[{"op":"replace","path":"/n","value":01}]"#, #"[{"op":"swap","path":"/n"}]"#, #"[{"op":"remove"}]"#])
  func `a patch that is damaged takes nothing away from its neighbors`(damage: String) throws {
    var lines = Self.log(actions: 60, snapshotEvery: 40).split(separator: "\n").map(String.init)
    lines[20] = #"{"seq":21,"t":20,"store":"s","type":"x","patch":\#(damage)}"#
    let history = try LogFixture(lines.joined(separator: "\r\n") + "\n").history()
    // The bad line, and the step that it lacks, are rows.
    #expect(history.rows[20].kind == .badLine && history.rows[21].kind == .jump)
    func state(_ n: Int) throws -> StoreState { try history.state(of: "s", after: n < 20 ? n : n + 1) }
    func known(_ n: Int, _ certainty: StoreState.Certainty) -> StoreState {
      .known(JSONNode(["n": .number(JSONNumber(n)), "last": [.number(JSONNumber(n % 10))]]), certainty: certainty)
    }
    for n in [0, 1, 19, 40, 41, 59, 60, 19] { #expect(try state(n) == known(n, .exact)) }
    for n in [21, 39] { #expect(try state(n) == known(n, .uncertain(since: 20))) }
  }

  @Test func `patches of stores that act in turns are each read once`() throws {
    let lines = (1...400).map { n in
      n <= 2
        ? #"{"seq":\#(n),"t":0,"store":"s\#(n % 2)","type":"@@INIT","state":{"n":0,"a/b":[]}}"#
        : #"{"seq":\#(n),"t":\#(n),"store":"s\#(n % 2)","type":"x","payload":"\#(String(repeating: "x", count: n * 2))","patch":["#
          + #"{"op":"replace","path":"/n","value":\#(n)},{"op":"add","path":"/a~1\u0062/-","value":\#(n)}]}"#
    }
    let history = try History.of(lines.joined(separator: "\n") + "\n")
    for row in [399, 398, 2, 3, 200] {
      let node = try #require(try history.state(of: "s\((row + 1) % 2)", after: row).node)
      #expect(node["n"]?.int == row + 1)
      #expect(node["a/b"]?.elements.compactMap(\.int) == Array(stride(from: (row + 1) % 2 == 0 ? 4 : 3, through: row + 1, by: 2)))
    }
  }

  @Test func `questions from many threads do not disturb each other`() async throws {
    let history = try History.of(Self.log(actions: 600, snapshotEvery: nil))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<6 {
        group.addTask {
          for step in 0..<6 { try expect(history, at: (task * 131 + step * 379) % 601) }
        }
      }
      try await group.waitForAll()
    }
  }
}
