import FluxtapeHistory
import FluxtapeLog
import FluxtapeRandomCases
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

struct LayoutTests {
  @Test(arguments: [("checkout", 14), ("checkout", 18), ("counter", 2), ("states", 4)], [12, 24, 60])
  func `a wider screen shows all that a narrower one shows of a step and its neighbors`(log: (String, Int), rows: Int) throws {
    var app = try InspectorDriver(log: log.0, columns: 40, rows: rows)
    app.press("\(log.1)g")
    var seen: Set<String> = []
    for columns in places(40..<251, step: 13) {
      app.inspector.prepare(for: Size(rows: rows, columns: columns))
      let shown = try pieces(shownBy: app.inspector.state)
      #expect(shown.isSuperset(of: seen), "\(columns)x\(rows) loses \(seen.subtracting(shown).sorted())")
      seen.formUnion(shown)
    }
    #expect(seen.count > 10)
  }

  @Test func `every size from 80x24 on shows the time of day, the contents and the changes of a step`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 80, rows: 40)
    app.press("18g")
    for columns in places(80..<251, step: 9) {
      app.size = Size(rows: 40, columns: columns)
      let row = try #require(app.line(with: "cart.reserved "))
      #expect(app.lines[0].contains("12:09:44.650"))
      #expect(row.contains(" +385ms ") && row.contains(#"cart.reserved "01J1"#) && row.contains(" ~4  +1  -1"), "\(columns): \(row)")
    }
  }

  @Test(arguments: [(120, 24), (120, 40), (160, 45), (199, 60)])
  func `all panes share the rows below a timeline of the whole width`(columns: Int, rows: Int) {
    let layout = Layout(size: Size(rows: rows, columns: columns), focus: .timeline, shownDetail: .diff, zoom: .normal)
    #expect(layout.slots.map(\.pane) == [.timeline, .action, .diff, .state])
    #expect(layout.width(of: .timeline) == columns && layout.width(of: .diff) + layout.width(of: .state) + 1 == columns)
    #expect(layout.slots.allSatisfy { $0.body.rows >= 3 })
  }

  @Test(arguments: [(80, 24), (100, 40)])
  func `an answer takes the rows that it needs, and the timeline the others`(columns: Int, rows: Int) throws {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    app.press("18g", ";", ".total", "enter", "b")
    let short = Layout(of: app.inspector.state)
    #expect(short.height(of: .answer) == 5 && short.height(of: .timeline) == rows - 10, "\(app.lines)")
    app.press("q", "q", "S")
    let long = Layout(of: app.inspector.state)
    #expect(long.height(of: .answer) >= rows / 2 - 3, "\(app.lines)")
  }

  @Test func `while an answer is awaited, the timeline stays as it is`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 80, rows: 24)
    app.press("18g")
    let before = Layout(of: app.inspector.state).height(of: .timeline)
    app.pressHastily("S")
    #expect(
      app.inspector.state.answer?.isAwaited == true && Layout(of: app.inspector.state).height(of: .timeline) == before, "\(app.lines)")
  }

  @Test func `on a row without a number, the title counts the steps`() throws {
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":1}"#, #"{"t":1,"store":"a","type":"@@STATE","state":2}"#,
      #"{"seq":2,"t":2,"store":"a","type":"x","state":3}"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 100)
    for (address, isCounted) in [("1", false), ("@2", true), ("2", false)] {
      app.press(":" + address, "enter")
      #expect(app.lines[0].contains("│ 2 steps ") == isCounted, "\(app.lines)")
    }
  }

  @Test(arguments: [200, 250]) func `beside the details the timeline is as wide as below 120 columns`(columns: Int) {
    let layout = Layout(size: Size(rows: 60, columns: columns), focus: .timeline, shownDetail: .diff, zoom: .normal)
    #expect(layout.form == .columns && layout.width(of: .timeline) >= 119 && layout.width(of: .diff) >= 79)
  }
}

extension LayoutTests {
  /// What the timeline shows of the step under the cursor and of the two on either side.
  private func pieces(shownBy state: InspectorState) throws -> Set<String> {
    let layout = Layout(of: state)
    let body = try #require(layout.slots.first { $0.pane == .timeline }).body
    var frame = Frame(size: body.size, typesetting: .unicode)
    TimelineView(state: state, form: layout.form).draw(in: &frame, frame.bounds)
    var pieces: Set<String> = []
    for (line, place) in zip(frame.lines, state.timeline.visible(count: state.listed.count, height: body.rows)) {
      guard let row = state.rows[place], let step = row.step?.rawValue, row.kind == .action || row.kind == .state else { continue }
      if abs(place - state.cursor) <= 2 { pieces.formUnion(self.pieces(of: row, in: line, state).map { "#\(step) \($0)" }) }
    }
    return pieces
  }

  private func pieces(of row: HistoryRow, in line: String, _ state: InspectorState) -> [String] {
    var pieces: [String] = []
    if let step = row.step?.rawValue, line.contains(" \(step) ") { pieces.append("number") }
    if let time = row.time, line.contains(state.clock(time)) { pieces.append("time of day") }
    if line.contains(row.type) { pieces.append("type") }
    let head = line.prefix(upTo: line.firstRange(of: row.type)?.lowerBound ?? line.endIndex)
    if head.contains(where: { "●○".contains($0) || $0.isUppercase }) { pieces.append("store") }
    let payload = row.hasEffect ? nil : row.shortPayload.map { ValuePreview(width: 60, typesetting: .unicode).values(of: $0).text.plain }
    if let payload, line.contains("\(row.type) \(payload.prefix(2))") { pieces.append("contents") }
    let changes = ChangeWords.text(of: row, .unicode).plain
    if !changes.isEmpty, line.contains(" \(changes)") { pieces.append("changes") }
    return pieces
  }
}
