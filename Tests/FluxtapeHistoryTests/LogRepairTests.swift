import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeRandomCases
import Foundation
import Testing

struct LogRepairTests {
  private func repaired(_ bytes: [UInt8]) throws -> (text: String, result: LogRepair.Result) {
    let fixture = try LogFixture()
    var saved: [UInt8] = []
    let result = try LogRepair.repair(try fixture.add(bytes)) { saved += $0 }
    return (String(decoding: saved, as: UTF8.self), result)
  }

  @Test func `a log without damage comes out as it was`() throws {
    let (text, result) = try repaired(TornLogTests.log)
    #expect(text == String(decoding: TornLogTests.log, as: UTF8.self))
    #expect(result.damages.isEmpty && result.savedLines == 9)
  }

  @Test func `a line that is dropped leaves a gap that says so`() throws {
    let (text, result) = try repaired(
      Array(
        #"""
        {"fluxtape":1,"run":"r"}
        {"seq":1,"t":1,"store":"a","type":"x","patch":[],"own":[1.0]}
        {"seq":2,"t":2,"store":"a",
        nonsense
        {"seq":4,"t":4,"store":"a","type":"x","patch":[]}

        """#.utf8))
    #expect(result.droppedCount == 2)
    #expect(result.damages.map(\.lineNumber) == [3, 4])
    #expect(result.damages.map(\.byteOffset) == [87, 115])
    let history = try History.of(text)
    #expect(history.outline == ["action 1", "gap 3 2…3", "action 4"])
    #expect(history.rows[1].type.hasPrefix("lines 3 to 4 of the damaged log: not JSON"))
    #expect(text.contains(#""own":[1.0]"#))
  }

  @Test func `cut at any byte, everything before the cut is saved, and the log is whole again`() throws {
    let fixture = try LogFixture()
    let path = try fixture.add(TornLogTests.log)
    let copy = try fixture.add([])
    for length in places(70..<TornLogTests.log.count, step: 5).reversed() {
      try #require(unsafe truncate(path, length) == 0)
      var saved: [UInt8] = []
      let result = try LogRepair.repair(path) { saved += $0 }
      let text = String(decoding: saved, as: UTF8.self)
      try Data(saved).write(to: URL(filePath: copy))
      let history = try #require(try History.open([copy]).first)
      #expect(history.rows.allSatisfy { $0.kind != .badLine && !$0.isTorn })
      #expect(result.damages.count <= 1)
      #expect(result.savedLines + result.damages.count { $0.savedStep != nil } + result.addedRecords == text.split(separator: "\n").count)
      // A repaired log has no further damage.
      #expect(try LogRepair.repair(copy) { _ in }.damages.isEmpty)
    }
  }
}
