import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLocking
import FluxtapeReplay
import FluxtapeScreen
import Foundation
import Testing

@testable import FluxtapeInspector

/// Actions that are skipped and restored, and the resulting states.
struct WhatIfTests {
  private func driver(columns: Int = 80, rows: Int = 24, typesetting: Typesetting = .unicode) throws -> InspectorDriver {
    try InspectorDriver(
      runs: [.fixture("counter")], columns: columns, rows: rows, typesetting: typesetting, replayer: CounterReplayer.replayer)
  }

  @Test func `without a host it is said in a sentence what is needed`() throws {
    var app = try InspectorDriver(runs: [.fixture("counter")])
    app.press("2g", "X")
    #expect(app.bottom == " X needs a host with your reducers: fluxtape LOG --host PROGRAM")
    app.press("zX")
    #expect(app.bottom.contains("everything is as recorded"))
  }

  @Test func `a step is left out, those behind it change, and again puts it back`() throws {
    var app = try driver()
    app.press("2g")
    let before = app.lines.prefix(11)
    app.press("X")
    #expect(app.bottom == " 4 later states change: ]d goes there, d compares")
    #expect(app.line(with: "WHAT IF without #2") != nil)
    #expect(app.line(with: "▶✗")?.contains("skipped") == true)
    #expect(app.lines.filter { $0.hasPrefix(" ≈ ") }.count == 3)
    app.press("8g", "tab", "tab", "tab")
    #expect(app.line(with: "counter after #8 what if") != nil)
    #expect(app.line(with: "What if: without #2.") != nil)
    #expect(app.line(with: "~   n")?.contains("-1") == true)
    app.press("shift-tab", "shift-tab", "shift-tab", "2g", "X", "esc")
    #expect(app.lines.prefix(11) == before)
  }

  @Test func `what would have been is compared with what was recorded`() throws {
    var app = try driver()
    app.press("2g", "X", "]d")
    #expect(app.step == 3)
    app.press("d", "tab", "tab")
    #expect(app.line(with: "recorded → what if") != nil)
    #expect(app.line(with: "~ n")?.contains("2 → 1") == true)
    app.press("yc")
    #expect(app.copied?.hasSuffix(" --host 'counter host' --skip 2") == true)
    app.press("]d", "]d", "]d", "]d")
    #expect(app.bottom.contains("no later state differs"))
    app.press("zX")
    #expect(app.line(with: "Diff prev") != nil, "there is nothing to compare with any more")
  }

  @Test func `several are left out, one is put back, and a reset takes all back`() throws {
    var app = try driver(columns: 120)
    app.press("2g", "X", "3g", "X")
    #expect(app.line(with: "WHAT IF without #2, #3") != nil)
    app.press("7g", "tab", "tab", "tab")
    #expect(app.line(with: "~   n")?.contains("4") == true)
    app.press("2g", "X")
    #expect(app.line(with: "WHAT IF without #3") != nil)
    app.press(":", "as-recorded", "enter")
    #expect(app.line(with: "WHAT IF") == nil && app.line(with: "≈") == nil && app.line(with: "✗") == nil)
    #expect(app.bottom.contains("restored: as recorded"))
  }

  @Test func `the file name decides whether a log or a test is saved`() throws {
    var app = try driver()
    app.press(":save-what-if x.jsonl", "enter")
    #expect(app.bottom == " nothing is skipped, so there is no what-if run to save")
    app.press("2g", "X", ":save-what-if x", "enter")
    #expect(app.bottom == " usage: :save-what-if FILE.jsonl, or FILE.swift for a test")
    app.press(":save-what-if x.jsonl", "enter")
    let run = try #require(app.inspector.state.whatIf.shown?.replayed)
    #expect(app.requests.last == .save(run, to: "x.jsonl"))
  }

  @Test func `an action with a redacted value is not replayable, and its row says so`() throws {
    var app = try driver(columns: 200, rows: 40)
    app.press("2g", "X", "5g")
    #expect(app.line(with: "▶?") != nil)
    #expect(app.line(with: "What if: not replayable, so it changed nothing here:") != nil)
    #expect(app.frame.text.contains("was redacted"))
  }

  @Test func `only a store without a reducer in the host is shown as recorded`() throws {
    var app = try driver()
    app.press("2g", "X", "4g", "tab", "tab", "tab")
    #expect(app.line(with: "As recorded: the host has no reducer for this store.") != nil)
    app.press("6g")
    #expect(app.line(with: "every store") != nil && app.line(with: "What if: without #2.") != nil)
    #expect(app.line(with: "the host has no reducer") == nil)
    #expect(app.lines.filter { $0.contains("(as recorded)") }.map { $0.contains(" clock ") } == [true])
  }

  @Test(arguments: [
    ("1g", "the beginning and the end of a store cannot be skipped"), ("6g", "not an action; nothing to skip"),
    ("4g", "the host has no reducer for clock, only for counter"),
  ])
  func `what cannot be left out is refused with the reason`(key: String, says: String) throws {
    var app = try driver()
    app.press(key, "X")
    #expect(app.bottom == " " + says)
    #expect(app.line(with: "WHAT IF") == nil && app.line(with: "✗") == nil)
  }

