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
    let bars = bars(width: width, glyphs)
    let words = bars == nil ? flatWords(width: width, besides: [cursorColumn, pinColumn].compactMap(\.self)) : nil
    for column in 0..<width {
      let bar = bars?[column] ?? words?[column] ?? glyphs.bars[0]
      if column == cursorColumn {
        line.append(glyphs.scrubberCursor, .cursor)
      } else if column == pinColumn {
        line.append(glyphs.pin, .pin)
      } else if state.index.hasProblem(in: column, of: width) {
        line.append(glyphs.problem, .error)
      } else {
        line.append(bar, hasHit(in: column, of: width) ? .match : .dim)
      }
    }
    line.append(glyphs.scrubberEnd, .border)
    frame.write(line, row: 0, in: region)
  }

  /// Whether a search has a hit in a column. O(log hits).
  private func hasHit(in column: Int, of width: Int) -> Bool {
    guard let hits = state.search?.hits, let rows = state.index.rows(in: column, of: width),
      let first = state.rows.place(of: rows.lowerBound)
    else { return false }
    return hits.first(notBefore: first).flatMap { state.rows.number(at: $0) }.map(rows.contains) ?? false
  }

  /// What a row without a shape says, a character for each column; nil without room beside the signs.
  private func flatWords(width: Int, besides signs: [Int]) -> [String]? {
    let words = " flat: as many bytes in every part of the log "
    let start = (width - words.count) / 2
    guard start > 0, !signs.contains(where: { start..<start + words.count ~= $0 }) else { return nil }
    let fill = Array(repeating: state.typesetting.glyphs.bars[0], count: width)
    return fill[..<start] + words.map(String.init) + fill[(start + words.count)...]
  }

  /// Returns a bar for the activity in each column, on a logarithmic scale; nil if all are alike.
  private func bars(width: Int, _ glyphs: Glyphs) -> [String]? {
    let sums = state.index.activity(columns: width)
    let lowest = Self.logarithm(sums.min() ?? 0)
    let span = Self.logarithm(sums.max() ?? 0) - lowest
    guard span > 0 else { return nil }
    return sums.map { glyphs.bar((Self.logarithm($0) - lowest) / span) }
  }

  /// Returns log2, interpolated linearly between powers of two.
  private static func logarithm(_ number: Int) -> Double {
    guard number > 0 else { return 0 }
    let power = number.bitWidth - 1 - number.leadingZeroBitCount
    return Double(power) + Double(number - 1 << power) / Double(1 << power)
  }
}
