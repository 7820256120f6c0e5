import FluxtapeLogReading
import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLog
import FluxtapeScreen

/// An answer, with its rows as tables: one for each section, and as others for a narrow pane.
package struct ListedAnswer: Sendable {
  let answer: Answer
  fileprivate let tables: [Tables]

  fileprivate struct Tables {
    let wide: Table
    let narrow: Table
    /// What is told whole, instead of the last column.
    let told: [String]?
  }

  init(_ answer: Answer) {
    self.answer = answer
    tables = answer.sections.map { section in
      let table = answer.table(.pane(isNarrow: false), of: section)
      guard section.isTold else { return Tables(wide: table, narrow: answer.table(.pane(isNarrow: true), of: section), told: nil) }
      return Tables(wide: table.withoutLast, narrow: table.withoutLast, told: table.rows.map { $0.last ?? "" })
    }
  }
}

// MARK: - Rows

extension AnswerRows {
  /// The number of rows of an answer that are shown, around the cursor.
  private static let shownRows = 1000

  /// `▶ #26  cart.itemRemoved  7240 → 6600  (-640)`
  func rows(of list: ListedAnswer, in run: RunRows) -> [DetailRow] {
    let answer = list.answer
    let doubts = ([answer.doubt].compactMap(\.self) + answer.doubts).flatMap { notes("not certain: \($0)", .changed) }
    // The header counts the effects.
    let uncaused = answer.asked == 0 ? answer.heading.flatMap { notes(String($0.drop { $0 == " " })) } : []
    var rows = doubts + uncaused
    if answer.sections.count > 1, let title = answer.title { rows += notes(title, .text) }
    var item = 0
    for (number, section) in answer.sections.enumerated() where !section.rows.isEmpty {
      if let title = section.title { rows += [.note("")] + [.note(" " + title, .title)] }
      rows += self.rows(of: list, section: number, in: run, item: item)
      item += section.rows.count
    }
    return rows + (answer.asked == nil ? answer.ending.flatMap { notes($0) } : [])
  }

  /// - Parameter item: The number of the first item.
  private func rows(of list: ListedAnswer, section number: Int, in run: RunRows, item first: Int) -> [DetailRow] {
    let (answer, section) = (list.answer, list.answer.sections[number])
    let targets = section.rows.map { row in row.lazy.compactMap(\.target).first.flatMap(run.place) }
    let cursor = state.currentRow?.place
    let here = cursor.flatMap { cursor in answer.isInOrder ? targets.lastIndex { $0.map { $0 <= cursor } == true } : 0 } ?? 0
    let start = max(0, min(here - Self.shownRows / 2, targets.count - Self.shownRows))
    let shown = start..<min(start + Self.shownRows, targets.count)
    let bars = answer.asked.map { _ in StepBars(shown.compactMap { targets[$0].flatMap { run[$0] } }, columns: (width - 2) * 2 / 5) }
    let room = width - (bars.map { $0.columns + 4 } ?? 2)
    func narrowed(_ table: Table, cutting titles: Set<String> = []) -> Table {
      table.rows(shown).narrowed(to: room, leavingOut: section.dispensable, cutting: titles, typesetting: typesetting)
    }
    var table = narrowed(list.tables[number].wide)
    if table.textWidth > room { table = narrowed(list.tables[number].narrow, cutting: section.elastic) }
    let layout = ListLayout(table, showsTitles: section.showsTitles, typesetting)
    let titles = section.showsTitles ? [DetailRow.note("  " + layout.text(of: table.columns.map(\.title)).plain, .text)] : []
    let listed = zip(shown, table.rows).flatMap { place, cells -> [DetailRow] in
      let row = section.rows[place]
      let told = list.tables[number].told?[place]
      if let told, case .pair(nil, nil, nil) = row[0] { return [.note("  \(typesetting.glyphs.ellipsis) \(told)")] }
      var text =
        sign(of: place, answer, isCursor: row[0].isExact && targets[place] == cursor)
        + layout.text(of: cells) { _ in isAlike(row) ? .dim : nil }
      var result = DetailRow(.text(text))
      result.target = targets[place]
      result.item = first + place
      result.action = action(of: row, to: targets[place])
      result.fullText = told.map { (cells + [$0]).filter { !$0.isEmpty }.joined(separator: "  ") }
      if let told { return self.told(StyledText(told, row.last?.style ?? .text), after: text, of: layout.width + 2, result) }
      guard let row = targets[place].flatMap({ run[$0] }) else { return [result] }
      if let bars {
        text += StyledText("  ")
        result.chartColumn = text.width(in: typesetting)
        text += bars.bar(of: row, lane: row.store.flatMap(state.lanes.lane), typesetting.glyphs)
      }
      result.content = .text(text)
      return [result]
    }
    let left = targets.count - shown.count
    return titles + listed + (left > 0 ? notes("\(left.grouped) more: yc copies the command that prints them all") : [])
  }

