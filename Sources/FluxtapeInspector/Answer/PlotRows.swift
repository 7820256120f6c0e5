import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen

/// A chart as high as the pane, with the scale at the left, the times below, and the cursor's column marked.
///
/// ```text
///  7,240│          ▂▂
///       │     ▄▄▄▄▄██
///      0│─────────────██──
///   -300│             ██
///        09:00:18   -300   09:02:11
/// ```
/// Bars go from zero up or down. Truth is 1 or 0, and each other value has a level. A column in which the value is not a number, or not
/// always, shows a gap sign below its bar.
struct PlotRows {
  let state: InspectorState
  let width: Int
  let height: Int
  private var glyphs: Glyphs { state.typesetting.glyphs }

  func rows(of value: StatePath, isLogarithmic: Bool) -> [DetailRow] {
    guard let series = state.watching.series[value] else { return notes("reading its values\(glyphs.ellipsis)") }
    guard let range = series.chartRange else { return notes("No step has this value.") }
    // Numbers below zero hang from it, so it is a part of their scale.
    let high = range.lowerBound < 0 ? max(range.upperBound, 0) : range.upperBound
    return rows(of: ScaledSeries(series: series, scale: Scale(low: range.lowerBound, high: high, isLogarithmic: isLogarithmic)))
  }

  private func rows(of course: ScaledSeries) -> [DetailRow] {
    let typesetting = state.typesetting
    let labelWidth = course.labelWidth(in: typesetting) + 1
    let columns = max(width - labelWidth - 1, 1)
    let levels = course.series.columns(columns, of: state.rows)
    let hasGap = levels.contains { $0.isGap(in: course.series) }
    let lines = max(height - (hasGap ? 2 : 1), 3)
    let cursor = state.index.column(of: state.cursor, of: columns)
    let labels = course.labels(lines)
    var rows = (0..<lines).map { line in
      let label = (labels[line] ?? StyledText()).restyled { _ in .dim }
      var text = label.fitted(to: labelWidth, alignment: .right, typesetting: typesetting) + StyledText(glyphs.vertical, .border)
      for column in 0..<columns {
        let cell = cell(at: line, of: lines, course, levels[column], isCursor: column == cursor)
        text.append(cell.text, column == cursor && cell.style != .removed ? .cursor : cell.style)
      }
      var row = DetailRow(.text(text))
      row.chartColumn = labelWidth + 1
      return row
    }
    rows.append(DetailRow(.text(axis(course, indent: labelWidth + 1, columns, cursor))))
    if hasGap {
      let words = course.series.range == nil ? "absent" : "no number"
      rows.append(DetailRow(.text(StyledText(" \(glyphs.absent) ", .dim) + StyledText(words))))
    }
    return rows
  }

  /// One cell of the chart.
  private func cell(
    at line: Int, of lines: Int, _ course: ScaledSeries, _ level: Series.Level, isCursor: Bool
  ) -> (text: String, style: Style) {
    let floor = lines - 1 - line
    let zero = course.zeroLine(lines)
    if line == lines - 1, level.isGap(in: course.series) { return (glyphs.absent, .dim) }
    let blank = isCursor ? glyphs.vertical : zero == floor && floor > 0 ? glyphs.horizontal : " "
    guard let share = course.share(of: level) else { return (blank, zero == floor ? .border : .number) }
    if course.isNegative(level) {
      // Down from the row of zero, at least by one row.
      let isInside = floor < zero && Double(floor) + 0.5 >= share * Double(lines)
      return isInside || floor == zero - 1 ? (glyphs.bars[7], .removed) : (blank, zero == floor ? .border : .number)
    }
    let height = share * Double(lines) - Double(floor)
    if floor < zero || height <= 0 && floor > zero { return (blank, .number) }
    return course.isZero(level) && zero > 0 ? (blank, .border) : (glyphs.bar(height), .number)
  }

  /// The time of the first and of the last row, and what the value is at the cursor.
  private func axis(_ course: ScaledSeries, indent: Int, _ columns: Int, _ cursor: Int) -> StyledText {
    func clock(_ row: Int) -> String {
      state.rows[row]?.time.map { String(state.clock($0).prefix(8)) } ?? ""
    }
    let (first, last) = (clock(0), clock(state.rows.lastNumber))
    let now = course.text(after: state.currentRow?.place, in: state.typesetting).restyled { _ in .cursor }
    let width = now.width(in: state.typesetting)
    let place = min(max(cursor - width / 2, first.count + 1), columns - last.count - width - 1)
    var text = StyledText(String(repeating: " ", count: indent))
    guard place > first.count else { return text + now }
    text += StyledText(first, .dim) + StyledText(String(repeating: " ", count: place - first.count)) + now
    return text + StyledText(last.fittedRight(columns - place - width), .dim)
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

/// A value of a chart, with its scale.
private struct ScaledSeries {
  let series: Series
  let scale: PlotRows.Scale

  /// The widest name of a value that is no number.
  private static let widest = 12

  /// Numbers are never cut.
  private func label(_ number: Double) -> StyledText {
    let label = StyledText(series.label(number))
    return series.range == nil ? label.shortened(to: Self.widest) : label
  }

  func labelWidth(in typesetting: Typesetting) -> Int { [scale.low, scale.high].map { label($0).width(in: typesetting) }.max() ?? 0 }

  /// The row in which zero is, counted from the bottom; 0 if no number is negative.
  func zeroLine(_ lines: Int) -> Int { scale.low < 0 ? min(max(Int(scale.share(of: 0) * Double(lines)), 1), lines - 1) : 0 }

  /// Labels by their row from the top: the ends, zero if it is between them, and the middle.
  func labels(_ lines: Int) -> [Int: StyledText] {
    var labels: [Int: StyledText] = [:]
    if lines > 6, scale.low >= 0, !scale.isLogarithmic, series.range != nil, scale.high > scale.low {
      labels[lines / 2 - (lines % 2 == 0 ? 1 : 0)] = label(scale.low + (scale.high - scale.low) / 2)
    }
    let zero = zeroLine(lines)
    if zero > 0 { labels[lines - 1 - zero] = StyledText("0") }
    labels[lines - 1] = label(scale.low)
    labels[0] = label(scale.high)
    return labels
  }

  func share(of level: Series.Level) -> Double? { series.number(of: level).map { scale.share(of: $0) } }

  func isNegative(_ level: Series.Level) -> Bool { series.number(of: level).map { $0 < 0 } ?? false }

  func isZero(_ level: Series.Level) -> Bool { series.number(of: level) == 0 }

  /// The value after a row, short.
  func text(after row: LinePlace?, in typesetting: Typesetting) -> StyledText {
    guard let value = row.flatMap({ series.value(after: $0).value }) else { return StyledText(typesetting.glyphs.absent) }
    return ValuePreview(width: Self.widest, typesetting: typesetting).text(of: value)
  }
}

extension Series.Level {
  /// Whether the value was absent or not a number, at least for a part of the column.
  fileprivate func isGap(in series: Series) -> Bool {
    switch self {
    case .number: false
    case .broken, .absent: true
    case .truth, .other: series.range != nil
    }
  }
}
