import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// The headline of a pane: its name, in brackets while it has the keys, and what it shows.
struct PaneHeader {
  let state: InspectorState
  let form: Layout.Form

  func draw(_ slot: Layout.Slot, in frame: inout Frame) {
    guard !slot.header.isEmpty else { return }
    let line = frame.glyphs.horizontal
    frame.fill(slot.header, with: line, style: .border)
    var left = StyledText(line, .border)
    left += slot.pane == .timeline ? timelineTitle(line) : detailTitle(slot, line)
    let width = slot.header.columns
    var right = note(on: slot.pane, frame.glyphs)
    if slot.pane == .timeline { right = right.shortened(to: max(width - 18, 0), elision: .start, typesetting: frame.typesetting) }
    let rightWidth = right.isEmpty ? 0 : right.width(in: frame.typesetting) + 2
    // Of what a filter takes away a person must know; whose lanes these are, they know by now.
    if slot.pane == .timeline, rightWidth > 0 { left = left.shortened(to: max(width - rightWidth - 2, 12), typesetting: frame.typesetting) }
    let leftWidth = left.width(in: frame.typesetting)
    frame.write(left.shortened(to: width, typesetting: frame.typesetting), at: slot.header.origin, maxWidth: width)
    guard rightWidth > 0, leftWidth + rightWidth + 1 < width else { return }
    var place = slot.header.origin
    place.column += width - rightWidth - 1
    frame.write(StyledText(" ") + right + StyledText(" "), at: place, maxWidth: rightWidth)
  }

  private func name(_ pane: Pane) -> StyledText {
    let name =
      switch pane {
      case .timeline: "Timeline"
      case .action: ["Action", "Action raw", "Action hex"][state.actionForm.rawValue]
      case .diff:
        switch state.base {
        case .previous: "Diff prev"
        case .pin: "Diff pin"
        case .recorded: "Diff what if"
        case .none: "Diff off"
        }
      case .state: "State"
      case .answer: state.answer?.name ?? ""
      }
    if pane == state.focus { return StyledText("[\(name)]", .title.selected) }
    // Where panes share a place, brackets mark the one that is shown too.
    return form == .stacked && pane == state.visibleDetail ? StyledText("[\(name)]", .title) : StyledText(name, .text)
  }

  /// Which lane is whose.
  private func timelineTitle(_ line: String) -> StyledText {
    var text = name(.timeline) + StyledText(line + " ", .border)
    for lane in state.lanes.lanes { text += StyledText(lane.initial, .title) + StyledText(" \(lane.name)  ") }
    return text
  }

  /// All details' names where they share one place, this one's alone where each has its own.
  private func detailTitle(_ slot: Layout.Slot, _ line: String) -> StyledText {
    guard form == .stacked else { return name(slot.pane) + StyledText(line, .border) }
    var text = StyledText()
    for pane in [Pane.action, .diff, .state] + (state.answer == nil ? [] : [.answer]) { text += name(pane) + StyledText(line, .border) }
    return text
  }

  /// What the pane says about the step.
  private func note(on pane: Pane, _ glyphs: Glyphs) -> StyledText {
    if pane == .timeline { return filterNote }
    guard let row = state.currentRow else { return StyledText() }
    // What stands below is of the step before; its name is not to stand above that.
    if pane != .answer, state.isReadingStep { return StyledText("reading\(glyphs.ellipsis)", .status) }
    switch pane {
    case .timeline: return StyledText()
    case .answer:
      // What is asked of the whole log is asked of the recorded one.
      return StyledText(state.answer?.title ?? "", .dim) + StyledText(state.whatIf.shown == nil ? "" : "  as recorded", .hypothetical)
    case .action:
      let cause = row.cause.map { "by #" + QuantityText.grouped($0.rawValue) }
      return StyledText(cause ?? "", .dim)
    case .diff: return diffNote(row, glyphs)
    case .state:
      guard state.scope == .storeOfStep, let store = state.storeName(of: row) else { return StyledText("every store", .dim) }
      return StyledText(store, .text) + StyledText(row.isInFlight ? " before" : " after", .dim)
        + StyledText(" " + StepWords.name(of: row), .dim) + StyledText(state.whatIf.shown == nil ? "" : " what if", .hypothetical)
        + StyledText(state.roots[store].map { "  from " + $0.text(in: .null) } ?? "", .dim)
    }
  }

  /// `[type:cart.*][-is:error] 12 of 14,203`
  private var filterNote: StyledText {
    guard !state.filters.isEmpty else { return StyledText() }
    let chips = StyledText(state.filters.map { "[\($0.text)]" }.joined(), state.areFiltersOn ? .prompt : .dim)
    guard state.areFiltersOn else { return chips + StyledText(" off", .dim) }
    return chips + StyledText(" \(QuantityText.grouped(state.listed.passing)) of \(QuantityText.grouped(state.rows.count))", .dim)
  }

  /// `#14,198 → #14,201  5 changes`
  private func diffNote(_ row: HistoryRow, _ glyphs: Glyphs) -> StyledText {
    guard let store = state.storeName(of: row) else { return StyledText() }
    let base: HistoryRow? =
      switch state.base {
      case .previous: state.history.row(withStateOf: store, before: state.cursor).flatMap { state.rows[$0] }
      case .pin(let pin): state.row(of: pin)
      case .recorded: row
      case .none: nil
      }
    guard state.base != .none else { return StyledText() }
    if state.base == .recorded {
      let count = state.detail?.changes?.count
      return StyledText("recorded \(glyphs.arrow) what if\(count.map { "  " + QuantityText.counted($0, "difference") } ?? "")", .dim)
    }
    // A state that was recorded before the first step has no row.
    var from = base.map { StepWords.name(of: $0) } ?? (state.detail?.base?.node == nil ? "nothing" : "the start")
    var to = StepWords.name(of: row)
    // What it starts from stands further down: its own outcome does, too.
    if state.base == .previous, let base, base.place > row.place, let line = state.history.completionLine(of: state.cursor) {
      to += " (completed at line \(QuantityText.grouped(line)))"
    }
    if case .pin(let pin) = state.base {
      if pin.run != state.run { from = "run \(pin.run + 1) \(from)" } else if pin.row > row.place { swap(&from, &to) }
    }
    var changes = ""
    // Of a state without an action, what it shows is what changed, wherever that was.
    let found = row.kind == .state ? state.detail?.found?.changes.count : nil
    if !row.isChangeUnknown, let count = state.detail?.changes?.count ?? found {
      changes = count == 0 ? "  no change" : "  " + QuantityText.counted(count, "change")
    }
    return StyledText("\(from) \(glyphs.arrow) \(to)\(changes)", .dim)
  }
}
