import FluxtapeHistory
import FluxtapeScreen

/// The whole log in one row: the activity, the problems and the cursor.
struct Scrubber {
  let state: InspectorState

  func draw(in frame: inout Frame, _ region: Region) {
    let rows = state.rows
    let width = region.columns - 3
    guard width > 0, !rows.isEmpty else { return }
    let glyphs = frame.glyphs
    var line = StyledText(" ") + StyledText(glyphs.scrubberStart, .border)
    let cursorColumn = state.index.column(of: state.cursor, of: width)
    let pinColumn = state.pinnedRow.map { state.index.column(of: $0, of: width) }
    for (column, bar) in bars(width: width, glyphs).enumerated() {
      if column == cursorColumn {
        line.append(glyphs.scrubberCursor, .cursor)
      } else if column == pinColumn {
        line.append(glyphs.pin, .pin)
      } else if state.index.hasProblem(in: column, of: width) {
        line.append(glyphs.problem, .error)
      } else {
        line.append(bar, .dim)
      }
    }
    line.append(glyphs.scrubberEnd, .border)
    frame.write(line, row: 0, in: region)
  }

  /// Returns a bar for the activity in each column, on a logarithmic scale.
  private func bars(width: Int, _ glyphs: Glyphs) -> [String] {
    let sums = state.index.activity(columns: width)
    let lowest = Self.logarithm(sums.min() ?? 0)
    let span = Self.logarithm(sums.max() ?? 0) - lowest
    guard span > 0 else { return Array(repeating: glyphs.bars[0], count: width) }
    return sums.map { glyphs.bar((Self.logarithm($0) - lowest) / span) }
  }

  /// Returns log2, interpolated linearly between powers of two.
  private static func logarithm(_ number: Int) -> Double {
    guard number > 0 else { return 0 }
    let power = number.bitWidth - 1 - number.leadingZeroBitCount
    return Double(power) + Double(number - 1 << power) / Double(1 << power)
  }
}
