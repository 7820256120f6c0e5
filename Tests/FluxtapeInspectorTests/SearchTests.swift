import FluxtapeHistory
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

struct SearchTests {
  /// A log of `count` steps, where those in `hits` contain the word needle.
  private func log(steps count: Int, hits: Set<Int>) throws -> History {
    var lines = [#"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":0}}"#]
    for step in 2...count {
      lines.append(
        #"{"seq":\#(step),"t":\#(step),"store":"a","type":"tick","payload":"\#(hits.contains(step) ? "needle" : "hay")","patch":[]}"#)
    }
    return try .holding(lines)
  }

  struct Case: Sendable {
    let text: String
    let from: Int
    let step: Int
    init(_ text: String, from: Int, to step: Int) {
      self.text = text
      self.from = from
      self.step = step
    }
  }

  @Test(arguments: [
    Case("checkout", from: 1, to: 14),  // a type
    Case("01j1zc3m", from: 1, to: 18),  // a payload, ignoring case
    Case("01J1ZC3M", from: 1, to: 18), Case("01j1Zc", from: 1, to: 1),  // upper case letters make the search case-sensitive
    Case("blue ribbon", from: 1, to: 18),  // a value that the step changed
    Case("flickers", from: 1, to: 11), Case("no space", from: 1, to: 25), Case("negative", from: 1, to: 26),
    Case("花子", from: 1, to: 4), Case("HANAKO", from: 1, to: 1), Case("hanako@", from: 1, to: 28),
    Case("ほうじ茶", from: 9, to: 10), Case("ほうじ茶", from: 20, to: 7),  // wraps around the end
    Case("retry", from: 16, to: 16),  // the step under the cursor counts
  ])
  func `a search finds what a step is, carries or changes, nearest first`(_ testCase: Case) throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("\(testCase.from)g", "/")
    app.press(testCase.text.map { .character($0) })
    #expect(app.step == testCase.step)
    app.press("enter")
    #expect(app.step == testCase.step)
  }

  @Test func `Esc goes back to where the search began, and to the search before it`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("3g", "/", "retry", "enter")
    #expect(app.step == 16)
    app.press("3g", "/", "checkout")
    #expect(app.step == 14)
    app.press("esc")
    #expect(app.step == 3)
    app.press("n")
    #expect(app.step == 16)
  }

  @Test func `n and N go from hit to hit, around both ends`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("g", "/", "itemAdded", "enter")
    var steps: [Int] = [app.step]
    for key in ["n", "n", "N", "2n"] {
      app.press(key)
      steps.append(app.step)
    }
    #expect(steps == [9, 10, 9, 10, 10])
    #expect(app.inspector.state.search?.hits.count == 2)
  }

  @Test(arguments: [
    ("01J1ZC3M", "[Action]", "payload.order"), ("blue ribbon", "[Diff prev]", "cart.note"), ("in:state hanako", "[State]", ""),
  ])
  func `a hit says where it is, and its pane comes forward until the cursor moves on`(
    _ text: String, _ pane: String, _ place: String
  ) throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("g", "/", text, "enter")
    #expect(app.line(with: pane) != nil && app.line(with: ", in " + place) != nil, "\(app.lines)")
    #expect(app.inspector.state.focus == .timeline)
    app.press("g")
    #expect(app.line(with: ", in ") == nil && app.inspector.state.shownDetail == .diff)
  }

  @Test func `a hit far down in the contents of an action is scrolled to`() throws {
    let members = (0..<60).map { #""k\#($0)":"\#($0 == 50 ? "needle" : "hay")""# }.joined(separator: ",")
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":0}}"#,
      #"{"seq":2,"t":1,"store":"a","type":"x","payload":{"deep":{\#(members)}},"patch":[]}"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines)])
    app.press("g", "/", "needle", "enter")
    #expect(app.line(with: ", in payload.deep.k50") != nil && app.line(with: #"k50 "needle""#) != nil, "\(app.lines)")
    app.press("g", "tab", "tab", "n")
    #expect(app.inspector.state.focus == .action)
  }

  @Test func `on a hit the status says which one it is, and elsewhere how many there are`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("g", "/", "p3", "enter")
    for number in [1, 2, 3, 1] {
      #expect(app.line(with: "/p3: hit \(number) of 3") != nil, "\(app.lines)")
      app.press("n")
    }
    app.press("g")
    #expect(app.line(with: "/p3: 3 hits") != nil, "\(app.lines)")
    app.press("N")
    #expect(app.line(with: "/p3: hit 3 of 3") != nil, "\(app.lines)")
  }

  @Test func `without a hit nothing moves, and it is said`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("5g", "/", "zzz")
    #expect(app.bottom.contains("0 hits"))
    app.press("enter", "n")
    #expect(app.bottom == " no step contains 'zzz'")
    #expect(app.step == 5)
  }

  @Test func `an empty search goes on with the last one, and the arrow brings back what was typed`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("g", "/")
    #expect(app.bottom.contains("a word or a query"))
    app.press("enter")
    #expect(app.inspector.state.search == nil && app.step == 1 && !app.bottom.contains("no search yet"))
    app.press("/", "retry", "enter")
    #expect(app.step == 16)
    app.press("/")
    #expect(app.bottom.contains("Enter finds 'retry' again"))
    app.press("enter")
    #expect(app.inspector.state.search?.text == "retry" && app.step == 31)
    app.press("esc", "g", "/")
    #expect(app.bottom.contains("Enter finds 'retry' again"), "a search that was cleared is repeated too")
    app.press("enter")
    #expect(app.step == 16)
    app.press("/", "mark", "enter", "/", "up", "up")
    #expect(app.bottom.hasPrefix("/retry"))
    app.press("down", "down")
    #expect(app.bottom.hasPrefix("/ "))
  }

  @Test func `a search that compares a value without its store says first which one is meant`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 80, rows: 24)
    app.press("/", "total < 0", "enter")
    #expect(app.bottom.hasPrefix("/total < 0"))
    #expect(app.line(with: " there is no store 'total'; did you mean cart.total?") != nil, "\(app.lines)")
  }

  @Test(arguments: ["/", "&", ":", ";"]) func `the way through earlier entries leads back to what was typed`(_ sign: String) throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("18g", sign, "5", "enter", "esc", "18g", sign, "cart.to", "left")
    app.press("down")
    #expect(app.bottom.hasPrefix(sign + "cart.to "))
    app.press("up", "up", "up")
    let hasEntry = app.bottom.hasPrefix(sign + "5 ")
    app.press("down")
    #expect(app.bottom.hasPrefix(sign + "cart.to ") && hasEntry)
    app.press("x")
    #expect(app.bottom.hasPrefix(sign + "cart.txo "))
  }

  @Test func `a long log is searched from the cursor on, and what is found so far can be used`() throws {
    var state = try #require(
      InspectorState(runs: [FixedRun(log(steps: 2000, hits: [100, 700, 1900]))], typesetting: .unicode, size: Size(rows: 24, columns: 80)))
    state.type("600g/needle")
    let question = try #require(state.search).question(run: 0)
    func receive(_ answer: Search.Answer) { _ = inspectorReducer(&state, .answered(.searched(question, answer))) }
    let rows = question.run.rows
    func answer(_ found: [Int], looked: Int) -> Search.Answer { Search.Answer(found: found.compactMap(rows.place), looked: looked) }
    #expect(question.stretches == [599..<2000, 0..<599])
    receive(answer([699], looked: 400))
    #expect(state.cursor == 699)
    #expect(inspectorView(state).text.contains("1 hit, 20% searched"))
    state.press(.enter, .character("n"))  // unknown so far: the jump waits
    #expect(state.cursor == 699 && !inspectorView(state).text.contains("hit 1 of"))
    receive(answer([1899], looked: 1001))
    #expect(state.cursor == 1899)
    state.type("ng")
    receive(answer([99], looked: 599))
    #expect(state.cursor == 0)  // another move cancels the waiting jump
    state.type("N")
    #expect(state.cursor == 1899 && inspectorView(state).text.contains("/needle: hit 3 of 3"))
  }

  @Test func `Ctrl-C stops a search that runs`() throws {
    let inspector = try #require(Inspector(runs: [log(steps: 2000, hits: [])]))
    for key in "/needle" { _ = inspector.handle(.character(key)) }
    _ = inspector.handle(.enter)
    #expect(inspector.isBusy)
    _ = inspector.handle(.control("c"))
    while inspector.isBusy { inspector.work() }
    #expect(inspector.state.search == nil)
  }

  @Test func `what was found for an older text is dropped`() throws {
    var state = try #require(
      InspectorState(runs: [FixedRun(.fixture("checkout"))], typesetting: .unicode, size: Size(rows: 24, columns: 80)))
    state.type("g/new")
    var older = try #require(state.search).question(run: 0)
    older.filter = try RowFilter("old")
    _ = inspectorReducer(&state, .answered(.searched(older, Search.Answer(found: [3].compactMap(state.rows.place), looked: 9))))
    #expect(state.cursor == 0)
    #expect(state.search?.hits.isEmpty == true)
  }
}