  @Test func `q too many does not end a what-if run`() throws {
    var app = try driver()
    app.press("2g", "X", ".", "tab", "q")
    #expect(app.bottom.contains(" Q quit "), "\(app.bottom)")
    app.press("q")
    #expect(!app.requests.contains(.quit) && app.bottom == " press Q to quit without saving the what-if run, or :save-what-if FILE")
    app.press("zX", "q")
    #expect(app.requests.contains(.quit))
  }

  @Test func `a run keeps its skipped steps, and q does not discard them`() throws {
    let other = try #require(History.open([TestFolder.path("Fixtures", "counter.jsonl")]).first)
    var app = try InspectorDriver(runs: [.fixture("counter"), other], replayer: CounterReplayer.replayer)
    app.press("2g", "X", ":run 2", "enter")
    #expect(app.inspector.state.whatIf.skipped.isEmpty && app.line(with: "WHAT IF") == nil)
    app.press("q")
    #expect(!app.requests.contains(.quit) && app.bottom == " run 1 has skipped actions: Q quits without saving, :run 1 shows it")
    app.press("3g", "X", ":run 1", "enter")
    #expect(app.inspector.state.whatIf.skipped == [2] && app.line(with: "WHAT IF without #2") != nil)
    app.press("&", "store:counter", "enter")
    #expect(app.inspector.state.whatIf.skipped == [2])
    app.press("zX", ":run 2", "enter")
    #expect(app.inspector.state.whatIf.skipped == [3])
    app.press("zX", "q")
    #expect(app.requests.contains(.quit))
  }

  @Test func `a host that fails costs a message, and what is shown stays as it was`() throws {
    let isBroken = Locked(true)
    let replayer = CounterReplayer.replayer {
      if isBroken.withLock({ $0 }) { throw HostFailure() }
    }
    var app = try InspectorDriver(runs: [.fixture("counter")], replayer: replayer)
    app.press("2g")
    let before = app.lines
    app.press("X")
    #expect(app.bottom == " host died of signal 9 at action 2")
    #expect(app.lines.dropLast() == before.dropLast())
    isBroken.withLock { $0 = false }
    app.press("X")
    #expect(app.line(with: "WHAT IF without #2") != nil)
    isBroken.withLock { $0 = true }
    app.press("3g", "X")
    #expect(app.line(with: "WHAT IF without #2 ") != nil && app.line(with: "▶≈") != nil)
  }

  private struct HostFailure: Error, CustomStringConvertible { let description = "host died of signal 9 at action 2" }

