import FluxtapeHistory
import FluxtapeLocking
import FluxtapeLog
import FluxtapeScreen
import Foundation
import Testing

@testable import FluxtapeInspector

/// Presses keys and reads the screen, as a person would.
struct InspectorDriver {
  /// The screen as it was last drawn, until something may have changed it.
  private final class Drawn {
    var frame: Frame?
    var lines: [String]?
  }

  private let driven: Inspector
  private let drawn = Drawn()
  private(set) var requests: [TerminalRequest] = []
  var size: Size

  /// The inspector. Whoever takes it may change it, so the screen is drawn anew afterwards.
  var inspector: Inspector {
    (drawn.frame, drawn.lines) = (nil, nil)
    return driven
  }

  /// - Parameter log: The name of a fixture.
  init(log: String, columns: Int = 80, rows: Int = 24, typesetting: Typesetting = .unicode) throws {
    try self.init(runs: [.fixture(log)], columns: columns, rows: rows, typesetting: typesetting)
  }

  /// The State pane at a step of the fixture `checkout`.
  static func state(at step: Int) throws -> InspectorDriver {
    var app = try InspectorDriver(log: "checkout", rows: 40)
    app.press("\(step)g", "shift-tab")
    return app
  }

  /// - Parameter sample: The name of a log in `samples/logs`.
  init(sample: String, columns: Int = 120, rows: Int = 40) throws {
    let log = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../samples/logs/\(sample).jsonl")
    try self.init(runs: History.open([log.standardizedFileURL.path]), columns: columns, rows: rows)
  }

  init(runs: [History], columns: Int = 80, rows: Int = 24, typesetting: Typesetting = .unicode, replayer: StepReplayer? = nil) throws {
    driven = try #require(Inspector(runs: runs, typesetting: typesetting, replayer: replayer))
    size = Size(rows: rows, columns: columns)
    inspector.prepare(for: size)
    settle()
  }

  /// Shows logs while they are read and written.
  init(opening paths: [String], isFollowing: Bool = false, columns: Int = 80, rows: Int = 24, replayer: StepReplayer? = nil) throws {
    let reopen = { @Sendable () throws(HistoryError) in try HistoryOpening(paths) }
    driven = try #require(Inspector(HistoryOpening(paths), isFollowing: isFollowing, replayer: replayer, reopening: reopen))
    size = Size(rows: rows, columns: columns)
    inspector.prepare(for: size)
    settle()
  }

  /// Shows an opening that the test reads itself.
  init(opening: HistoryOpening, at path: String, columns: Int = 80, rows: Int = 24) throws {
    driven = try #require(Inspector(opening) { () throws(HistoryError) in try HistoryOpening([path]) })
    size = Size(rows: rows, columns: columns)
    inspector.prepare(for: size)
    settle()
  }

  /// Shows standard input while it arrives.
  init(reading input: LiveInput, columns: Int = 80, rows: Int = 24) throws {
    let open = { @Sendable () throws(HistoryError) in try HistoryOpening(["-"], from: input) }
    driven = try #require(Inspector(try open(), reopening: open))
    size = Size(rows: rows, columns: columns)
    inspector.prepare(for: size)
    settle()
  }

  /// Continues from the state of another driver, which does not change: a state is a value.
  init(continuing other: InspectorDriver) {
    self.init(continuing: other.inspector.state, after: other.requests, size: other.size)
  }

  init(continuing state: InspectorState, after requests: [TerminalRequest], size: Size) {
    driven = Inspector(state)
    (self.requests, self.size) = (requests, size)
  }

  /// Completes the work in the background.
  private mutating func settle() { while inspector.isBusy { requests += inspector.work() } }

  /// Lets the time to the next check of the logs pass.
  mutating func wait() {
    inspector.workOnDeferred()
    settle()
  }

  /// Presses keys by name; a word that is not a key name is typed. Work in the background ends before the next key.
  mutating func press(_ keys: String...) {
    for name in keys { press(Key(named: name).map { [$0] } ?? name.map { Key.character($0) }) }
  }

  mutating func press(_ keys: [Key]) {
    for key in keys {
      requests += inspector.handle(key)
      settle()
    }
  }

  /// Presses a key, or types, while earlier work may still be running.
  mutating func pressHastily(_ name: String) {
    for key in Key(named: name).map({ [$0] }) ?? name.map({ Key.character($0) }) { requests += inspector.handle(key) }
  }

  /// Takes news of the live session.
  mutating func hear(_ news: LiveNews) {
    requests += inspector.receive(news)
    settle()
  }

  /// The last copied text.
  var copied: String? { requests.compactMap { if case .copy(let text, _) = $0 { text } else { nil } }.last }

  /// The lines to append to the log's notes.
  var keptNotes: [String] { requests.compactMap { if case .keepNote(let line) = $0 { line } else { nil } } }

  var frame: Frame {
    if let known = drawn.frame, known.size == size { return known }
    let frame = driven.frame(size: size)
    (drawn.frame, drawn.lines) = (frame, nil)
    return frame
  }

  /// The rows of the screen, without trailing blanks.
  var lines: [String] {
    let frame = frame
    if let known = drawn.lines { return known }
    let lines = frame.trimmedLines
    drawn.lines = lines
    return lines
  }

  /// The first row that contains `text`.
  func line(with text: String) -> String? { lines.first { $0.contains(text) } }

  /// The bottom row; a long message with the rows above it.
  var bottom: String {
    guard driven.state.prompt == nil, let message = driven.state.message else { return lines.last ?? "" }
    let typesetting = driven.state.typesetting
    let wrapped = TextWrapping.lines(of: message.text, width: size.columns - 1, in: typesetting)
    return lines.suffix(typesetting.width(of: message.text) < size.columns ? 1 : wrapped.count).joined()
  }

