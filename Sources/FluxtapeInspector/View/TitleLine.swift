import FluxtapeHistory
import FluxtapeLog
import FluxtapeScreen

/// The first row: which log this is, and how much of it there is.
struct TitleLine {
  let state: InspectorState

  func draw(in frame: inout Frame, _ region: Region) {
    let separator = StyledText(" \(frame.glyphs.vertical) ", .border)
    var left = StyledText(" ")
    for (place, piece) in pieces.enumerated() {
      if place > 0 { left += separator }
      left += piece
    }
    let right = StyledText(time + " ", .title)
    var rest = region
    let end = rest.cutRight(min(right.width(in: frame.typesetting) + 1, region.columns / 2))
    frame.write(left, row: 0, in: rest)
    frame.write(right, row: 0, in: end, alignment: .right)
  }

  private var pieces: [StyledText] {
    let history = state.history
    let names = history.files.map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path }
    let name = names.count <= 2 ? names.joined(separator: " + ") : "\(names[0]) + \(names.count - 1) more"
    var pieces = [StyledText(name, .title)]
    if state.runs.count > 1 { pieces.append(StyledText("run \(state.run + 1) of \(state.runs.count)")) }
    pieces.append(StyledText(QuantityText.counted(history.stores.count, "store")))
    pieces.append(StyledText(QuantityText.counted(steps, "step")))
    let problems = state.index.problems.count
    if problems > 0 { pieces.append(StyledText(QuantityText.counted(problems, "problem"), .error)) }
    return pieces
  }

  /// Rows that have a number of their own.
  private var steps: Int { state.index.steps }

  private var time: String {
    guard let time = state.currentRow?.time else { return "" }
    return QuantityText.clock(time, since: state.history.start)
  }
}
