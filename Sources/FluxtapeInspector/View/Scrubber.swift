import FluxtapeHistory
import FluxtapeScreen

/// The whole log in one row: how busy each stretch of time was, where problems are, and where the cursor is.
struct Scrubber {
  let state: InspectorState

  func draw(in frame: inout Frame, _ region: Region) {
    let rows = state.history.rows
    let width = region.columns - 3
    guard width > 0, !rows.isEmpty else { return }
    let glyphs = frame.glyphs
    var line = StyledText(" ") + StyledText(glyphs.scrubberStart, .border)
    let cursorColumn = column(of: state.cursor, width: width)
    let pinColumn = state.pin.map { column(of: $0, width: width) }
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

  /// How many changes the steps below each column made, on a logarithmic scale: where much happened, the bar is high.
  private func bars(width: Int, _ glyphs: Glyphs) -> [String] {
    let sums = state.index.activity(columns: width)
    let highest = Double(sums.max() ?? 0)
    guard highest > 0 else { return Array(repeating: glyphs.bars[0], count: width) }
    return sums.map { glyphs.bar(Self.logarithm(Double($0)) / max(Self.logarithm(highest), 0.1)) }
  }

  private static func logarithm(_ number: Double) -> Double {
    number < 1 ? 0 : Double(Int(number).bitWidth - Int(number).leadingZeroBitCount)
  }

  private func column(of row: Int, width: Int) -> Int { state.index.column(of: row, of: width) }
}
