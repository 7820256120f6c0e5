import FluxtapeHistory
import FluxtapeScreen

/// A chart as high as the pane, with the scale at the left and the cursor's column marked.
///
/// The first value is drawn as bars, the second as dots. A column in which the first value is not a number, or not always, shows a gap sign
/// below its bar.
struct PlotRows {
  let state: InspectorState
  let width: Int
  let height: Int
  private var glyphs: Glyphs { state.typesetting.glyphs }

  func rows(of values: [StatePath], isLogarithmic: Bool) -> [DetailRow] {
    let series = values.compactMap { state.watching.series[$0] }
    guard series.count == values.count else { return notes("reading its values\(glyphs.ellipsis)") }
    let ranges = series.compactMap(\.range)
    guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max() else {
      return notes(values.count == 1 ? "This value is never a number." : "Neither value is ever a number.")
    }
    let scale = Scale(low: low, high: high, isLogarithmic: isLogarithmic)
    let labelWidth = max(Series.text(low).count, Series.text(high).count) + 1
    let columns = max(width - labelWidth - 1, 1)
    let courses = series.map { $0.columns(columns, of: state.rows) }
    let hasGap = courses[0].contains { $0.isGap }
    let lines = max(height - (values.count > 1 || hasGap ? 2 : 1), 3)
    let cursor = state.index.column(of: state.cursor, of: columns)
    var rows = (0..<lines).map { line in
      let label = line == 0 ? Series.text(high) : line == lines - 1 ? Series.text(low) : ""
      var text = StyledText(label.fittedRight(labelWidth), .dim) + StyledText(glyphs.vertical, .border)
      for column in 0..<columns {
        let cell = cell(at: line, of: lines, courses.map { $0[column] }, scale, isCursor: column == cursor)
        text.append(cell.text, column == cursor ? .cursor : cell.style)
      }
      var row = DetailRow(.text(text))
      row.chartColumn = labelWidth + 1
      return row
    }
    if values.count > 1 || hasGap { rows.append(DetailRow(.text(legend(values, hasGap: hasGap)))) }
    return rows
  }

  /// One cell of the chart. The second value's dot covers the first value's bar.
  private func cell(at line: Int, of lines: Int, _ levels: [Series.Level], _ scale: Scale, isCursor: Bool) -> (text: String, style: Style) {
    if levels.count > 1, let number = levels[1].number {
      let place = lines - 1 - min(Int(scale.share(of: number) * Double(lines)), lines - 1)
      if place == line { return (glyphs.event, .type) }
    }
    if line == lines - 1, levels[0].isGap { return (glyphs.absent, .dim) }
    // Neither a low bar nor the sign of a gap.
    let blank = isCursor ? glyphs.vertical : " "
    guard let number = levels[0].number else { return (blank, .number) }
    let level = scale.share(of: number) * Double(lines) - Double(lines - 1 - line)
    return (level <= 0 && line < lines - 1 ? blank : glyphs.bar(level), .number)
  }

  private func legend(_ values: [StatePath], hasGap: Bool) -> StyledText {
    var legend = StyledText(" \(glyphs.bars[7]) ", .number) + StyledText(values[0].description, .key)
    if hasGap { legend += StyledText("  \(glyphs.absent) ", .dim) + StyledText("no number") }
    for value in values.dropFirst() { legend += StyledText("  \(glyphs.event) ", .type) + StyledText(value.description, .key) }
    return legend
  }

  private func notes(_ text: String) -> [DetailRow] { DetailRow.notes(text, .dim, width: width, in: state.typesetting) }

  /// Maps numbers to a share of the chart's height.
  struct Scale {
    let low: Double
    let high: Double
    let isLogarithmic: Bool

    /// Returns the height as a share, from 0 to 1. A number of the log may be infinite as a double: it is at an end of the scale.
    func share(of number: Double) -> Double {
      // Halves, as the distance between two doubles may be infinite too.
      let (start, end) = (bent(low) / 2, bent(high) / 2)
      return end > start ? min(max((bent(number) / 2 - start) / (end - start), 0), 1) : 0
    }

    /// Returns log2(1 + |number|) with the number's sign, which is also defined for 0 and for negative numbers.
    private func bent(_ number: Double) -> Double {
      guard isLogarithmic else { return number }
      let size = number.magnitude + 1
      let whole = Double(size.exponent)
      // Linear between powers of two: invisible in a chart of some rows, and needs no math library.
      return (whole + size.significand - 1) * (number < 0 ? -1 : 1)
    }
  }
}

extension Series.Level {
  fileprivate var number: Double? {
    switch self {
    case .number(let number), .broken(let number): number
    case .absent, .truth, .other: nil
    }
  }

  /// Whether the value was absent or not a number, at least for a part of the column.
  fileprivate var isGap: Bool { if case .number = self { false } else { true } }
}
