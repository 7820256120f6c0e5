import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading
package import FluxtapeScreen

/// Draws the screen of a state. Pure: the same state gives the same cells.
package func inspectorView(_ state: InspectorState) -> Frame {
  var frame = Frame(size: state.size, typesetting: state.typesetting)
  let layout = Layout(of: state)
  switch layout.form {
  case .oneLine: drawOneLine(state, in: &frame, layout)
  case .single: drawSingleTitle(state, in: &frame, layout)
  case .stacked, .tiled, .columns:
    TitleLine(state: state).draw(in: &frame, layout.title)
    if !state.showsRunsOnly { Scrubber(state: state).draw(in: &frame, layout.scrubber) }
  }
  frame.scrollingRegions = layout.slots.map(\.body)
  for slot in layout.slots {
    PaneHeader(state: state, form: layout.form).draw(slot, in: &frame)
    if slot.pane == .timeline {
      TimelineView(state: state, form: layout.form).draw(in: &frame, slot.body)
    } else {
      DetailView(state: state, pane: slot.pane).draw(in: &frame, slot.body)
    }
  }
  RunPreview(state: state).draw(in: &frame, layout.preview)
  for divider in layout.dividers { frame.fill(divider, with: frame.glyphs.vertical, style: .border) }
  WatchStrip(state: state).draw(in: &frame, layout.watch)
  let bottom = BottomRow(state: state, form: layout.form)
  CandidatesView(state: state).draw(in: &frame, above: bottom.withMessage(layout.bottom).row(0))
  bottom.draw(in: &frame, layout.bottom)
  return frame
}

/// `#14,201/14,203 cart.reserved`
private func drawOneLine(_ state: InspectorState, in frame: inout Frame, _ layout: Layout) {
  if let prompt = state.prompt { return BottomRow(state: state, form: .oneLine).draw(prompt, in: &frame, layout.title) }
  let text =
    WhatIfWords(state: state).shortSign + StyledText(" " + StepWords.position(state), .status)
    + StyledText(" " + (state.currentRow.map { StepWords.type(of: $0, in: state) } ?? ""), .text)
  frame.write(text, row: 0, in: layout.title, elision: .middle)
}

/// `cart.reserved  .total  2 filters, 1 off  /qty: 3 hits  #14,201/14,203`
private func drawSingleTitle(_ state: InspectorState, in frame: inout Frame, _ layout: Layout) {
  var left = layout.title
  let listSearch = state.isListing ? state.listSearchWords : nil
  let facts =
    state.showsRunsOnly
    ? [state.log.trouble, listSearch, StepWords.placeInRuns(state)]
    : [
      state.log.trouble ?? state.log.inputSign(state.typesetting.glyphs), state.filtering.countWords,
      listSearch ?? state.searchWords?.short, StepWords.position(state),
    ]
  let typesetting = state.typesetting
  let end = StyledText("  " + facts.compactMap(\.self).joined(separator: "  "), .title)
  let right = left.cutRight(min(end.width(in: typesetting), left.columns * 2 / 3))
  let name =
    state.showsRunsOnly
    ? state.runs.count.counted("run") : state.currentRow.map { StepWords.type(of: $0, in: state) } ?? "no steps"
  let sign = WhatIfWords(state: state).shortSign
  frame.write(sign, row: 0, in: left.cutLeft(sign.width(in: typesetting)))
  if !state.showsRunsOnly {
    // The value that keys are about gets what the others leave.
    let value = PaneHeader.joined([state.selectedPath, state.chosenValueWords])
    let room = left.columns - typesetting.width(of: name, atMost: left.columns) - 3
    if !value.isEmpty, room >= 4 {
      let shown = value.shortened(to: room, elision: .start, typesetting: typesetting)
      frame.write(StyledText("  ") + shown, row: 0, in: left.cutRight(shown.width(in: typesetting) + 2))
    }
  }
  frame.write(StyledText(" " + name, .title), row: 0, in: left, elision: .middle)
  frame.write(end, row: 0, in: right, elision: .start)
}

/// Words for steps, used by several views.
enum StepWords {
  /// `#14,201/14,203`: the step and the last step; the row's name if it has no step.
  static func position(_ state: InspectorState) -> String {
    let last = state.history.lastStep?.rawValue ?? 0
    guard let row = state.currentRow else { return "no steps" }
    return name(of: row) + (row.step == nil ? "" : "/\(last.grouped)")
  }

  /// `run 2 of 12 in the list`; nil on a row that is no run.
  static func placeInRuns(_ state: InspectorState) -> String? {
    guard let pane = state.details[.answer], pane.selectedRow?.item != nil else { return nil }
    return "run \((pane.selected + 1).grouped) of \(pane.itemCount.grouped) in the list"
  }

  /// The step's number. For a row without one: its line, as commands accept it (`@12`), or the first missing step.
  static func name(of row: HistoryRow) -> String {
    if let step = row.step { return "#" + step.rawValue.grouped }
    return row.lineNumber.map { "@\($0)" } ?? row.missing.map { "#" + $0.lowerBound.rawValue.grouped } ?? "between steps"
  }

  /// The row's type; for states, and for the beginning and end of a store, also the store. Of what a live command did, also who did it.
  static func type(of row: HistoryRow, in state: InspectorState) -> String {
    let namesStore = row.kind == .state || (row.kind == .action && row.type.hasPrefix("@@"))
    let store = namesStore ? state.storeName(of: row).map { " " + $0 } ?? "" : ""
    return row.type + store + (row.isByInspector ? " by the inspector" : "")
  }
}
