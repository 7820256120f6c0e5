import FluxtapeScreen

/// The viewer of a whole value. Covers the screen and scrolls.
struct ViewerView {
  let viewer: ValueViewer
  let message: InspectorState.Message?
  /// The viewer's search prompt.
  var prompt: (Prompt, InspectorState)?

  func draw(in frame: inout Frame) {
    var rest = frame.bounds
    let title = rest.cutTop(1)
    let hint = rest.cutBottom(1)
    frame.fill(title, with: frame.glyphs.horizontal, style: .border)
    let form = viewer.forms.count > 1 ? " \(viewer.forms[viewer.form].name) (\(viewer.form + 1)/\(viewer.forms.count))" : ""
    frame.write(
      StyledText(frame.glyphs.horizontal, .border) + StyledText("[\(viewer.title)]", .title)
        + StyledText("\(form) \(QuantityText.counted(viewer.lines.count, "line"))\(viewer.isCut ? ", cut" : "") ", .dim),
      at: title.origin, maxWidth: title.columns)
    let keys = viewer.forms.count > 1 ? "   t decodes" : ""
    let words =
      message?.text ?? "q closes   j k scroll   / finds   yy copies   v editor   | pipe\(keys)\(viewer.isCut ? "   (the rest: v)" : "")"
    if let (prompt, state) = prompt {
      StatusLine.draw(prompt, of: state, in: &frame, hint)
    } else {
      frame.write(StyledText(" " + words, message == nil ? .dim : .prompt), row: 0, in: hint)
    }
    for (line, place) in viewer.window.visible(count: viewer.lines.count, height: rest.rows).enumerated() {
      let text = StyledText(" " + viewer.lines[place], style(of: viewer.lines[place]))
      let mark: Style = place == viewer.found ? .currentMatch : .match
      frame.write(
        viewer.pattern.isEmpty ? text : text.marking(viewer.pattern, mark, width: rest.columns, in: frame.typesetting), row: line, in: rest)
    }
  }

  /// The style of an added or removed line.
  private func style(of line: String) -> Style {
    guard viewer.forms[viewer.form].isDiff else { return .text }
    return line.hasPrefix("+") ? .added : line.hasPrefix("-") ? .removed : .dim
  }
}
