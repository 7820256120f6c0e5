import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import Foundation
import Testing

/// Checkpoints change how long a query takes, never its result, with any memory budget.
struct CheckpointTests {
  /// After row `n` the counter is `n`, and a list holds the last steps.
  private static func log(actions: Int, snapshotEvery spacing: Int?) -> String {
    var lines = [#"{"seq":1,"t":0,"store":"s","type":"@@INIT","state":{"n":0,"steps":[]}}"#]
    for n in 1...actions {
      var line = #"{"seq":\#(n + 1),"t":\#(n),"store":"s","type":"x","patch":[{"op":"replace","path":"/n","value":\#(n)}"#
      line += #",{"op":"add","path":"/steps/-","value":\#(n)}"#
      if n > 50 { line += #",{"op":"remove","path":"/steps/0"}"# }
      line += "]"
      if let spacing, n % spacing == 0 { line += #","state":\#(state(n).text)"# }
      lines.append(line + "}")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func state(_ n: Int) -> JSONValue {
    ["n": .number(JSONNumber(n)), "steps": .array((max(1, n - 49)..<(n + 1)).map { .number(JSONNumber($0)) })]
  }

  @Test(arguments: [0, 20_000, 1 << 28], [nil, 90])
  func `answers do not depend on memory`(budget: Int, spacing: Int?) throws {
    let history = try History.of(Self.log(actions: 900, snapshotEvery: spacing))
    history.setMemoryBudget(budget)
    try history.makeCheckpoints()
    for row in [900, 0, 450, 449, 451, 448, 899, 1, 89, 90, 91, 300] {
      #expect(try history.state(of: "s", after: row).value == Self.state(row))
    }
  }

  @Test func `small states have room for checkpoints, however much has changed between them`() throws {
    let fixture = try LogFixture(Self.log(actions: 2500, snapshotEvery: nil))
    let history = try fixture.history()
    // Less than the patches take.
    history.setMemoryBudget(64 << 10)
    try history.makeCheckpoints()
    // A reader that starts there instead of at a checkpoint finds other lines than were indexed.
    let bytes = try Data(contentsOf: URL(filePath: fixture.paths[0]))
    let file = try FileHandle(forUpdating: URL(filePath: fixture.paths[0]))
    try file.write(contentsOf: Data(repeating: UInt8(ascii: "x"), count: bytes.count / 10))
    try file.close()
    #expect(throws: HistoryError.self) { try history.state(of: "s", after: 200) }
    for row in [1000, 1600, 2400, 2499] { #expect(try history.state(of: "s", after: row).value == Self.state(row)) }
  }

  @Test func `work in the background ends when it is told to`() throws {
    let history = try History.of(Self.log(actions: 900, snapshotEvery: nil))
    var questions = 0
    try history.makeCheckpoints {
      questions += 1
      return true
    }
    #expect(questions == 1)
    #expect(try history.state(of: "s", after: 900).value == Self.state(900))
  }

  @Test func `neighboring states share what did not change`() throws {
    let list = (0..<500).map(String.init).joined(separator: ",")
    let history = try History.of(
      #"{"seq":1,"t":0,"store":"s","type":"@@INIT","state":{"list":[\#(list)],"n":0}}"# + "\n"
        + #"{"seq":2,"t":1,"store":"s","type":"x","patch":[{"op":"replace","path":"/n","value":1}]}"# + "\n")
    let before = try #require(try history.state(of: "s", after: 0).node?["list"])
    let after = try #require(try history.state(of: "s", after: 1).node?["list"])
    #expect(before.isIdentical(to: after))
  }
}