struct MarkingTests {
  @Test(arguments: [
    ("total", "/Total", true), ("Total", "/total", false), ("", "anything", true), ("x", "", false), ("é", "É", true), ("bc", "abcd", true),
    ("abcd", "abc", false), ("製品", "新製品3", true),
  ])
  func `upper case letters in the pattern make case matter`(pattern: String, text: String, isFound: Bool) {
    #expect(SearchText(pattern).isIn(text) == isFound)
    #expect(SearchText(pattern).ranges(in: text).isEmpty == (!isFound || pattern.isEmpty))
  }

  @Test func `all places in a text are found, beside each other`() {
    #expect(SearchText("aa").ranges(in: "AAaa a") == [0..<2, 2..<4])
    #expect(SearchText("茶").ranges(in: "ほうじ茶") == [3..<4])
  }

  @Test func `marking changes styles, not text`() {
    let text = StyledText("cart", .key) + StyledText(".total", .string)
    let marked = text.marking("t.t", .match, width: 20, in: .unicode)
    #expect(marked.plain == text.plain)
    #expect(marked.runs.map(\.text) == ["car", "t.t", "otal"])
    #expect(marked.runs.map(\.style) == [.key, .match, .string])
  }

  @Test func `what does not fit on the row is not searched for places to mark`() {
    let marked = StyledText(String(repeating: "ab", count: 50_000)).marking("a", .match, width: 4, in: .unicode)
    #expect(marked.runs.map(\.text) == ["a", "b", "a", "…"])
  }
}

struct LineEditorTests {
  @Test func `typing goes in at the caret`() {
    var line = LineEditor("ac")
    line.move(by: -1)
    line.insert("b\nc")
    #expect(line.text == "ab cc")
    #expect(line.caret == 4)
    line.moveToEnd()
    line.deleteWord()
    #expect(line.text == "ab ")
    line.deleteWord()
    #expect(line.text.isEmpty)
    let isDeleted = line.deleteBackward()
    #expect(!isDeleted)
  }

  @Test func `a combining mark joins what stands before it, and the caret stays inside`() {
    var line = LineEditor("e")
    line.insert("\u{301}")
    #expect(line.text.count == 1)
    line.deleteForward()
    line.move(by: 99)
    line.deleteBackward()
    #expect(line.text.isEmpty)
    line.move(by: -99)
    #expect(line.caret == 0)
  }
}
