import FluxtapeHistory
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

struct StepTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let keys: [String]
    let step: Int
    init(_ keys: String..., to step: Int) {
      self.keys = keys
      self.step = step
    }
    var testDescription: String { keys.joined(separator: " ") + " → \(step)" }
  }

  @Test(arguments: [
    Case("g", to: 1), Case("G", to: 33), Case("12g", to: 12), Case("50%", to: 16), Case("0", "g", to: 1),
    Case("g", ".", to: 2), Case("g", "5", ".", to: 6), Case("g", "5.", ",", to: 5), Case("g", ",", to: 1), Case("G", ".", to: 33),
    Case("10g", ">", to: 12), Case("10g", "3>", to: 14), Case("10g", "<", to: 9), Case("10g", "99<", to: 1),
    Case("14g", "o", to: 15), Case("14g", "3o", to: 18), Case("26g", "2O", to: 17), Case("16g", "o", to: 16),
    Case("18g", "u", to: 17), Case("18g", "3u", to: 14), Case("14g", "u", to: 14), Case("14g", "i", to: 15),
    Case("4g", "i", to: 5), Case("4g", "2i", to: 6), Case("4g", "9i", to: 6), Case("13g", "i", to: 13),
    Case("20g", "]e", to: 25), Case("20g", "2]e", to: 26), Case("26g", "[e", to: 25), Case("20g", "e", to: 25), Case("26g", "E", to: 25),
    Case("9g", "]a", to: 10), Case("10g", "[a", to: 9), Case("10g", "]a", to: 10), Case("9g", "j", to: 10), Case("9g", "3j", "k", to: 11),
    Case("g", "G", "[[", to: 1), Case("g", "G", "ctrl-o", "]]", to: 33),
    Case("9g", "tab", ".", to: 10), Case("9g", "tab", "j", to: 9),
  ])
  func `a key leads from step to step`(_ testCase: Case) throws {
    var app = try InspectorDriver(log: "checkout")
    for key in testCase.keys { app.press(key) }
    #expect(app.step == testCase.step)
  }

  @Test(arguments: [
    Case("214", to: 9), Case("12", to: 12), Case("goto 12", to: 12), Case("goto #12", to: 12), Case("g 12", to: 12),
    Case("goto 12:09:43", to: 11), Case("goto 12:09:43.4", to: 12), Case("goto 12:10", to: 33), Case("goto 00:00", to: 1),
    Case("goto +2", to: 11), Case("goto -2", to: 7), Case("goto +1s", to: 12), Case("goto -1.2s", to: 4), Case("goto +5m", to: 33),
    Case("goto 100%", to: 33), Case("goto @13", to: 11), Case("@9999", to: 33), Case("next-of-store", to: 10),
    Case("next-step 3", to: 12), Case("last", to: 33),
  ])
  func `a command goes to a step`(_ testCase: Case) throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("9g", ":")
    for text in testCase.keys { app.press(text.map { $0 == " " ? .character(" ") : .character($0) }) }
    app.press("enter")
    #expect(app.step == testCase.step)
  }

  @Test(arguments: [
    "goto", "goto x", "goto 1:2:3:4", "goto 25:00", "goto +5y", "goto 5%%", "nothing", "run x", "goto @", "goto 1e9m", "next-step 0",
    "page-down 9223372036854775807", "row-up -1",
  ])
  func `a wrong command says why, and the next keys are keys again`(text: String) throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("9g", ":")
    app.press(text.map { .character($0) })
    app.press("enter")
    #expect(!app.bottom.hasPrefix(":") && !app.bottom.contains("pane"))
    #expect(app.inspector.state.message?.isError == true)
    #expect(app.step == 9)
    app.press(":", "up")
    #expect(app.bottom.hasPrefix(":" + text))
    app.press("esc", ".")
    #expect(app.step == 10)
  }

  @Test(arguments: [("+5", 14), ("-2", 7), ("12", 12), ("#3", 3), ("goto +5", 14)])
  func `an address alone is a command`(_ address: String, _ step: Int) throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("9g", ":", address, "enter")
    #expect(app.step == step, "\(app.bottom)")
  }

  @Test func `an unknown command names the help that there is`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press(":", "frobnicate", "enter")
    #expect(app.bottom == " no command 'frobnicate'; ? or :help lists them")
    app.press("?")
    #expect(app.line(with: "[Keys and signs]") != nil)
    app.press("q", ":", "help", "enter")
    #expect(app.line(with: "[Keys and signs]") != nil)
  }

  @Test func `a step that is not in the log leads to the row that says why`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("22g")
    #expect(app.step == 25)
    #expect(app.bottom == " step 22 is not in the log")
    app.press("19g")
    #expect(app.inspector.state.currentRow?.kind == .jump)
    app.press("99g")
    #expect(app.bottom == " the last step is 33")
  }

  @Test func `where a key leads nowhere the bottom row says so`() throws {
    var app = try InspectorDriver(log: "checkout")
    for (keys, words) in [
      ("g,", "this is the first step"), ("G.", "this is the last step"), ("26g>", "no later step of this store"),
      ("13gu", "no cause is recorded"), ("13gi", "no step names this one as its cause"),
      ("Ge", "no later red row, and no later problem that a check found"),
    ] {
      app.press(keys.map { .character($0) })
      #expect(app.bottom == " " + words)
    }
  }

  @Test func `the cursor opens on what is in flight, else on the first failure, else on the first step`() throws {
    #expect(try InspectorDriver(log: "crash").step == 19)
    #expect(try InspectorDriver(log: "checkout").step == 26)
    let calm = #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":1}"#
    #expect(try InspectorDriver(runs: [.holding([calm, #"{"seq":2,"t":1,"store":"a","type":"x","patch":[]}"#])]).step == 1)
    var unreadable = try InspectorDriver(runs: [.holding([calm, "oops", calm.replacing("1,", with: "2,", maxReplacements: 1)])])
    #expect(unreadable.inspector.state.currentRow?.kind == .badLine)
    unreadable.press("g")
    #expect(unreadable.step == 1)
  }

  @Test func `what the app did not live to end is a problem that is found and counted`() throws {
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":1}}"#, #"{"seq":2,"t":1,"store":"a","type":"boom"}"#,
      #"{"seq":3,"t":2,"sto"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines, isWhole: false)], columns: 120)
    #expect(app.lines[0].contains("2 problems, 1 note"))
    app.press("g", "]e")
    #expect(app.step == 2)
    app.press("e")
    #expect(app.inspector.state.currentRow?.isTorn == true)
    app.press("[e")
    #expect(app.step == 2)
    var crash = try InspectorDriver(log: "crash")
    crash.press("g", "99]e")
    #expect(crash.step == 19)
  }

  @Test func `counts say what they count, and agree`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("g", "&", "type:session.retry", "enter")
    #expect(app.lines[0].contains("27 of 33 steps") && app.line(with: "#16/33") != nil && app.line(with: "] 2 of 27 steps") != nil)
    let whole = try InspectorDriver(log: "crash")
    #expect(!whole.lines[0].contains(" steps") && whole.lines[0].contains(" #19/19  "))
  }

  @Test func `several runs are told apart, and one is chosen by its number`() throws {
    var app = try InspectorDriver(runs: [.fixture("checkout"), .fixture("crash")])
    #expect(app.lines[0].contains("checkout.jsonl │ run 1 of 2"))
    app.press(":", "run 2", "enter")
    #expect(app.lines[0].contains("crash.jsonl │ run 2 of 2"))
    #expect(app.step == 19)
    app.press(":", "run -9223372036854775808", "enter")
    #expect(app.bottom.contains("there are 2 runs"))
    app.press(":run 3".map { .character($0) } + [.enter])
    #expect(app.bottom == " there are 2 runs")
  }
}
