import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeScreen

/// The watched values: a sparkline over the whole log, and the value at the cursor.
struct WatchStrip {
  let state: InspectorState

  func draw(in frame: inout Frame, _ region: Region) {
    guard !region.isEmpty else { return }
    let watches = state.watching.values
    let shown = watches.prefix(region.rows)
    let nameWidth = min(shown.map { frame.typesetting.width(of: $0.description, atMost: 40) }.max() ?? 0, max(region.columns / 4, 8))
    for (line, value) in shown.enumerated() {
      let isLast = line == region.rows - 1 && watches.count > region.rows
      let text = text(of: value, nameWidth: nameWidth, width: region.columns, frame.glyphs)
      guard isLast else {
        frame.write(text, row: line, in: region)
        continue
      }
      // That values are hidden matters more than the end of a long line.
      let rest = StyledText("  +\(watches.count - region.rows) more watched", .changed)
      let room = region.columns - rest.width(in: frame.typesetting)
      frame.write(text.shortened(to: room, typesetting: frame.typesetting) + rest, row: line, in: region)
    }
  }

  private func text(of value: StatePath, nameWidth: Int, width: Int, _ glyphs: Glyphs) -> StyledText {
    let name =
      StyledText(" ") + StyledText(value.description, .key).fitted(to: nameWidth, elision: .middle, typesetting: state.typesetting)
      + StyledText(" ")
    guard let series = state.watching.series[value] else { return name + StyledText(glyphs.ellipsis, .dim) }
    let columns = max(width - nameWidth - 34, 4)
    let cursor = state.index.column(of: state.cursor, of: columns)
    var line = StyledText()
    var isGap = false
    for (column, level) in series.columns(columns, of: state.rows).enumerated() {
      // A cell has room for the number or the gap. Neighboring columns with both alternate.
      if case .broken = level { isGap.toggle() } else { isGap = false }
      line.append(isGap ? glyphs.absent : glyph(of: level, in: series, glyphs), column == cursor ? .cursor : .number)
    }
    return name + line + StyledText(" ") + now(series, glyphs)
  }

  private func glyph(of level: Series.Level, in series: Series, _ glyphs: Glyphs) -> String {
    switch level {
    case .absent: return glyphs.absent
    case .truth(let truth): return truth ? glyphs.bars[7] : glyphs.falsehood
    case .other(let number): return String(Character(Unicode.Scalar(UInt8(0x61 + min(number, 25)))))
    case .number(let number), .broken(let number):
      guard let range = series.range, range.upperBound > range.lowerBound else { return glyphs.bars[0] }
      return glyphs.bar((number - range.lowerBound) / (range.upperBound - range.lowerBound))
    }
  }

  /// `24 (+9)  0..88`
  private func now(_ series: Series, _ glyphs: Glyphs) -> StyledText {
    let (value, previous) = state.currentRow.map { series.value(after: $0.place) } ?? (nil, nil)
    guard let value else { return StyledText("absent", .dim) }
    var text = ValuePreview(width: 12, typesetting: state.typesetting).text(of: value).shortened(
      to: 14, typesetting: state.typesetting)
    if let old = previous?.number, let new = value.number, old != new, let delta = numberDelta(from: old, to: new) {
      text += StyledText(" (\(delta))", .changed)
    } else if let previous, previous != value {
      text += StyledText(" (changed)", .changed)
    }
    if let range = series.range { text += StyledText("  \(Series.text(range.lowerBound))..\(Series.text(range.upperBound))", .dim) }
    // The states of a what-if run are not looked through for it.
    if state.whatIf.shown != nil { text += StyledText("  as recorded", .dim) }
    return text
  }
}