  /// The number of the step under the cursor, or 0.
  var step: Int { driven.state.currentRow?.step?.rawValue ?? 0 }

  /// The selected row of the focused detail pane, as drawn.
  var selection: String? { frame.selectedLine }
}

extension InspectorState {
  /// Handles keys, and returns the effects instead of carrying them out.
  @discardableResult
  mutating func press(_ keys: Key...) -> [InspectorEffect] {
    keys.flatMap { inspectorReducer(&self, Keymap.action(for: $0, in: self)) }
  }

  /// Handles the keys of a text.
  @discardableResult
  mutating func type(_ text: String) -> [InspectorEffect] { text.flatMap { press(.character($0)) } }
}

extension Frame {
  /// The rows, without trailing blanks.
  var trimmedLines: [String] {
    lines.map { line in
      var end = line.utf8.endIndex
      while end > line.startIndex, case let last = line.utf8.index(before: end), line.utf8[last] == UInt8(ascii: " ") { end = last }
      return String(line[..<end])
    }
  }

  /// The row that is selected in a detail pane, else the row of the timeline. The whole row of the screen.
  var selectedLine: String? {
    let selected = (0..<size.rows).compactMap { row -> (row: Int, isBesideOthers: Bool)? in
      let cells = Array(self.cells[row * size.columns..<(row + 1) * size.columns])
      guard let last = cells.lastIndex(where: { $0.style.selection == .focused }) else { return nil }
      let isAtEdge = last + 1 == cells.count
      guard isAtEdge || cells[last + 1].text == glyphs.vertical else { return nil }
      return (row, isAtEdge && cells.contains { $0.style.selection != .focused })
    }
    return (selected.last(where: \.isBesideOthers) ?? selected.last).map { trimmedLines[$0.row] }
  }
}

extension History {
  private static let fixtures = Locked<[String: History]>([:])

  /// The only run of a fixture. It is opened once, as queries do not change it.
  static func fixture(_ name: String) throws -> History {
    if let known = fixtures.withLock({ $0[name] }) { return known }
    let history = try #require(History.open([TestFolder.path("Fixtures", name + ".jsonl")]).first)
    fixtures.withLock { $0[name] = history }
    return history
  }

  /// A log with these lines.
  static func holding(_ lines: [String], isWhole: Bool = true) throws -> History {
    try #require(runs(holding: lines, isWhole: isWhole).first)
  }

  /// The runs of a log with these lines: each header begins one.
  static func runs(holding lines: [String], isWhole: Bool = true) throws -> [History] {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("inspector-\(UUID().uuidString).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data((lines.joined(separator: "\n") + (isWhole ? "\n" : "")).utf8).write(to: URL(fileURLWithPath: path))
    return try History.open([path])
  }
}

/// The files beside the tests.
enum TestFolder {
  static func path(_ folder: String, _ name: String, file: String = #filePath) -> String {
    URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent(folder).appendingPathComponent(name).path
  }
}

/// A golden screen: a text file with the rows of a frame, each followed by a bar that makes blanks visible.
enum Screen {
  /// Bold, dim, underlined, reverse: `b`, `d`, `u`, `r`; for several, their sum as a digit.
  private static func attributes(of frame: Frame, colors: Int) -> String {
    let letters = [0: " ", 1: "b", 2: "d", 4: "u", 8: "r"]
    let rows = stride(from: 0, to: frame.cells.count, by: max(frame.size.columns, 1)).map { start in
      frame.cells[start..<start + frame.size.columns].map { cell in
        let value = Int(Theme.mono.appearance(of: cell.style, colors: colors, on: .dark).attributes.rawValue)
        return letters[value] ?? String(value, radix: 16)
      }.joined()
    }
    return rows.map { String($0.reversed().drop { $0 == " " }.reversed()) + "|\n" }.joined()
  }

  static let isRecording = ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1"

  /// Compares a frame with `Screens/NAME.screen`, or writes that file with `RECORD_SCREENS=1`.
  ///
  /// - Parameters:
  ///   - withStyles: Whether to include the style of every cell, as one letter each.
  ///   - colors: The number of colors of the terminal for which to include the attributes of every cell, as one letter each.
  static func expect(
    _ frame: Frame, is name: String, withStyles: Bool = false, attributesOn colors: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var text = frame.lines.map { "\($0)|\n" }.joined()
    if withStyles { text += "\n" + frame.styleText }
    if let colors { text += "\n" + attributes(of: frame, colors: colors) }
    let url = URL(fileURLWithPath: TestFolder.path("Screens", name + ".screen"))
    if isRecording { try Data(text.utf8).write(to: url) }
    let expected = try String(decoding: Data(contentsOf: url), as: UTF8.self)
    #expect(text == expected, "\n\(text)is not Screens/\(name).screen; RECORD_SCREENS=1 writes it anew", sourceLocation: sourceLocation)
  }
}

extension Inspector {
  /// An inspector of runs that do not grow.
  init?(runs: [History], typesetting: Typesetting = .unicode, replayer: StepReplayer? = nil) {
    self.init(
      runs: runs.map(FixedRun.init), watch: nil, isFollowing: false, typesetting: typesetting, background: nil, replayer: replayer,
      reducer: Self.reduce)
  }

  /// The text to remember for the next time.
  var memory: String { state.memory.text }
}

extension InspectorScript {
  var keyCount: Int { lines.reduce(0) { count, line in if case .keys(let keys) = line.line { count + keys.count } else { count } } }
}
