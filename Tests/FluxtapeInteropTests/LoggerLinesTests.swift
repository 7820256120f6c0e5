import FluxtapeHistory
import FluxtapeInterop
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

struct LoggerLinesTests {
  static let lines = """
    {"time":"2026-11-21T09:00:00Z","prevState":{"n":0},"action":{"type":"INC","by":1},"state":{"n":1},"took":0.25}
    {"time":1795251600500,"action":{"type":"SET","payload":{"n":4}},"nextState":{"n":4}}\r

    {"timestamp":1795251601,"type":"FAIL","payload":3,"error":"no stock"}
    {"store":"catalog","type":"LOAD","state":{"$id":1}}
    """

  @Test(arguments: [1, 7, 64, Int.max])
  func `lines become actions, whatever pieces they come in`(piece: Int) throws {
    let log = try ForeignLog(Self.lines, piece: piece)
    #expect(log.form == .reduxLogger)
    #expect(log.header?.time == "2026-11-21T09:00:00.000000Z")
    #expect(log.actions.map(\.type) == ["INC", "SET", "FAIL", "LOAD"])
    #expect(log.actions.map(\.store) == ["store", "store", "store", "catalog"])
    #expect(log.actions.map(\.time) == [0, 500_000, 1_000_000, 1_000_000])
    #expect(log.actions.map(\.payload) == [["by": 1], ["n": 4], 3, nil])
    #expect(log.actions[0].outcome.duration == 250)
    #expect(log.actions[2].outcome.error == RecordedError(type: "Error", message: "no stock"))
    #expect(try log.states() == [#"{"n":1}"#, #"{"n":4}"#, #"{"n":4}"#, #"{"$$id":1}"#])
    #expect(log.notices == [])
  }

  @Test func `lines without states say how to get them`() throws {
    let log = try ForeignLog("{\"type\":\"A\"}\n{\"type\":\"B\",\"state\":1}\n")
    #expect(try log.states() == [nil, "1"])
    #expect(try log.history().inFlight.isEmpty)
    #expect(log.notices.first == "1 of 2 lines has no state: let the logger write \"state\": store.getState() after each action")
  }

  @Test func `what is no line of a logger goes on as it is`() throws {
    let history = try ForeignLog("{\"type\":\"A\",\"state\":1}\nnonsense\n{\"type\":\"B\",\"state\":2}\n").history()
    #expect(history.rows.map(\.kind) == [.action, .badLine, .action])
  }

  @Test(arguments: [-1e300, -3, 1e16, 1e99])
  func `times that cannot be are no reason to fail`(time: Double) throws {
    #expect(try ForeignLog("{\"type\":\"A\",\"time\":\(time),\"state\":1}\n{\"type\":\"B\",\"time\":5,\"state\":2}").actions.count == 2)
  }

  @Test func `a line that tells the state before it is certain, whatever stands between`() throws {
    let log = try ForeignLog(
      #"""
      {"prevState":{"n":0},"action":{"type":"inc"},"nextState":{"n":1}}
      GET /index 200
      {"prevState":{"n":1},"action":{"type":"inc"},"nextState":{"n":2}}
      {"prevState":{"n":5},"action":{"type":"inc"},"nextState":{"n":6}}

      """#)
    #expect(try log.states() == [#"{"n":1}"#, #"{"n":2}"#, #"{"n":6}"#])
    // What changed between two lines was no action of the second one.
    let changes = try log.history().changes(of: [StatePath(parsing: ".n")])
    let history = try log.history()
    #expect(changes.map { history.rows[$0.row].type } == ["@@STATE", "inc", "inc", "@@STATE", "inc"])
    #expect(changes.last?.old == 5)
  }

  @Test func `a line after text has its whole state`() throws {
    let log = try ForeignLog(#"{"type":"A","state":{"n":1}}"# + "\ntext\n" + #"{"type":"B","state":{"n":2}}"# + "\n")
    #expect(try log.states() == [#"{"n":1}"#, #"{"n":2}"#])
  }

  @Test(arguments: [
    (
      ["2024-01-01T10:00:00Z", "2024-01-01T10:00:05Z", "2024-01-01T09:00:06Z"], "2024-01-01T10:00:00.000000Z",
      [0, 5_000_000, -3_594_000_000]
    ),
    ([nil, "2024-01-01T10:00:00Z", nil, "2024-01-01T10:00:05Z"], "2024-01-01T10:00:00.000000Z", [0, 0, 0, 5_000_000]),
    (["1704103200000", "1704103205000"], "2024-01-01T10:00:00.000000Z", [0, 5_000_000]),
    (["2024-01-01 10:00:00", "2024-01-01 10:00:05.5"], "2024-01-01T10:00:00.000000Z", [0, 5_500_000]),
    (["soon"], nil, [0]), (["2024"], nil, [0]),
  ])
  func `times are kept as they are`(times: [String?], start: String?, expected: [Int]) throws {
    let lines = times.enumerated().map { place, time in
      #"{"action":{"type":"a"},"state":\#(place)\#(time.map { #","ts":"\#($0)""# } ?? "")}"# + "\n"
    }
    let log = try ForeignLog(lines.joined())
    #expect(log.header?.time == start)
    #expect(log.actions.map(\.time) == expected)
    #expect(log.notices.isEmpty == (start != nil))
  }

  @Test func `a member that tells no time is contents`() throws {
    let log = try ForeignLog(#"{"type":"A","ts":"soon","createdAt":"2024-01-01T10:00:00Z","state":1}"# + "\n")
    #expect(log.actions[0].payload == ["ts": "soon"])
  }

  @Test(arguments: ["", "\u{FEFF}"])
  func `times are kept where the first line is long, or has a byte order mark`(mark: String) throws {
    let text = String(repeating: "x", count: ForeignForm.beginningByteCount)
    let lines = [1_704_103_200_000, 1_704_103_205_000].map {
      #"{"action":{"type":"a"},"state":"\#(mark.isEmpty ? text : "")","time":\#($0)}"# + "\n"
    }
    let log = try ForeignLog(mark + lines.joined())
    #expect(log.header?.time == "2024-01-01T10:00:00.000000Z")
    #expect(log.actions.map(\.time) == [0, 5_000_000])
  }
}
