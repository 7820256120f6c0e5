import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLocking
import FluxtapeLog
import FluxtapeRandomCases
import FluxtapeScreen
import Foundation
import Testing

@testable import FluxtapeInspector

/// The log has more rows than the screen shows: the two numberings must not be mixed.
struct GrowingLogTests {
  /// A log that is being written, and an inspector of it. The test controls the reading.
  private struct GrowingLog {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("growing-\(UUID().uuidString).jsonl")
    let opening: HistoryOpening

    init(_ lines: [String]) throws {
      try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: url)
      opening = try HistoryOpening([url.path])
      try opening.wait()
    }

    func remove() { try? FileManager.default.removeItem(at: url) }

    /// Writes more, and reads it: the history has it before the inspector is notified.
    func grow(_ text: String) throws {
      let file = try FileHandle(forWritingTo: url)
      try file.seekToEnd()
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
      _ = try opening.readOn()
    }
  }

  private static func action(_ step: Int, cause: Int? = nil) -> String {
    #"{"seq":\#(step),"t":\#(step)000,"store":"a","type":"tick\#(step)"\#(cause.map { ",\"cause\":\($0)" } ?? "")"#
      + #","patch":[{"op":"replace","path":"/n","value":\#(step)}]}"#
  }

  private static let first = #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":1}}"#

  /// The lanes of work that an action asks for.
  private static func lanes(_ effects: [InspectorEffect]) -> [InspectorWork.Lane] {
    effects.compactMap { if case .work(let work) = $0 { work.lane } else { nil } }
  }

  @Test func `a check is not begun anew before the last one is done, and answers a pane that waits for it`() throws {
    let runs = try [2, 3, 4].map { count in FixedRun(try History.holding([Self.first] + (2...count).map { Self.action($0) })) }
    var state = try #require(InspectorState(runs: [runs[0]], typesetting: .unicode, size: Size(rows: 24, columns: 80)))
    func grow(to run: FixedRun) -> InspectorAction {
      .answered(.logRead(LogNews(event: .grown, runs: [run], run: 0, index: TimelineIndex(of: run), progress: nil)))
    }
    #expect(Self.lanes(inspectorReducer(&state, .terminal(.resized(state.size)))).contains(.check))
    state.pose(.check)
    state.effects = []
    for run in runs.dropFirst() { #expect(!Self.lanes(inspectorReducer(&state, grow(to: run))).contains(.check)) }
    let found = try #require(RunFindings(of: runs[0]) { false })
    let first = inspectorReducer(&state, .answered(.runsChecked([0: found])))
    guard case .answer? = state.answer?.content else { return #expect(Bool(false), "the pane waits") }
    // The next one is of the log as it is now, and takes its time.
    guard case .work(let next)? = first.first(where: { Self.lanes([$0]) == [.check] }) else { return #expect(Bool(false), "no check") }
    #expect(next.start == .later && state.check?.run == runs[2])
    state.cancel()
    #expect(state.check?.isUnderWay == false && !Self.lanes(inspectorReducer(&state, .terminal(.resized(state.size)))).contains(.check))
  }

  @Test func `what a step led to is told of the rows that the screen has`() throws {
    let log = try GrowingLog([Self.first, Self.action(2, cause: 1)])
    defer { log.remove() }
    var app = try InspectorDriver(opening: log.opening, at: log.url.path, columns: 120, rows: 40)
    try log.grow((3...5).map { Self.action($0, cause: 1) + "\n" }.joined())
    app.press(".", ",")
    #expect(app.step == 1)
    #expect(app.line(with: "#2 tick2") != nil)
    #expect(app.line(with: "#3 tick3") == nil)
    app.wait()
    #expect(app.line(with: "#5 tick5") != nil)
  }

  @Test(arguments: ["u", "i", "G", "5 g", "g", ": 5 enter", "/ tick enter n", "& tick enter", "C", "M", "A", "! s", "X", "P", "T", "Z"])
  func `keys mean rows that the screen has`(keys: String) throws {
    let log = try GrowingLog([Self.first, Self.action(2, cause: 1)])
    defer { log.remove() }
    var app = try InspectorDriver(opening: log.opening, at: log.url.path)
    try log.grow((3...5).map { Self.action($0, cause: $0 - 1) + "\n" }.joined())
    for key in keys.split(separator: " ") { app.press(String(key)) }
    #expect(app.inspector.state.rows.count == 2 && app.step <= 2)
    #expect(!app.lines.isEmpty)
  }

  /// Step 3 comes late: the row of the jump is removed, and later rows move up by one.
  @Test func `pins, jumps and hits stay at their steps when a row above them goes away`() throws {
    let log = try GrowingLog([Self.first, Self.action(2), Self.action(4), Self.action(5)])
    defer { log.remove() }
    var app = try InspectorDriver(opening: log.opening, at: log.url.path, columns: 120, rows: 40)
    app.press("/", "tick4", "enter", "P", "g", "g")
    #expect(app.step == 1)
    try log.grow(Self.action(3) + "\n")
    app.wait()
    #expect(app.inspector.state.rows.count == 5)
    #expect(app.line(with: "steps missing") == nil && app.line(with: "is missing") == nil)
    app.press("n")
    #expect(app.step == 4)
    #expect(app.inspector.state.pinnedRow == app.inspector.state.cursor)
    app.press("g", "g", "ctrl-o")
    #expect(app.step == 4)
  }

  @Test func `the cursor stays on its row when one above it goes away`() throws {
    let log = try GrowingLog([Self.first, Self.action(2), Self.action(4), #"{"seq":5,"t":5000,"mark":"here"}"#, "no record"])
    defer { log.remove() }
    var app = try InspectorDriver(opening: log.opening, at: log.url.path)
    app.press("G")
    app.press(",", ".")
    #expect(app.inspector.state.currentRow?.kind == .badLine)
    try log.grow(Self.action(3) + "\n" + Self.action(6) + "\n")
    app.wait()
    // The inspector followed the end of the log; the cursor stays one row back.
    app.press("N", ",")
    app.press(":", "@5", "enter")
    #expect(app.inspector.state.currentRow?.kind == .badLine)
  }

  @Test func `a search that was not done when the log grew goes on with what was written`() throws {
    let log = try GrowingLog([Self.first, Self.action(2), Self.action(3)])
    defer { log.remove() }
    var app = try InspectorDriver(opening: log.opening, at: log.url.path)
    app.pressHastily("/")
    app.pressHastily("tick")
    try log.grow(Self.action(4) + "\n" + Self.action(5) + "\n")
    app.wait()
    app.press("enter")
    #expect(app.inspector.state.search?.hits.count == 4 && app.inspector.state.search?.isComplete == true)
  }

  // MARK: - Jumps while a log is read

  /// The inspector of a log of which more is being read.
  private func reading(_ log: GrowingLog) throws -> InspectorState {
    let runs = log.opening.histories.map(FixedRun.init)
    var state = try #require(InspectorState(runs: runs, typesetting: .unicode, size: Size(rows: 24, columns: 80)))
    _ = inspectorReducer(&state, .terminal(.logOpened(isFollowing: false, isInputOpen: false)))
    read(log, isDone: false, by: &state)
    return state
  }

  private func read(_ log: GrowingLog, isDone: Bool, by state: inout InspectorState) {
    let runs = log.opening.histories.map(FixedRun.init)
    let news = LogNews(
      event: .grown, runs: runs, run: 0, index: TimelineIndex(of: runs[0]), progress: isDone ? nil : log.opening.progress)
    _ = inspectorReducer(&state, .answered(.logRead(news)))
  }

  @Test(arguments: [StepAddress.step(5), .line(6), .relativeTime(5000)])
  func `a jump to what is not read yet waits until it is`(address: StepAddress) throws {
    let log = try GrowingLog([Self.first, Self.action(2), Self.action(3)])
    defer { log.remove() }
    var state = try reading(log)
    state.go(to: address)
    #expect(state.currentRow?.step == 1 && state.message?.text.contains("is not read yet") == true)
    #expect(inspectorView(state).trimmedLines.contains { $0.contains("is not read yet") })
    state.say("another message")
    let words = try #require(state.log.awaited).words
    #expect(inspectorView(state).trimmedLines.last?.hasSuffix(" waiting for \(words)") == true)
    try log.grow(Self.action(4) + "\n")
    read(log, isDone: false, by: &state)
    #expect(state.currentRow?.step == 1 && state.log.awaited != nil)
    try log.grow((5...8).map { Self.action($0) + "\n" }.joined())
    read(log, isDone: false, by: &state)
    #expect(state.log.awaited == nil && state.message?.text == "another message" && (4...6).contains(state.currentRow?.step?.rawValue ?? 0))
  }

  @Test func `a jump beyond the end says so when all is read`() throws {
    let log = try GrowingLog([Self.first, Self.action(2)])
    defer { log.remove() }
    var state = try reading(log)
    state.type("99g")
    #expect(state.log.awaited == .step(99))
    try log.grow(Self.action(3) + "\n")
    read(log, isDone: true, by: &state)
    #expect(state.log.awaited == nil && state.message?.text == "the last step is 3")
  }

  @Test(arguments: [Key.escape, .control("c"), .character(".")])
  func `a jump that waits is given up by Esc, Ctrl-C and another move`(key: Key) throws {
    let log = try GrowingLog([Self.first, Self.action(2)])
    defer { log.remove() }
    var state = try reading(log)
    state.go(to: .step(4))
    state.press(key)
    let step = state.currentRow?.step
    try log.grow(Self.action(3) + "\n" + Self.action(4) + "\n")
    read(log, isDone: true, by: &state)
    #expect(state.log.awaited == nil && state.currentRow?.step == step)
  }

  // MARK: - Anything

  @Test func `one file reaches rows by their numbers, and checks them`() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Sources/FluxtapeInspector")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    let swift = files.filter { $0.pathExtension == "swift" }
    #expect(swift.count > 50)
    for file in swift where file.lastPathComponent != "FixedRun.swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains("HistoryRows") && !text.contains("history.rows"), "\(file.lastPathComponent) goes by FixedRun")
    }
  }

  /// Answers arrive in any order while the log grows, and while an action completes late or a line breaks off.
  @Test(arguments: seeds(1))
  func `whatever is typed and answered while a log grows, there is a screen`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let log = try GrowingLog([Self.first] + (2...30).filter { $0 % 7 != 0 }.map { Self.action($0, cause: $0 % 3 == 0 ? 1 : $0 - 1) })
    defer { log.remove() }
    let waiting = Locked<[@Sendable () -> Void]>([])
    let background = InspectorBackground(start: { _, _, work in waiting.withLock { $0.append(work) } }, wake: {})
    let path = log.url.path
    let app = try #require(
      Inspector(log.opening, in: background) { () throws(HistoryError) in try HistoryOpening([path]) })
    var size = Size(rows: 24, columns: 80)
    var late = [7, 14, 21, 28]
    var next = 31
    for _ in 0..<(triesAll ? 300 : 150) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        if let step = late.popLast() { try log.grow(Self.action(step) + "\n") }
      case 1, 2:
        let count = Int.random(in: 1...5, using: &random)
        let gap = Int.random(in: 0..<4, using: &random) == 0 ? 1 : 0
        if gap == 1 { late.append(next) }
        let lines = (next + gap..<next + gap + count).map { Self.action($0, cause: $0 % 2 == 0 ? 1 : $0 - 1) }
        try log.grow(lines.joined(separator: "\n") + (Int.random(in: 0..<8, using: &random) == 0 ? "" : "\n"))
        next += gap + count
      case 3: size = RandomKeys.sizes.randomElement(using: &random) ?? size
      case 4...6:
        let work: (@Sendable () -> Void)? = waiting.withLock { waiting in
          waiting.isEmpty ? nil : waiting.remove(at: Int.random(in: 0..<waiting.count, using: &random))
        }
        work?()
        if Bool.random(using: &random) { app.work() }
      default: for key in RandomKeys.inputs.randomElement(using: &random) ?? [] { _ = app.handle(key) }
      }
      #expect(app.frame(size: size).size == size)
    }
  }
}
