import FluxtapeHistory
import FluxtapeScreen

/// The chain of causes that a step belongs to, as a tree with a bar for when each step was: a waterfall.
struct ChainRows {
  let state: InspectorState
  let width: Int

  /// Steps of a chain that are shown, around the cursor.
  private static let limit = 500
  private static let indentLimit = 10
  /// Columns of a name that indenting leaves, whatever the depth.
  private static let leastNameWidth = 20

  func rows(around row: Int) -> [DetailRow] {
    let places = places(around: row)
    guard places.count > 1 else { return [.note("  This step has no recorded cause and led to nothing that says so.")] }
    let times = places.compactMap { state.rows[$0].time }
    let span = (first: times.min() ?? 0, length: max((times.max() ?? 0).saturatingAdd(-(times.min() ?? 0)), 1))
    let nameWidth = max(min(width * 2 / 5, 44), min(width / 2, 24), 8)
    let stepWidth = places.map { StepWords.name(of: state.rows[$0]).count }.max() ?? 0
    let barWidth = max(width - nameWidth - stepWidth - 5, 4)
    let indentLimit = min(Self.indentLimit, max((nameWidth - Self.leastNameWidth) / 2, 0))
    return places.map { place in
      let row = state.rows[place]
      let indent = min(state.index.depth(of: place), indentLimit)
      let mark = place == state.cursor ? StyledText(state.typesetting.glyphs.cursor, .cursor) : StyledText(" ")
      let name = StyledText(String(repeating: "  ", count: indent)) + StyledText(row.type, row.isProblem ? .error : .text)
      let text =
        mark + StyledText(" ") + name.fitted(to: nameWidth, elision: .middle, typesetting: state.typesetting) + StyledText(" ")
        + StyledText(StepWords.name(of: row), .number).fitted(to: stepWidth) + StyledText(" ") + bar(row, span, barWidth)
      var result = DetailRow(.text(text))
      result.target = place
      return result
    }
  }

  private func places(around row: Int) -> [Int] {
    var before: [Int] = []
    var place = row
    while before.count < Self.limit / 2, let previous = state.index.previous(inChainBefore: place) {
      before.append(previous)
      place = previous
    }
    var places = before.reversed() + [row]
    place = row
    while places.count < Self.limit, let next = state.index.next(inChainAfter: place) {
      places.append(next)
      place = next
    }
    return places.filter { state.rows.indices.contains($0) }
  }

  /// Where in the chain's time the step was, and how long it took.
  private func bar(_ row: HistoryRow, _ span: (first: Int, length: Int), _ columns: Int) -> StyledText {
    guard let time = row.time else { return StyledText() }
    let scale = Double(columns - 1) / Double(span.length)
    let start = min(max(Int(Double(time.saturatingAdd(-span.first)) * scale), 0), columns - 1)
    let length = min(max(Int(Double(row.duration ?? 0) * scale), 1), columns - start)
    let glyph = state.typesetting.glyphs.bars[7]
    return StyledText(String(repeating: " ", count: start) + String(repeating: glyph, count: length), .type)
  }
}
