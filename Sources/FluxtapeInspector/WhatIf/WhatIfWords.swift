import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// What the screen says while steps are left out.
struct WhatIfWords {
  let state: InspectorState

  private var leftOut: Set<Int> { state.whatIf.shown?.question.leftOut ?? [] }

  /// At the beginning of the status line: ` WHAT IF without #12, #14 `. Nothing while everything is as recorded.
  func status(isShort: Bool) -> StyledText {
    guard state.whatIf.shown != nil else { return StyledText() }
    return StyledText(isShort ? " WHAT IF " : " WHAT IF without \(steps) ", .hypothetical) + StyledText(" ")
  }

  /// Three steps by their numbers, of more how many there are.
  var steps: String {
    leftOut.count > 3
      ? QuantityText.counted(leftOut.count, "step") : leftOut.sorted().map { "#" + QuantityText.grouped($0) }.joined(separator: ", ")
  }

  /// While a replay runs: `REPLAY ▇▇▇····· 41%`.
  var progress: StyledText? {
    guard let percent = state.whatIf.asked?.percent else { return nil }
    let glyphs = state.typesetting.glyphs
    let bar = (0..<8).map { $0 * 100 < percent * 8 ? glyphs.bars[7] : glyphs.absent }.joined()
    return StyledText("REPLAY \(bar) \(percent)%  ", .status)
  }

  /// The cell behind the mark of a row.
  func mark(of row: HistoryRow, at place: Int) -> StyledText {
    let glyphs = state.typesetting.glyphs
    switch state.whatIf.fate(of: row, at: place) {
    case .same: return StyledText(" ")
    case .leftOut: return StyledText(glyphs.leftOut, .hypothetical)
    case .differs: return StyledText(glyphs.differs, .hypothetical)
    case .unreplayed, .later: return StyledText(glyphs.unreplayed, .hypothetical)
    }
  }

  /// What a step has changed, or would have.
  func changes(of row: HistoryRow, at place: Int) -> StyledText {
    if state.whatIf.fate(of: row, at: place) == .leftOut { return StyledText("left out", .hypothetical) }
    return ChangeWords.text(of: state.whatIf.shown?.row(of: row) ?? row, state.typesetting.glyphs)
  }

  /// In front of what a pane says of the step under the cursor: that it is no fact.
  func note(on row: HistoryRow) -> (text: String, style: Style)? {
    guard let shown = state.whatIf.shown else { return nil }
    switch shown.fate(of: row, at: state.cursor) {
    case .leftOut: return ("What if: this step is skipped. X restores it.", .hypothetical)
    case .unreplayed(let why): return ("What if: not replayable, so it changed nothing here: \(why).", .hypothetical)
    case .later: return ("As recorded: the step came after the replay. X on any action replays again.", .dim)
    case .same, .differs:
      guard let store = state.storeName(of: row), shown.run.stores.contains(store) else {
        return ("As recorded: the host has no reducer for this store.", .dim)
      }
      return ("What if: without \(steps).", .hypothetical)
    }
  }
}