  /// Marks the row under the cursor; in a chain, also the causes and the effects of the one that was asked about.
  private func sign(of place: Int, _ answer: Answer, isCursor: Bool) -> StyledText {
    let glyphs = typesetting.glyphs
    if isCursor { return StyledText(glyphs.cursor, .cursor) + StyledText(" ") }
    guard let asked = answer.asked, place != asked else { return StyledText("  ") }
    return StyledText(place < asked ? glyphs.cause : glyphs.effect, .dim) + StyledText(" ")
  }

  /// What is alike in two runs steps back.
  private func isAlike(_ row: [Answer.Cell]) -> Bool { if case .difference(nil, "") = row.last { true } else { false } }

  private func action(of row: [Answer.Cell], to target: LinePlace?) -> (@Sendable (inout InspectorState) -> Void)? {
    switch row[0] {
    case .group(let store, let type): { $0.list(store: store, type: type) }
    // The row of the timeline is only near the difference then, which a message says.
    case .pair(let first?, nil, _): { $0.goToOther(row: first, near: target) }
    default: nil
    }
  }

  /// A text behind the columns, on as many lines as it needs; without room there, below them.
  private func told(_ text: StyledText, after columns: StyledText, of columnWidth: Int, _ row: DetailRow) -> [DetailRow] {
    let isBelow = width - columnWidth < Self.leastTold && columns.width(in: typesetting) + 2 + text.width(in: typesetting) > width
    let start = isBelow ? 4 : columnWidth + 2
    let style = text.runs.first?.style ?? .text
    var lines = TextWrapping.lines(of: text.plain, width: max(width - start, 20), in: typesetting).enumerated().map { number, line in
      (number == 0 && !isBelow ? columns : StyledText()).fitted(to: start, typesetting: typesetting) + StyledText(line, style)
    }
    if isBelow || lines.isEmpty { lines.insert(columns, at: 0) }
    return lines.enumerated().map { number, line in
      var result = row
      result.content = .text(line)
      result.isContinued = number > 0
      result.fullText = number == 0 ? row.fullText : nil
      return result
    }
  }

  /// The least width for a text behind columns.
  private static let leastTold = 24
}

extension Answer.Cell {
  /// Whether the cell is about its target, and not about what would be near it.
  fileprivate var isExact: Bool { if case .pair(_, nil, _) = self { false } else { true } }

  fileprivate var style: Style {
    switch self {
    case .finding(_, isNote: false): .error
    case .difference: .changed
    default: .text
    }
  }
}

/// The columns of a list.
struct ListLayout {
  let table: Table
  private let widths: [Int]
  private let typesetting: Typesetting
  private static let styles: [String: Style] = [
    "path": .key, "step": .number, "time": .dim, "difference": .changed, "other": .dim, "#": .number, "open": .status, "name": .title,
    "try": .dim, "took": .dim, "file": .dim,
  ]

  init(_ table: Table, showsTitles: Bool = false, _ typesetting: Typesetting) {
    (self.table, self.typesetting) = (table, typesetting)
    let titles = showsTitles ? [table.columns.map(\.title)] : []
    widths = table.columns.indices.map { column in
      (titles + table.rows).map { typesetting.width(of: $0[column], atMost: Table.widestCell) }.max() ?? 0
    }
  }

  var width: Int { widths.reduce(0, +) + 2 * max(0, widths.count - 1) }

  /// - Parameter style: That of the cell below a title; without it, each column has one.
  func text(of cells: [String], _ style: (String) -> Style? = { _ in nil }) -> StyledText {
    var text = StyledText()
    for (number, cell) in cells.enumerated() {
      if number > 0 { text += StyledText("  ") }
      let column = table.columns[number]
      text += StyledText(cell, style(column.title) ?? Self.styles[column.title] ?? .text)
        .fitted(to: widths[number], elision: .middle, alignment: column.alignment == .right ? .right : .left, typesetting: typesetting)
    }
    return text
  }
}
