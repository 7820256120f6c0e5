import FluxtapeHistory
import Testing

@testable import FluxtapeInspector

/// The longest pauses of a log, and the way to them.
struct LongestPausesTests {
  @Test func `the ten longest are kept, the earlier of equal ones first`() {
    var pauses = LongestPauses()
    for (row, span) in [3, 0, -7, 3, 9, 1, 1, 1, 1, 1, 1, 1, 1, 2].enumerated() { pauses.add(row, after: span) }
    #expect(pauses.entries.map(\.row) == [4, 0, 3, 13, 5, 6, 7, 8, 9, 10])
    pauses.add(14, after: .max)
    #expect(pauses.entries.map(\.row) == [14, 4, 0, 3, 13, 5, 6, 7, 8, 9])
  }

  private func app(times: [Int]) throws -> InspectorDriver {
    let lines = times.enumerated().map { #"{"seq":\#($0 + 1),"t":\#($1),"store":"a","type":"x","state":\#($0)}"# }
    return try InspectorDriver(runs: [.holding(lines)], columns: 120, rows: 24)
  }

  @Test func `a jump leads to one by its rank, and says how long it is among them`() throws {
    var app = try app(times: [0, 1000, 1001, 9001, 9002, 12_002])
    app.press("g", "]L")
    #expect(app.step == 4 && app.bottom == " 8.00ms before this step: the longest pause")
    app.press("2]L")
    #expect(app.step == 6 && app.bottom == " 3.00ms before this step: pause 2 of the 5 longest")
    app.press("9]L")
    #expect(app.step == 5 && app.bottom == " 1µs before this step: pause 5 of the 5 longest")
    app.press("[[")
    #expect(app.step == 6)
  }

  @Test func `a single pause is not called one of several`() throws {
    var app = try app(times: [0, 0, 7])
    app.press("g", "2]L")
    #expect(app.step == 3 && app.bottom == " 7µs before this step: the longest pause")
  }

  @Test func `a log without time says so`() throws {
    var app = try app(times: [5, 5, 4])
    app.press("g", "]L")
    #expect(app.step == 1 && app.bottom == " no time passes between the steps of this log")
  }
}