  @Test func `a replay goes on beside the keys, tells how far it is and is stopped by Ctrl-C`() throws {
    let waiting = Locked<[@Sendable () -> Void]>([])
    let background = InspectorBackground(
      start: { lane, _, work in
        if lane == InspectorWork.Lane.replay.rawValue { waiting.withLock { $0.append(work) } } else { work() }
      }, wake: {})
    let screen = Locked<[String]>([])
    let inspector = Locked<Inspector?>(nil)
    let replayer = CounterReplayer.replayer {
      guard let inspector = inspector.withLock({ $0 }) else { return }
      inspector.work()
      screen.withLock { $0.append(inspector.frame(size: Size(rows: 24, columns: 80)).lines[0]) }
    }
    let app = try #require(
      Inspector(
        runs: [FixedRun(.fixture("counter"))], watch: nil, isFollowing: false, typesetting: .unicode, background: background,
        replayer: replayer, reducer: Inspector.reduce))
    inspector.withLock { $0 = app }
    defer { inspector.withLock { $0 = nil } }
    func press(_ keys: Key...) { for key in keys { _ = (app.handle(key), app.work()) } }
    func run() {
      for work in waiting.withLock({ work in
        defer { work = [] }; return work
      }) { work() }
    }
    press(.character("."), .character("X"))
    #expect(app.isBusy)
    #expect(app.frame(size: Size(rows: 24, columns: 80)).lines[0].contains("REPLAY ········ 0%"))
    press(.control("c"))
    run()
    app.work()
    #expect(app.state.whatIf.shown == nil && app.state.whatIf.asked == nil)
    press(.character("X"))
    run()
    app.work()
    #expect(screen.withLock { $0.last }?.contains("REPLAY ████···· 41%") == true)
    #expect(app.state.whatIf.shown?.question.skipped == [2])
  }

  @Test(arguments: [(80, " WHAT IF without #2 "), (60, " WHAT IF without #2 "), (40, " WHAT IF ")])
  func `the title of a what-if run says so, and of a search that its hits are recorded ones`(columns: Int, sign: String) throws {
    var app = try driver(columns: columns, rows: 20)
    app.press("2g", "X", "g", "/", "counter.added", "enter", "tab", "shift-tab")
    #expect(app.line(with: "recorded hit 1 of 4") != nil, "\(app.lines)")
    #expect(app.lines[0].contains(sign), "\(app.lines)")
  }

  @Test func `on a very narrow screen the title has room for a sign and the step`() throws {
    var app = try driver(columns: 20, rows: 5)
    app.press("3g", "X")
    #expect(app.lines[0].hasPrefix(" IF  coun") && app.lines[0].hasSuffix("#3/8"), "\(app.lines)")
  }

  @Test func `that the host differs is said before the skipped steps, which may be many`() throws {
    var app = try InspectorDriver(runs: [.fixture("counter")], columns: 80, rows: 24, replayer: CounterReplayer.replayer(adding: 1))
    app.press("3g", "X", "7g", "X", "8g", "X")
    #expect(app.lines[0].contains(" WHAT IF host differs from #2 on, without "), "\(app.lines)")
  }

  @Test func `answers about the whole log say that they are about the recorded one`() throws {
    var app = try driver()
    app.press("2g", "X", "S")
    #expect(app.line(with: "as recorded") != nil)
  }

  @Test func `a recorded state before the first replayed step is shown as recorded`() throws {
    var app = try InspectorDriver(
      runs: [
        .holding([
          #"{"fluxtape":1}"#, #"{"t":0,"store":"counter","type":"@@STATE","state":{"n":3,"history":[]}}"#,
          #"{"seq":1,"t":1,"store":"counter","type":"counter.added","payload":1,"patch":[{"op":"replace","path":"/n","value":4}]}"#,
          #"{"seq":2,"t":2,"store":"counter","type":"counter.added","payload":1,"patch":[{"op":"replace","path":"/n","value":5}]}"#,
        ])
      ], replayer: CounterReplayer.replayer)
    app.press("2g", "X", "g", "tab", "tab", "tab")
    let shown = try #require(app.inspector.state.whatIf.shown)
    #expect(try !shown.state(of: "counter", after: 0, in: app.inspector.state.history).isAbsent)
    #expect(app.line(with: "no state here") == nil, "\(app.lines)")
  }

  @Test(arguments: ["", #""seq":3,"#])
  func `a row that states the state without an action shows that state`(step: String) throws {
    func added(_ step: Int, to number: Int) -> String {
      #"{"seq":\#(step),"t":\#(step),"store":"counter","type":"counter.added","payload":1,"#
        + #""patch":[{"op":"replace","path":"/n","value":\#(number)},{"op":"add","path":"/history/-","value":1}]}"#
    }
    var app = try InspectorDriver(
      runs: [
        .holding([
          #"{"fluxtape":1}"#, #"{"seq":1,"t":1,"store":"counter","type":"@@INIT","state":{"n":0,"history":[]}}"#, added(2, to: 1),
          #"{\#(step)"t":3,"store":"counter","type":"@@STATE","state":{"n":9,"history":[]}}"#, added(step.isEmpty ? 3 : 4, to: 10),
        ])
      ], replayer: CounterReplayer.replayer)
    app.press("2g", "X")
    #expect(app.bottom == " no later state changes")
    let shown = try #require(app.inspector.state.whatIf.shown)
    let history = app.inspector.state.history
    let row = try #require(history.rows.firstIndex { $0.kind == .state })
    #expect(try shown.state(of: "counter", before: row, in: history).value?["n"] == 0)
    #expect(try shown.state(of: "counter", after: row, in: history).value?["n"] == 9)
    #expect(shown.row(of: history.rows[row])?.kind == .state)
  }

  @Test func `a step that is written later was not replayed, and says so`() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("what-if-\(UUID().uuidString.prefix(8)).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    try FileManager.default.copyItem(atPath: TestFolder.path("Fixtures", "counter.jsonl"), toPath: url.path)
    var app = try InspectorDriver(opening: [url.path], replayer: CounterReplayer.replayer)
    app.press("2g", "X")
    let file = try FileHandle(forWritingTo: url)
    try file.seekToEnd()
    try file.write(
      contentsOf: Data(
        (#"{"seq":9,"t":8000,"store":"counter","type":"counter.added","payload":1,"patch":[{"op":"replace","path":"/n","value":1}]}"# + "\n")
          .utf8))
    try file.close()
    app.wait()
    #expect(app.line(with: "WHAT IF without #2") != nil)
    app.press("G", "tab", "tab", "tab")
    #expect(app.line(with: "▶?") != nil)
    #expect(app.line(with: "As recorded: the step came after the replay.") != nil)
    app.press("3g", "X", "G")
    #expect(app.line(with: "What if: without #2, #3.") != nil)
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 10), (20, 5), (19, 4)])
  func `what would have been looks as its golden screen at every form of the layout`(columns: Int, rows: Int) throws {
    var app = try driver(columns: columns, rows: rows)
    app.press("3g", "X", "]d", "]d", "d")
    try Screen.expect(app.frame, is: "what-if-\(columns)x\(rows)")
  }

  @Test func `the same without a character beyond ASCII, and without colours`() throws {
    var app = try driver(typesetting: .ascii)
    app.press("3g", "X", "]d", "d")
    try Screen.expect(app.frame, is: "what-if-ascii-80x24", attributesOn: 0)
    #expect(app.frame.text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
  }
}
