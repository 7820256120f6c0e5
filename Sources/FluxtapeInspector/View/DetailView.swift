import FluxtapeScreen

/// The rows of the Action, Diff and State panes.
struct DetailView {
  let state: InspectorState
  let pane: Pane

  func draw(in frame: inout Frame, _ region: Region) {
    guard let detail = state.details[pane], !detail.rows.isEmpty else { return }
    let formatter = RowFormatter(
      typesetting: frame.typesetting, width: max(region.columns, 1), labelWidth: labelWidth(of: detail, region))
    let selection = detail.selected...detail.itemEnd(from: detail.selected)
    for (line, place) in detail.lines(height: region.rows).enumerated() {
      var text = formatter.text(of: detail.rows[place])
      if flashes(detail.rows[place]) { text = text.restyled { $0 == .text || $0 == .dim || $0 == .old ? $0 : .flash } }
      frame.write(state.marking(text, of: pane, width: region.columns, in: frame.typesetting), row: line, in: region)
      guard selection.contains(place) else { continue }
      var selected = region.row(line)
      let cells = selected.cutLeft(min(detail.rows[place].chartColumn ?? selected.columns, selected.columns))
      frame.select(cells, pane == state.focus ? .focused : .unfocused)
    }
  }

  /// Whether the row stands out as changed, as there is little time to look for a sign while steps are played.
  private func flashes(_ row: DetailRow) -> Bool { pane == .state && state.playback.isOn && row.isOwnChange }

  /// Returns the width of the column of names: that of the widest visible name, but at most a third of the pane.
  private func labelWidth(of detail: DetailPane, _ region: Region) -> Int {
    let visible = detail.window.visible(count: detail.rows.count, height: region.rows)
    let widest = detail.rows[visible].map { RowFormatter.width(ofLabelIn: $0, state.typesetting) }.max() ?? 0
    return min(max(widest, 8), max(region.columns / 3, 8))
  }
}
