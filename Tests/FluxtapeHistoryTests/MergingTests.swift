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

  private func merged(_ texts: String..., noteLag: (ClockLag) -> Void = { _ in }) throws -> History {
    let fixture = try LogFixture()
    for text in texts { try fixture.add(Array(text.utf8)) }
    return try History.merged(fixture.histories(), noteLag: noteLag)
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

  static let phone = #"""
    {"fluxtape":1,"run":"phone","time":"2026-11-21T09:00:00.000000Z"}
    {"seq":1,"t":0,"store":"cart","type":"@@INIT","state":{"total":0}}
    {"seq":2,"t":1000000,"store":"cart","type":"buy","patch":[{"op":"replace","path":"/total","value":5}]}
    {"seq":3,"t":5000000,"store":"cart","type":"synced","cause":{"run":"watch","seq":2},"patch":[]}

    """#
  static let watch = #"""
    {"fluxtape":1,"run":"watch","time":"2026-11-21T08:59:57.000000Z"}
    {"seq":1,"t":0,"store":"wrist","type":"@@INIT","state":{"shown":0}}
    {"seq":2,"t":1500000,"store":"wrist","type":"received","cause":{"run":"phone","seq":2},"patch":[]}
    {"seq":3,"t":2000000,"store":"wrist","type":"shown","patch":[]}

    """#

  @Test(arguments: [[phone, watch], [watch, phone]])
  func `a record follows its cause in another run, whatever its clock says`(logs: [String]) throws {
    var lags: [ClockLag] = []
    let history = try merged(logs[0], logs[1]) { lags.append($0) }
    #expect(history.rows.map(\.type) == ["@@INIT", "@@INIT", "buy", "received", "shown", "synced"])
    #expect(history.rows.map(\.time) == [0, 3_000_000, 4_000_000, 1_500_000, 2_000_000, 8_000_000])
    #expect(history.cause(of: 3) == 2 && history.cause(of: 5) == 3)
    let watch = logs[0] == Self.watch ? 0 : 1
    #expect(lags.map { [$0.behind, $0.ahead, $0.microseconds] } == [[watch, 1 - watch, 2_500_000]])
  }

  private static func log(_ run: String, time: String? = "2026-11-21T09:00:00.000000Z", _ lines: String...) -> String {
    let header = #"{"fluxtape":1,"run":"\#(run)"\#(time.map { #","time":"\#($0)""# } ?? "")}"#
    return ([header] + lines).map { $0 + "\n" }.joined()
  }

  @Test func `records whose cause is missing, and those that are each other's causes, stand by their clocks`() throws {
    let history = try merged(
      Self.log(
        "x", #"{"seq":1,"t":20,"mark":"x1","cause":{"run":"y","seq":1}}"#, #"{"seq":2,"t":50,"mark":"x2","cause":{"run":"y","seq":9}}"#),
      Self.log(
        "y", #"{"seq":1,"t":10,"mark":"y1","cause":{"run":"x","seq":1}}"#, #"{"seq":2,"t":60,"mark":"y2","cause":{"run":"q","seq":1}}"#),
      Self.log("z", #"{"seq":1,"t":15,"mark":"z1"}"#, #"{"seq":2,"t":55,"mark":"z2"}"#))
    #expect(history.rows.map(\.type) == ["y1", "z1", "x1", "x2", "z2", "y2"])
  }

  @Test func `a run without a clock comes where another one waits for it`() throws {
    let history = try merged(
      Self.log("x", #"{"seq":1,"t":20,"mark":"x1","cause":{"run":"y","seq":1}}"#, #"{"seq":2,"t":50,"mark":"x2"}"#),
      Self.log("y", time: nil, #"{"seq":1,"t":0,"mark":"y1"}"#, #"{"seq":2,"t":1,"mark":"y2"}"#),
      Self.log("z", #"{"seq":1,"t":10,"mark":"z1"}"#, #"{"seq":2,"t":40,"mark":"z2"}"#))
    #expect(history.rows.map(\.type) == ["z1", "y1", "x1", "z2", "x2", "y2"])
  }

  @Test func `clocks are behind each other one after another`() throws {
    let history = try merged(
      Self.log("a", #"{"seq":1,"t":20,"mark":"a1","cause":{"run":"b","seq":1}}"#, #"{"seq":2,"t":60,"mark":"a2"}"#),
      Self.log("b", #"{"seq":1,"t":50,"mark":"b1","cause":{"run":"c","seq":1}}"#),
      Self.log("c", #"{"seq":1,"t":100,"mark":"c1"}"#, #"{"seq":2,"t":120,"mark":"c2"}"#))
    // The record at 60 is at least 50 + 30 later.
    #expect(history.rows.map(\.type) == ["c1", "b1", "a1", "c2", "a2"])
  }
}
