import FluxtapeHistory
import FluxtapeLog
import FluxtapeScreen
import Foundation
import Testing

@testable import FluxtapeInspector

/// Comparing the shown run with another one of the same logs.
struct ComparisonTests {
  /// The records of a run, without their steps and times.
  private static func run(_ name: String, _ records: [String]) -> [String] {
    [#"{"fluxtape":1,"run":"\#(name)"}"#] + records.enumerated().map { #"{"seq":\#($0 + 1),"t":\#($0),"store":"cart",\#($1)"# }
  }

  private static func withoutWidths(_ line: String) -> String { line.split(separator: " ").joined(separator: " ") }

  /// The row of the list that holds some words, without the widths of its columns.
  private static func item(_ words: String, in app: InspectorDriver) -> String? {
    app.listed.map(withoutWidths).last { $0.contains(words) }
  }

  private static let begin = #""type":"@@INIT","state":{"total":0}}"#

  private static func act(_ type: String, _ payload: String = "1", _ outcome: String = #""patch":[]"#) -> String {
    #""type":"\#(type)","payload":\#(payload),\#(outcome)}"#
  }

  private static func shop(total last: Int) -> [String] {
    func total(_ value: Int) -> String { #""patch":[{"op":"replace","path":"/total","value":\#(value)}]"# }
    return [begin, act("cart.itemAdded", "3", total(3)), act("cart.couponApplied", #""TEN""#, total(last)), act("cart.noted")]
  }

  /// A log of two runs: step 3 leads to different states, and only the second run has a step 5.
  static let twoRuns = run("one", shop(total: -5)) + run("two", shop(total: 2) + [act("cart.paid")])

  private static func app(_ lines: [String] = ComparisonTests.twoRuns, isWhole: Bool = true) throws -> InspectorDriver {
    try InspectorDriver(runs: History.runs(holding: lines, isWhole: isWhole), columns: 99, rows: 30)
  }

  @Test(arguments: [":compare 2", ":compare"])
  func `the differences are listed, and the timeline goes to the first`(_ command: String) throws {
    var app = try Self.app()
    app.press("g", command, "enter")
    #expect(app.step == 3)
    #expect(app.line(with: "[Comparison]")?.contains("from run 2 to this run  2 differences") == true)
    #expect(Self.item("▶ #3", in: app) == "▶ #3 #3 cart.couponApplied cart.total 2 → -5", "\(app.lines)")
    #expect(Self.item("cart.paid", in: app) == "#5 cart.paid only in run 2", "\(app.lines)")
    #expect(
      app.line(with: " at the end") != nil && Self.item("cart.noted cart.total", in: app)?.hasSuffix("2 → -5") == true, "\(app.lines)")
    #expect(app.line(with: "4 actions in both runs, 1 of them with a different result, 1 only in run 2") != nil)
    #expect(app.bottom.contains("2 differences: ]v goes to the next"))
  }

  @Test func `another run closes the answers about the one before, and asks for none of them again`() throws {
    var app = try Self.app()
    app.press("S", ":compare 2", "enter")
    var state = app.inspector.state
    state.coveredAnswers[0].answer.content = .waiting
    state.effects = []
    state.choose(run: 2)
    #expect(state.answer == nil && state.coveredAnswers.isEmpty)
    #expect(!state.effects.contains { if case .work = $0 { true } else { false } })
  }

  @Test func `Enter goes to the step, or to the one before a step that only the other run has`() throws {
    var app = try Self.app()
    app.press(":compare 2", "enter", "1g", "enter")
    #expect(app.step == 3)
    app.press("k", "enter")
    #expect(app.step == 2)
    app.press("j", "j", "j", "enter")
    #expect(app.step == 4)
    #expect(app.bottom.contains("here run 2 has #5 cart.paid"))
  }

  @Test func `d shows the diff against the step of the other run`() throws {
    var app = try Self.app()
    app.press(":compare 2", "enter", "j", "j", "d")
    #expect(app.inspector.state.base == .previous && app.bottom.contains("choose a step that both runs have"), "\(app.lines)")
    app.press("k", "k", "d")
    #expect(app.step == 3 && app.bottom.contains("pinned #3 of run 2; the diff is against it"), "\(app.lines)")
    #expect(app.line(with: "[Diff pin]")?.contains("run 2 #3 → #3") == true, "\(app.lines)")
    #expect(app.line(with: "2 → -5") != nil, "\(app.lines)")
  }

  @Test func `from difference to difference, also after the list is closed`() throws {
    var app = try Self.app()
    app.press("]v")
    #expect(app.bottom.contains("compare first: :compare N"))
    app.press(":compare 2", "enter", "g", "]v")
    #expect(app.step == 3)
    #expect(app.selection?.contains("2 → -5") == true)
    app.press("esc", "g", "]v")
    #expect(app.step == 3 && app.inspector.state.answer == nil)
    app.press("]v")
    #expect(app.step == 3 && app.bottom.contains("no later step differs from run 2"))
    app.press("G", "[v")
    #expect(app.step == 3)
    app.press("[v")
    #expect(app.bottom.contains("no earlier step differs from run 2"))
    app.press("g", ":next-divergence", "enter")
    #expect(app.step == 3)
  }

  @Test func `a count goes that many differences on`() throws {
    let numbers = (1...4).map { step in Self.act("x\(step)") }
    var app = try Self.app(Self.run("one", [Self.begin] + numbers) + Self.run("two", [Self.begin]))
    app.press(":compare 2", "enter", "esc", "g", "3", "]v")
    #expect(app.step == 4)
    app.press("9", "]v")
    #expect(app.step == 5)
    app.press("2", "[v")
    #expect(app.step == 3)
  }

  @Test func `a long comparison begins with the first difference, and tells that later ones are not listed`() throws {
    let numbers = (1...5010).map { step in Self.act("x\(step)") }
    var app = try Self.app(Self.run("one", [Self.begin] + numbers) + Self.run("two", [Self.begin]))
    app.press("G", ":compare 2", "enter")
    #expect(app.step == 2 && app.selection?.contains("x1 ") == true, "\(app.lines)")
    app.press("5000", "]v")
    #expect(app.step == 5001 && app.selection?.contains("x5000 ") == true, "\(app.lines)")
    app.press("]v")
    #expect(app.step == 5001 && app.bottom.contains("only the first 5,000 differences from run 2 are listed"), "\(app.bottom)")
  }

  @Test func `steps around a difference are listed with those of the other run`() throws {
    let (before, after) = ((1...5).map { Self.act("x\($0)") }, (1...4).map { Self.act("z\($0)") })
    func run(_ name: String, _ payload: String) -> [String] { Self.run(name, [Self.begin] + before + [Self.act("y", payload)] + after) }
    var app = try Self.app(run("one", "1") + run("two", "2"))
    app.press(":compare 2", "enter")
    let lines = app.lines.map(Self.withoutWidths)
    let start = try #require(lines.firstIndex { $0.hasPrefix("… 4 alike") }, "\(lines)")
    let expected = [
      "#5 #5 x4", "#6 #6 x5", "▶ #7 #7 y payload 2 → 1", "#8 #8 z1", "#9 #9 z2", "… 2 alike",
    ]
    #expect(Array(lines[(start + 1)...].prefix(expected.count)) == expected)
    #expect(app.selection?.contains("2 → 1") == true)
  }

  @Test(arguments: [160, 200, 300]) func `a comparison has more room, until it is closed`(columns: Int) throws {
    var app = try InspectorDriver(runs: History.runs(holding: Self.twoRuns, isWhole: true), columns: columns, rows: 40)
    app.press(":compare 2", "enter")
    #expect(app.inspector.state.focusedZoom == .half)
    app.press("esc")
    #expect(app.inspector.state.answer == nil && app.inspector.state.zoom == .normal && app.line(with: "─Action─") != nil)
  }

  @Test(arguments: [40, 80, 120, 160, 240], ["", "one", "two"])
  func `of long paths and texts, what differs stays in sight, also if one run has a step more`(columns: Int, longer: String) throws {
    let (path, text) = ((1...6).map { "aLongName\($0)" }.joined(separator: "."), String(repeating: "the same words ", count: 40))
    let state = path.split(separator: ".").reversed().reduce("\"\"") { #"{"\#($1)":\#($0)}"# }
    func run(_ name: String, _ word: String) -> [String] {
      let pointer = "/" + path.replacing(".", with: "/")
      return Self.run(
        name,
        [#""type":"@@INIT","state":\#(state)}"#] + (name == longer ? [Self.act("cart.quantityNoted")] : [])
          + [Self.act("cart.quantityChanged", "1", #""patch":[{"op":"replace","path":"\#(pointer)","value":"\#(text + word + text)"}]"#)])
    }
    var app = try InspectorDriver(
      runs: History.runs(holding: run("one", "apples ") + run("two", "pears "), isWhole: true), columns: columns, rows: 40)
    app.press(":compare 2", "enter")
    #expect(app.line(with: "apples") != nil && app.line(with: "pears") != nil, "\(app.lines)")
    #expect(app.line(with: "Name6") != nil, "\(app.lines)")
    #expect(longer.isEmpty || app.line(with: longer == "one" ? "only in this run" : "only in run 2") != nil, "\(app.lines)")
  }

  @Test(arguments: [60, 160]) func `where several values differ, both sides of the first and their number are in sight`(columns: Int) throws
  {
    let text = String(repeating: "the same words ", count: 10)
    func run(_ name: String, _ word: String) -> [String] {
      let members = (1...3).map { #""aNameOfManyLetters\#($0)":"\#(text + word + text)""# }.joined(separator: ",")
      return Self.run(name, [Self.begin, Self.act("set", "{\(members)}")])
    }
    var app = try InspectorDriver(
      runs: History.runs(holding: run("one", "apples ") + run("two", "pears "), isWhole: true), columns: columns, rows: 40)
    app.press(":compare 2", "enter")
    #expect(app.line(with: "apples") != nil && app.line(with: "pears") != nil, "\(app.lines)")
    #expect(app.line(with: "and 2 more") != nil, "\(app.lines)")
  }

  @Test func `both values fit a narrow screen, also under a long path`() throws {
    let path = "/" + (1...4).map { "quiteLongName\($0)" }.joined(separator: "/")
    let begin = #""type":"@@INIT","state":{"quiteLongName1":{"quiteLongName2":{"quiteLongName3":{"quiteLongName4":0}}}}}"#
    func run(_ name: String, _ value: Int) -> [String] {
      Self.run(name, [begin, Self.act("set", "1", #""patch":[{"op":"replace","path":"\#(path)","value":\#(value)}]"#)])
    }
    var app = try InspectorDriver(runs: History.runs(holding: run("one", 6600) + run("two", 4860), isWhole: true), columns: 80, rows: 24)
    app.press(":compare 2", "enter")
    #expect(Self.item("▶ #2 ", in: app)?.contains("cart.quite") == true && app.line(with: "4860 → 6600") != nil, "\(app.lines)")
  }

  @Test func `runs that agree say so, and in how many steps`() throws {
    var app = try Self.app(Self.run("one", Self.shop(total: 2)) + Self.run("two", Self.shop(total: 2)))
    app.press("2g", ":compare 2", "enter")
    #expect(app.line(with: "no difference: 4 actions in both runs") != nil)
    #expect(app.line(with: "from run 2 to this run  no difference") != nil)
    #expect(app.step == 2)
    app.press("]v")
    #expect(app.step == 2 && app.bottom.contains("no later step differs from run 2"))
  }

  @Test func `a run that is not there, or is none to compare with, is refused`() throws {
    var app = try Self.app()
    for (command, words) in [
      (":compare 9", "there are 2 runs"), (":compare 0", "there are 2 runs"), (":compare 1", "these are the same run"),
      (":compare no-such.jsonl", "not compared: no such file; check the path: no-such.jsonl"), (":compare -", "usage: :compare NUMBER"),
    ] {
      app.press(command, "enter")
      #expect(app.bottom.contains(words), "\(app.bottom)")
      #expect(app.inspector.state.answer == nil)
    }
    var three = try Self.app(Self.twoRuns + Self.run("three", [Self.begin]))
    three.press(":compare", "enter")
    #expect(three.bottom.contains("usage: :compare NUMBER [NUMBER] or :compare FILE; there are 3 runs, and L lists them"))
    var alone = try Self.app(Self.run("one", [Self.begin]))
    alone.press(":compare", "enter")
    #expect(alone.bottom.contains("there is 1 run; name another log, as in :compare good.jsonl"))
  }

  @Test func `a long path does not displace why a log is not compared`() throws {
    var app = try InspectorDriver(runs: [.holding(Self.run("one", Self.shop(total: -5)))])
    app.press(":compare /nowhere/\(String(repeating: "long-", count: 40))/disk.jsonl", "enter")
    #expect(app.line(with: " not compared: no such file; check the path:") != nil, "\(app.lines)")
    #expect(app.lines.contains { $0.contains("\u{2026}") && $0.contains("/disk.jsonl") }, "\(app.lines)")
  }

  @Test func `another log is opened and compared as a run is`() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("good-\(UUID().uuidString.prefix(8)).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    func write(_ lines: [String]) throws { try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: url) }
    try write(Self.run("two", Self.shop(total: 2) + [Self.act("cart.paid")]))
    var app = try InspectorDriver(runs: [.holding(Self.run("one", Self.shop(total: -5)))], columns: 240, rows: 30)
    app.press("g", ":compare \(url.path)", "enter")
    let name = url.lastPathComponent
    #expect(app.step == 3)
    #expect(app.line(with: "[Comparison]")?.contains("from \(name) to this run  2 differences") == true, "\(app.lines)")
    #expect(app.line(with: "4 actions in both runs, 1 of them with a different result, 1 only in \(name)") != nil)
    app.press("d")
    #expect(app.inspector.state.base == .previous && app.bottom.contains("the diff needs both logs open"), "\(app.lines)")
    app.press("yc")
    #expect(app.copied?.hasPrefix("fluxtape compare ") == true && app.copied?.contains(url.path) == true)
    app.press("esc", "]v")
    #expect(app.bottom.contains("no later step differs from \(name)"))
    var narrow = try InspectorDriver(runs: [.holding(Self.run("one", Self.shop(total: -5)))], columns: 80, rows: 24)
    narrow.press(":compare \(url.path)", "enter")
    let header = try #require(narrow.line(with: "[Comparison]"))
    #expect(header.contains("from good-") && header.contains("  2 differences"), "\(header)")
    try write(Self.twoRuns)
    app.press(":compare \(url.path)", "enter")
    #expect(app.line(with: "there are 2 runs in it") != nil)
  }

  @Test func `:compare completes logs beside the shown one, and finds them by their names`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("compared-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appendingPathComponent("older-runs"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, total) in [("shown", -5), ("good-compared-1", 2)] {
      try Data(Self.run(name, Self.shop(total: total)).map { $0 + "\n" }.joined().utf8)
        .write(to: folder.appendingPathComponent(name + ".jsonl"))
    }
    var app = try InspectorDriver(opening: [folder.appendingPathComponent("shown.jsonl").path], columns: 99, rows: 30)
    app.press(":compare good-c")
    #expect(app.line(with: "good-compared-1.jsonl  beside this log") != nil, "\(app.lines)")
    app.press("tab")
    #expect(app.bottom.hasPrefix(":compare good-compared-1.jsonl"), "\(app.bottom)")
    app.press("enter")
    #expect(app.line(with: "[Comparison]")?.contains("from good-compared-1.jsonl to this run  1 difference") == true, "\(app.lines)")
    app.press("esc", ":compare \(folder.path)/old", "tab")
    #expect(app.bottom.contains("/older-runs/"), "\(app.bottom)")
  }

  @Test func `two numbers compare two runs, whichever is shown`() throws {
    var app = try Self.app(Self.twoRuns + Self.run("three", Self.shop(total: -5)))
    app.press(":compare 2 3", "enter")
    #expect(app.inspector.state.run == 1 && app.line(with: "[Comparison]")?.contains("from run 3 to this run") == true, "\(app.lines)")
    for (command, words) in [
      (":compare 2 2", "these are the same run"), (":compare 2 4", "there are 3 runs"), (":compare 0 1", "there are 3"),
    ] {
      app.press(command, "enter")
      #expect(app.bottom.contains(words), "\(app.bottom)")
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let first: [String]
    let second: [String]
    let words: String
    var testDescription: String { name }

    init(_ name: String, _ first: [String], _ second: [String], _ words: String) {
      (self.name, self.first, self.second, self.words) = (name, [ComparisonTests.begin] + first, [ComparisonTests.begin] + second, words)
    }
  }

  static let cases = [
    Case("another payload", [act("x", "1")], [act("x", "4")], "x payload 4 → 1"),
    Case("a member of a payload", [act("x", #"{"n":[1]}"#)], [act("x", #"{"n":[4]}"#)], "x payload.n[0] 4 → 1"),
    Case("a failure", [act("x", "1", #""error":{"type":"E","message":"m"}"#)], [act("x")], "failed only in this run"),
    Case("one action more", [act("x"), act("z")], [act("z")], "#2  x  only in this run"),
    Case("another order, here", [act("x"), act("y"), act("z")], [act("y"), act("x"), act("z")], " in run 2"),
    Case("another order, there", [act("x"), act("y"), act("z")], [act("y"), act("x"), act("z")], " in this run"),
  ]

  @Test(arguments: cases)
  func `each kind of difference has its words`(_ example: Case) throws {
    var app = try Self.app(Self.run("one", example.first) + Self.run("two", example.second))
    app.press(":compare 2", "enter")
    let isAboutOrder = example.name.hasPrefix("another order")
    // Only the order of the cells counts here, not their widths.
    let words = Self.withoutWidths(example.words)
    let lines = app.lines.map(Self.withoutWidths)
    #expect(lines.contains { $0.contains(words) && (!isAboutOrder || $0.contains("in a different order: #")) }, "\(lines)")
  }

  @Test func `an end in the middle of an action is a difference`() throws {
    let torn = Self.run("two", [Self.begin]) + [#"{"seq":2,"t":1,"store":"cart","type":"x","payload":{"k":"#]
    var app = try Self.app(Self.run("one", [Self.begin, Self.act("x", #"{"k":1}"#), Self.act("z")]) + torn, isWhole: false)
    app.press(":compare 2", "enter")
    #expect(app.line(with: "run 2 ends in this action") != nil, "\(app.lines)")
  }

  @Test func `Ctrl-C stops a comparison that runs`() throws {
    var app = try Self.app()
    for keys in [":compare 2", "enter"] { app.pressHastily(keys) }
    #expect(app.line(with: "searching the whole log") != nil)
    app.press("ctrl-c")
    #expect(app.bottom.contains("stopped"))
    #expect(app.inspector.state.answer == nil && app.inspector.state.comparison == nil)
  }

  @Test(arguments: [["ctrl-c"], ["esc"], [":run 2", "enter"]])
  func `a log that is being opened can be given up, and is not compared with another run`(_ keys: [String]) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("opened-\(UUID().uuidString.prefix(8)).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(Self.run("other", Self.shop(total: 2)).map { $0 + "\n" }.joined().utf8).write(to: url)
    var app = try Self.app()
    for key in [":compare \(url.path)", "enter"] + keys { app.pressHastily(key) }
    #expect(keys.count > 1 || app.bottom == " stopped", "\(app.lines)")
    app.wait()
    #expect(app.inspector.state.answer == nil && app.inspector.state.comparison == nil, "\(app.lines)")
    app.press(":compare \(url.path)", "enter")
    #expect(app.inspector.state.comparison != nil)
  }

  @Test func `another run has its own differences`() throws {
    var app = try Self.app()
    app.press(":compare 2", "enter", ":run 2", "enter")
    #expect(app.inspector.state.answer == nil)
    app.press("]v")
    #expect(app.bottom.contains("compare first"))
    app.press(":compare", "enter")
    #expect(app.line(with: "from run 1 to this run  2 differences") != nil)
    #expect(Self.item("cart.couponApplied cart.total", in: app)?.hasSuffix("-5 → 2") == true, "\(app.lines)")
    app.press("]v")
    #expect(app.step == 5)
  }

  @Test func `the command for the comparison names both files, if each has one run`() throws {
    var app = try Self.app()
    app.press(":compare 2", "enter", "yc")
    #expect(app.copied == nil)
    var apart = try InspectorDriver(runs: [
      .holding(Self.run("one", Self.shop(total: -5))), .holding(Self.run("two", Self.shop(total: 2))),
    ])
    apart.press(":compare 2", "enter", "yc")
    let paths = try apart.inspector.state.runs.map { ShellWord.quoted(try #require($0.history.files.first?.path)) }
    #expect(apart.copied == "fluxtape compare " + paths.joined(separator: " "))
  }

  @Test func `differences of a log that has grown say so`() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("compared-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(Self.twoRuns.map { $0 + "\n" }.joined().utf8).write(to: url)
    var app = try InspectorDriver(opening: [url.path], columns: 99, rows: 30)
    app.press(":compare 2", "enter")
    #expect(app.line(with: "before the log grew") == nil)
    let file = try FileHandle(forWritingTo: url)
    try file.seekToEnd()
    try file.write(contentsOf: Data((#"{"seq":6,"t":5,"store":"cart","type":"cart.closed","patch":[]}"# + "\n").utf8))
    try file.close()
    app.wait()
    #expect(app.line(with: "[Comparison]")?.contains("before the log grew") == true)
    app.press("esc", "g", "]v")
    #expect(app.step == 3 && app.bottom.contains("compared before the log grew; :compare 2 compares again"))
    app.press(":compare 2", "enter")
    #expect(app.line(with: "from run 2 to this run  3 differences") != nil && app.line(with: "before the log grew") == nil)
  }
}
