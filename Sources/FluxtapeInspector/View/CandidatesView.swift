import FluxtapeScreen

/// What can be typed next, above the bottom row: completions of the prompt, or the keys that can follow those typed so far.
struct CandidatesView {
  let state: InspectorState

  /// The completions that are shown before Tab asks for all of them.
  private static let few = 6

  /// The rows that completions of the prompt cover above a line.
  func coveredRows(above line: Region) -> Int { completions(above: line).count }

  private func completions(above line: Region) -> [Candidate] {
    guard let prompt = state.prompt, !line.isEmpty else { return [] }
    let room = max(line.origin.row - 3, 0)
    return Array(Candidates.of(prompt, in: state).prefix(prompt.showsAllCandidates ? room : min(room, Self.few)))
  }

  func draw(in frame: inout Frame, above line: Region) {
    let room = max(line.origin.row - 3, 0)
    guard !line.isEmpty, room > 0 else { return }
    if state.isPrompting {
      draw(completions(above: line).map { ($0.text, $0.words) }, columns: 1, in: &frame, above: line)
    } else {
      let next = Keymap.continuations(in: state).map { ($0.keys, $0.binding.help) }
      draw(next, columns: (next.count + room - 1) / room, in: &frame, above: line)
    }
  }

  /// - Parameter columns: How many entries stand side by side. All rows but the last are full.
  private func draw(_ entries: [(text: String, words: String)], columns: Int, in frame: inout Frame, above line: Region) {
    guard !entries.isEmpty else { return }
    let columnWidth = line.columns / columns
    let width = min(entries.map { frame.typesetting.width(of: $0.text, atMost: 60) }.max() ?? 0, columnWidth / 2)
    let rows = (entries.count + columns - 1) / columns
    for row in 0..<rows {
      var text = StyledText()
      for entry in entries[(row * columns)..<min((row + 1) * columns, entries.count)] {
        let cell =
          StyledText(" ") + StyledText(entry.text, .key).fitted(to: width, typesetting: frame.typesetting) + StyledText("  ")
          + StyledText(entry.words, .dim)
        text += cell.fitted(to: columnWidth, typesetting: frame.typesetting)
      }
      frame.write(
        text.fitted(to: line.columns, typesetting: frame.typesetting), at: Position(row: line.origin.row - rows + row, column: 0),
        maxWidth: line.columns)
    }
  }
}
