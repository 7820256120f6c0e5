import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// What the screen shows while steps are skipped.
struct WhatIfWords {
  let state: InspectorState

  private var leftOut: Set<Int> { state.whatIf.shown?.question.leftOut ?? [] }

  /// The beginning of the status line: ` WHAT IF without #12, #14 `. Empty while everything is as recorded.
  func status(isShort: Bool) -> StyledText {
    guard state.whatIf.shown != nil else { return StyledText() }
    return StyledText(isShort ? " WHAT IF " : " WHAT IF without \(steps) ", .hypothetical) + StyledText(" ")
  }

  /// The numbers of up to three steps, else their count.
  var steps: String {
    leftOut.count > 3
      ? QuantityText.counted(leftOut.count, "step") : leftOut.sorted().map { "#" + QuantityText.grouped($0) }.joined(separator: ", ")
  }

  /// The cell after a row's mark.
  func mark(of row: HistoryRow, at place: Int) -> StyledText {
    let glyphs = state.typesetting.glyphs
    switch state.whatIf.fate(of: row, at: place) {
    case .same: return StyledText(" ")
    case .leftOut: return StyledText(glyphs.leftOut, .hypothetical)
    case .differs: return StyledText(glyphs.differs, .hypothetical)
    case .unreplayed, .later: return StyledText(glyphs.unreplayed, .hypothetical)
    }
  }

  /// What a step changed, or would have changed.
  func changes(of row: HistoryRow, at place: Int) -> StyledText {
    if state.whatIf.fate(of: row, at: place) == .leftOut { return StyledText("skipped", .hypothetical) }
    return ChangeWords.text(of: state.whatIf.shown?.row(of: row) ?? row, state.typesetting.glyphs)
  }

  /// A note for panes whose contents are hypothetical.
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
