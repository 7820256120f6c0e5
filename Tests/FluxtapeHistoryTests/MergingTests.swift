import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

/// Several runs as one.
struct MergingTests {
  static let first = #"""
    {"fluxtape":1,"run":"x","time":"2026-11-21T09:00:00.000000Z"}
    {"seq":1,"t":10,"store":"cart","type":"@@INIT","state":{"n":0}}
    {"seq":2,"t":30,"store":"cart","type":"add","payload":1}
    {"seq":3,"t":20,"store":"own","type":"y","cause":2,"state":1}
    {"completes":2,"t":40,"store":"cart","patch":[{"op":"replace","path":"/n","value":1}]}
    {"seq":6,"t":50,"mark":"end"}

    """#
  static let second = #"""
    {"fluxtape":1,"run":"y","time":"2026-11-21T09:00:00.000015Z"}
    {"seq":1,"t":0,"store":"cart","type":"@@INIT","state":{"n":9}}
    {"seq":2,"t":15,"store":"cart","type":"z","cause":{"run":"x","seq":2},"patch":[]}

    """#

  private func merged(_ texts: String...) throws -> History {
    let fixture = try LogFixture()
    for text in texts { try fixture.add(Array(text.utf8)) }
    return try History.merged(fixture.histories())
  }

  @Test func `runs are merged by time, and no run's records change their order`() throws {
    let history = try merged(Self.first, Self.second)
    #expect(history.rows.map { $0.type } == ["@@INIT", "@@INIT", "add", "y", "z", "steps 4 to 5 are missing", "end"])
    #expect(history.rows.map { $0.step } == [1, 2, 3, 4, 5, 6, 7])
    #expect(history.rows.map { $0.time } == [10, 15, 30, 20, 30, 40, 50])
    #expect(history.stores == ["cart@1", "cart@2", "own"])
    #expect(history.inFlight == [])
    #expect(try history.state(of: "cart@1", after: 2).value == ["n": 1])
    #expect(try history.state(of: "cart@2", after: 4).value == ["n": 9])
    #expect(history.cause(of: 3) == 2)
    // A cause in the other run is a step of the merged run.
    #expect(history.cause(of: 4) == 2)
    #expect(try history.action(at: 4)?.other["from"] == ["run": "y", "seq": 2])
  }

  @Test func `a run without a clock stands last`() throws {
    let history = try merged(#"{"seq":1,"t":0,"mark":"no clock"}"# + "\n", Self.second)
    #expect(history.rows.map { $0.type } == ["@@INIT", "z", "no clock"])
  }

  @Test func `one run alone stays as it is`() throws {
    #expect(try merged(Self.second).rows.map { $0.type } == ["@@INIT", "z"])
  }
}
