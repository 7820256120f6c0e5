import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeRandomCases
import Foundation
import Testing

struct LogExportTests {
  private func export(_ history: History, _ export: LogExport) throws -> String {
    var bytes: [UInt8] = []
    _ = try history.export(export) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A log of two stores with snapshots, completions, errors and splices, generated from a seed.
  private func log(_ seed: Int) -> String {
    var random = SplitMix64(seed: seed)
    var lines = [#"{"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z","own":1.50}"#]
    var states = ["a": 0, "b": 0]
    var text = ["a": "é", "b": ""]
    for store in ["a", "b"] { lines.append(#"{"t":0,"store":"\#(store)","type":"@@STATE","state":{"n":0,"s":"\#(text[store] ?? "")"}}"#) }
    var step = 0
    for time in 1...20 {
      step += 1
      let store = Bool.random(using: &random) ? "a" : "b"
      let number = (states[store] ?? 0) + 1
      var outcome = #""patch":[{"op":"replace","path":"/n","value":\#(number)}]"#
      switch Int.random(in: 0..<6, using: &random) {
      case 0: outcome += #","state":{"n":\#(number),"s":"\#(text[store] ?? "")"}"#
      case 1:
        outcome = #""patch":[{"op":"splice","path":"/s","at":0,"del":0,"ins":"x"},{"op":"replace","path":"/n","value":\#(number)}]"#
        text[store] = "x" + (text[store] ?? "")
      case 2: outcome = #""patch":[]"#
      case 3: outcome = #""error":{"type":"E","message":"m"}"#
      default: break
      }
      if outcome.contains("/n") { states[store] = number }
      if Bool.random(using: &random) {
        lines.append(#"{"seq":\#(step),"t":\#(time),"store":"\#(store)","type":"x","payload":{"secret":\#(time)},\#(outcome),"odd":[1.0]}"#)
      } else {
        lines.append(#"{"seq":\#(step),"t":\#(time),"store":"\#(store)","type":"x","payload":{"secret":\#(time)}}"#)
        step += 1
        lines.append(#"{"seq":\#(step),"t":\#(time),"mark":"between"}"#)
        lines.append(#"{"completes":\#(step - 1),"t":\#(time),"store":"\#(store)",\#(outcome)}"#)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test(arguments: 0..<20)
  func `whole, a log is exported as it stands`(seed: Int) throws {
    let log = log(seed)
    #expect(try export(try History.of(log), LogExport()) == log)
  }

  @Test func `of a part, nothing behind it is read`() throws {
    let lines = log(3).split(separator: "\n")
    let fixture = try LogFixture(log(3) + String(repeating: "\n", count: 5000))
    let history = try fixture.history()
    var wanted = LogExport(rows: Array(4..<8))
    wanted.hasFullStates = true
    let text = try export(history, wanted)
    let length = lines[..<12].reduce(0) { $0 + $1.utf8.count + 1 }
    try #require(unsafe truncate(fixture.paths[0], length) == 0)
    #expect(try export(history, wanted) == text)
  }

  @Test(arguments: seeds(15))
  func `every part of a log opens alone, with the states that the whole has`(seed: Int) throws {
    var random = SplitMix64(seed: seed + 1000)
    let whole = try History.of(log(seed))
    var wanted = LogExport(rows: whole.rows.indices.filter { _ in Int.random(in: 0..<3, using: &random) > 0 })
    if Bool.random(using: &random) { wanted.rows = Array(5..<12) }
    wanted.hasFullStates = Bool.random(using: &random)
    wanted.isPlain = Bool.random(using: &random)
    let text = try export(whole, wanted)
    let part = try History.of(text)
    #expect(!wanted.isPlain || !text.contains("splice"))
    let rows = try #require(wanted.rows)
    #expect(part.rows.compactMap { $0.step } == rows.compactMap { whole.rows[$0].step })
    for row in rows {
      guard let step = whole.rows[row].step, let store = whole.rows[row].store.map({ whole.stores[$0] }) else { continue }
      let copy = try #require(part.row(of: step))
      let state = try part.state(of: store, after: copy)
      // A record without the state does not show earlier changes that were left out either.
      guard whole.rows[row].hasPatch, !whole.rows[row].isUnchanged else { continue }
      #expect(try state.value == whole.state(of: store, after: row).value, "step \(step)")
      if case .known(_, let certainty) = state { #expect(certainty == .exact, "step \(step)") }
      #expect(try part.action(at: copy)?.other == whole.action(at: row)?.other)
      #expect(try part.action(at: copy)?.payload == whole.action(at: row)?.payload)
    }
  }

  @Test func `what is redacted is nowhere in the export, and the states are still right`() throws {
    let log = #"""
      {"fluxtape":1,"run":"r","meta":{"Password":"hunter2"}}
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":{"user":{"mail":"me@x"},"list":[{"password":"hunter2"}]}}
      {"seq":2,"t":2,"store":"a","type":"x","payload":{"password":"hunter2","n":1},"patch":[{"op":"splice","path":"/user/mail","at":0,"del":2,"ins":"hunter2"},{"op":"add","path":"/list/1","value":{"password":"hunter2"}}],"more":{"password":"hunter2"}}
      {"seq":3,"t":3,"store":"a","type":"x","patch":[{"op":"replace","path":"/list/0/password","value":"hunter2hunter2"},{"op":"add","path":"/n","value":1}]}

      """#
    var redaction = LogRedaction()
    try redaction.add("password")
    try redaction.add(".user.mail")
    var wanted = LogExport()
    wanted.redaction = redaction
    let text = try export(try History.of(log), wanted)
    #expect(!text.contains("hunter2") && !text.contains("me@x"))
    let history = try History.of(text)
    let state = try #require(try history.state(of: "a", after: 2).value)
    #expect(state["n"] == 1)
    #expect(state["list"]?.array?.count == 2)
    // Equal secrets have equal digests.
    #expect(state["list"]?.array?[1]["password"] == (try history.action(at: 1)?.payload?["password"]))
    #expect(state["user"]?["mail"].flatMap { TaggedValue($0) } != nil)
  }

  @Test func `texts, marks and errors lose their secrets, and the rest of them is readable`() throws {
    let secret = "pl4nted0secret0"
    let log = #"""
      {"fluxtape":1,"run":"r","meta":{"branch":"main","url":"https://ci:\#(secret)@ci.example/7"}}
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":{"log":["first"],"tokenCount":3,"session":{"user":"ada"},"password":""}}
      {"seq":2,"t":2,"store":"a","type":"x","site":"A.swift:2","payload":{"url":"/orders?page=2&access_token=\#(secret)","isPasswordValid":true},"error":{"type":"E","message":"failed: Bearer \#(secret) twice"},"patch":[{"op":"add","path":"/log/1","value":"token=\#(secret) sent"}]}
      {"seq":3,"t":3,"mark":"login with password=\#(secret) at 3","level":"error"}
      {"seq":4,"t":4,"store":"a","type":"x","payload":{"headers":[{"name":"Cookie","value":"\#(secret)"}],"nickname":"\#(secret)"},"patch":[{"op":"splice","path":"/log/1","at":0,"del":0,"ins":"again "}]}
      {"seq":5,"t":5,"store":"a","type":"x"}
      {"completes":5,"t":6,"store":"a","error":{"type":"E","message":"the PIN is 12345"}}

      """#
    var wanted = LogExport()
    wanted.redaction = LogRedaction()
    try wanted.redaction?.add("Nickname")
    let text = try export(try History.of(log), wanted)
    #expect(!text.contains(secret) && !text.contains("12345"))
    let shown = [
      #""url":"https://ci:[redacted]@ci.example/7""#, #""url":"/orders?page=2&access_token=[redacted]""#,
      "failed: [redacted] twice",
      "login with password=[redacted] at 3", "the PIN is [redacted]", #""isPasswordValid":true"#, #""session":{"user":"ada"}"#,
      #""password":"""#, #""tokenCount":3"#, #""site":"A.swift:2""#,
    ]
    for shown in shown { #expect(text.contains(shown), "\(shown)") }
    let history = try History.of(text)
    #expect(try history.state(of: "a", after: history.rows.count - 1).value?["log"] == ["first", "again token=[redacted] sent"])
    #expect(try history.check(Checklist(looksForSecrets: true)).allSatisfy { if case .secret = $0.kind { false } else { true } })
  }
}
