import FluxtapeHistory
import FluxtapeInterop
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Foundation
import Testing

struct DevToolsExportTests {
  /// A log of one counter: `INC` adds `by`.
  static func counter(_ count: Int) -> String {
    var lines = [
      #"{"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z","app":{"name":"Counter"}}"#,
      #"{"seq":1,"t":0,"store":"counter","type":"@@INIT","state":{"n":0,"log":[]}}"#,
    ]
    for n in 1..<max(count, 2) {
      let facts = n % 7 == 3 ? #""case":"inc","v":2,"cause":\#(n),"site":"App/Counter.swift:4","# : ""
      lines.append(
        #"{"seq":\#(n + 1),"t":\#(n * 1500 + 7),"store":"counter","type":"INC",\#(facts)"payload":{"by":1,"$$key":0.10},"dur":\#(n % 9),"#
          + #""patch":[{"op":"replace","path":"/n","value":\#(n)}]}"#)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func open(_ text: String) throws -> History {
    let file = FileManager.default.temporaryDirectory.appending(path: "fluxtape-export-\(UUID().uuidString).jsonl")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try #require(try History.open([file.path]).first)
  }

  static func actions(of history: History) throws -> [(action: ActionRecord, state: JSONNode?)] {
    try history.rows.indices.compactMap { row in
      guard let action = try history.action(at: row) else { return nil }
      let state = try history.state(of: action.store, after: row)
      guard case .known(let node, .exact) = state else { return (action, nil) }
      return (action, node)
    }
  }

  static func lifted(_ history: History, store: String) throws -> [UInt8] {
    lifted(try actions(of: history).filter { $0.action.store == store }, of: history, store: store)
  }

  static func lifted(_ actions: [(action: ActionRecord, state: JSONNode?)], of history: History, store: String) -> [UInt8] {
    var export = DevToolsExport(of: store, header: history.header)
    var file = actions.first?.action.type == ActionRecord.storeBegan ? export.begin() : export.begin(at: actions.first?.action.time ?? 0)
    for (action, state) in actions { file += export.add(action, state: state) }
    return file + export.end()
  }

  @Test func `the monitor shows what the log holds`() throws {
    let history = try Self.open(Self.counter(20))
    let shown = try DevToolsImporter.monitor(String(decoding: try Self.lifted(history, store: "counter"), as: UTF8.self))
    #expect(shown.types == ["@@INIT"] + Array(repeating: "INC", count: 19))
    #expect(shown.states.map { $0["n"]?.int } == Array(0..<20))
    #expect(shown.timestamps[2] == 1_795_251_600_003)
  }

  @Test func `an app replays it through its own reducer`() throws {
    let history = try Self.open(Self.counter(20))
    let file = String(decoding: try Self.lifted(history, store: "counter"), as: UTF8.self)
    let replayed = try DevToolsImporter.enhancer(file, initial: ["n": 0], reducer: Self.reducer)
    #expect(replayed.states.map { $0["n"]?.int } == Array(1..<20))
  }

  static func reducer(_ state: JSONValue, _ action: JSONValue) -> JSONValue {
    var state = state.object ?? [:]
    state["n"] = .number(JSONNumber((state["n"]?.int ?? 0) + (action["payload"]?["by"]?.int ?? 0)))
    return .object(state)
  }

  /// Everything that the format has a place for, in our member or its own, survives the round trip.
  @Test func `a thousand actions come back as they were`() throws {
    let history = try Self.open(Self.counter(1_000))
    let before = try Self.actions(of: history)
    let log = try ForeignLog(bytes: Self.lifted(before, of: history, store: "counter"))
    let after = try Self.actions(of: try log.history())
    #expect(log.notices == [])
    #expect(log.header == history.header)
    try #require(after.count == before.count)
    #expect(after.map { $0.state?.text } == before.map { $0.state?.text })
    #expect(after.map { Self.withoutState($0.action) } == before.map { Self.withoutState($0.action) })
  }

  /// A log escapes keys that begin with `$` with another `$`; other tools get the app's keys.
  @Test func `keys are those of the app, and come back as the log writes them`() throws {
    let state =
      ##"{"$$schema":"v1","in":[{"$$id":{"$$$x":1}}],"secret":{"$redacted":"aa"},"like":{"$$redacted":"aa"},"odd":{"$$jsan":1},"\u0024$e":2}"##
    let log = ##"""
      {"seq":1,"t":0,"store":"s","type":"@@INIT","state":\##(state)}
      {"seq":2,"t":1,"store":"s","type":"A","payload":{"$$ref":"#/a"},"patch":[]}

      """##
    let history = try Self.open(log)
    let file = try JSONValue(parsing: Self.lifted(history, store: "s"))
    let plain =
      ##"{"$schema":"v1","in":[{"$id":{"$$x":1}}],"secret":{"$redacted":"aa"},"like":{"$$redacted":"aa"},"odd":{"$$jsan":1},"$e":2}"##
    #expect(try file["computedStates"]?.array?.map { $0["state"] } == [JSONValue(parsing: plain), JSONValue(parsing: plain)])
    #expect(try file["committedState"] == JSONValue(parsing: plain))
    #expect(file["actionsById"]?["1"]?["action"]?["payload"] == ["$ref": "#/a"])
    let back = try ForeignLog(bytes: file.bytes)
    #expect(try Self.actions(of: back.history()).map { $0.state?.value } == [JSONValue(parsing: state), JSONValue(parsing: state)])
    #expect(back.actions.map(\.payload) == [nil, ["$$ref": "#/a"]])
  }

  private static func withoutState(_ action: ActionRecord) -> ActionRecord {
    var action = action
    action.outcome.patch = nil
    action.outcome.state = nil
    return action
  }

  /// An export of a browser survives a round trip through a log.
  @Test func `an export of the tool's comes back with its ids, stacks and skips`() throws {
    let text = """
      {"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":1700000000000},\
      "1":{"type":"PERFORM_ACTION","action":{"type":"INC","by":5},"timestamp":1700000000123,"stack":"Error\\n    at add (a.js:1:2)"},\
      "2":{"type":"PERFORM_ACTION","action":{"type":"SET","payload":7,"meta":{"a":1}},"timestamp":1700000000500}},\
      "computedStates":[{"state":{"n":0}},{"state":{"n":0}},{"state":{"n":7},"error":"late"}],"stagedActionIds":[0,1,2],\
      "skippedActionIds":[1],"currentStateIndex":2,"nextActionId":3,"committedState":{"n":0}}
      """
    let log = try ForeignLog(text)
    let file = String(decoding: try Self.lifted(try log.history(), store: "store"), as: UTF8.self)
    let (before, after) = (try JSONValue(parsing: text), try JSONValue(parsing: file))
    for key in ["computedStates", "stagedActionIds", "skippedActionIds", "currentStateIndex", "nextActionId", "committedState"] {
      #expect(after[key] == before[key], "\(key)")
    }
    for id in ["0", "1", "2"] {
      for key in ["type", "action", "timestamp", "stack"] {
        #expect(after["actionsById"]?[id]?[key] == before["actionsById"]?[id]?[key], "\(id) \(key)")
      }
    }
  }

  @Test func `a state that is not known shows the one before and says so`() throws {
    let text = """
      {"seq":1,"t":0,"store":"s","type":"@@INIT","state":1}
      {"seq":2,"t":1,"store":"s","type":"A","omitted":"limit"}
      {"seq":3,"t":2,"store":"s","type":"B","patch":[{"op":"replace","path":"","value":3}],"state":3}
      """
    let history = try Self.open(text)
    let file = try Self.lifted(history, store: "s")
    let computed = try JSONValue(parsing: file)["computedStates"]?.array ?? []
    #expect(computed.map { $0["state"]?.int } == [1, 1, 3])
    #expect(computed[1]["error"]?.string?.contains("does not tell") == true)
    let back = try ForeignLog(bytes: file)
    #expect(back.actions.map(\.outcome.omitted) == [nil, "limit", nil])
    #expect(back.actions.map(\.outcome.error) == [nil, nil, nil])
    #expect(try back.states() == ["1", nil, "3"])
  }
}
