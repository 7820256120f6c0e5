import FluxtapeScreen

/// The completions above the prompt.
struct CandidatesView {
  let state: InspectorState

  func draw(in frame: inout Frame, above line: Region) {
    guard case .prompt(let prompt) = state.layer, !line.isEmpty else { return }
    let candidates = Candidates.of(prompt, in: state).prefix(max(line.origin.row - 3, 0))
    let width = candidates.map { frame.typesetting.width(of: $0.text, atMost: 60) }.max() ?? 0
    for (number, candidate) in candidates.enumerated() {
      let row = line.origin.row - candidates.count + number
      let text =
        StyledText(" ") + StyledText(candidate.text, .key).fitted(to: min(width, line.columns / 2), typesetting: frame.typesetting)
        + StyledText("  ") + StyledText(candidate.words, .dim)
      frame.write(
        text.fitted(to: line.columns, typesetting: frame.typesetting), at: Position(row: row, column: 0), maxWidth: line.columns)
    }
  }
}
