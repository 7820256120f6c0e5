import FluxtapeHistory
import FluxtapeJSON
import Testing

/// Finding the way to a state from anywhere: whatever was asked before, the answer is the same.
@Suite struct SeekTests {
  /// A counter's log: after row `n` the state is `n`, and so is the last of its digits in a list.
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
    let count = 1000
    let history = try History.of(Self.log(actions: count, snapshotEvery: spacing))
    // A walk through all of it in large steps that never repeat, then neighbours of some places, both ways.
    for step in 0..<150 { try expect(history, at: step * 1237 % (count + 1)) }
    for place in [count, 500, 257, 0] {
      for row in max(0, place - 24)...min(count, place + 24) { try expect(history, at: row) }
      for row in (max(0, place - 24)...min(count, place + 24)).reversed() { try expect(history, at: row) }
    }
  }

  @Test func `questions from many threads do not disturb each other`() async throws {
    let history = try History.of(Self.log(actions: 1000, snapshotEvery: nil))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<20 { try expect(history, at: (task * 131 + step * 379) % 1001) }
        }
      }
      try await group.waitForAll()
    }
  }
}
