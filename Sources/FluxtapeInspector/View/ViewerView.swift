import FluxtapeScreen

/// The viewer of a whole value; it covers the screen and scrolls.
struct ViewerView {
  let viewer: ValueViewer
  let message: InspectorState.Message?

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
    let words = message?.text ?? "q closes   j k scroll   yy copies   v editor   | pipe\(keys)\(viewer.isCut ? "   (the rest: v)" : "")"
    frame.write(StyledText(" " + words, message == nil ? .dim : .prompt), row: 0, in: hint)
    for (line, place) in viewer.window.visible(count: viewer.lines.count, height: rest.rows).enumerated() {
      frame.write(StyledText(" " + viewer.lines[place], .text), row: line, in: rest)
    }
  }
}
