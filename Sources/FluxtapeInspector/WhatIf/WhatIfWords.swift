import FluxtapeAnswers
import FluxtapeLogReading
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeScreen

/// What the screen shows while actions are skipped.
struct WhatIfWords {
  let state: InspectorState

  /// A part of the title: `WHAT IF host differs from #15 on, without #12, #14`. Nil while everything is as recorded.
  var title: String? {
    state.whatIf.shown.map { shown in
      // Then the skipped actions do not explain every difference, which matters more than their numbers.
      let host = shown.foreignStep.map { "host differs from \(Self.name(of: $0)) on, " } ?? ""
      return " WHAT IF \(host)\(without) "
    }
  }

  /// What a screen without room for ``title`` begins with.
  var shortSign: StyledText {
    // On a very narrow one the step needs the columns.
    state.whatIf.shown == nil ? StyledText() : StyledText(state.size.columns < 30 ? " IF " : " WHAT IF ", .hypothetical)
  }

  /// `without #12, #14`
  private var without: String {
    let skipped = state.whatIf.shown?.question.skipped ?? []
    return "without "
      + (skipped.count > 3 ? skipped.count.counted("step") : skipped.sorted().map(Self.name).joined(separator: ", "))
  }

  private static func name(of step: Int) -> String { "#" + step.grouped }
}

// MARK: - Rows

extension WhatIfWords {
  /// The cell after a row's mark.
  func mark(of row: HistoryRow, at place: Int) -> StyledText {
    let glyphs = state.typesetting.glyphs
    let glyph =
      switch state.whatIf.fate(of: row, at: place) {
      case .leftOut: glyphs.leftOut
      case .unreplayed, .later: glyphs.unreplayed
      case .differs: glyphs.differs
      case .same: " "
      }
    return glyph == " " ? StyledText(" ") : StyledText(glyph, .hypothetical)
  }

  /// What a step changed, or would have changed.
  func changes(of row: HistoryRow, at place: Int) -> StyledText {
    switch state.whatIf.fate(of: row, at: place) {
    case .leftOut: StyledText("skipped", .hypothetical)
    case .same, .differs, .unreplayed, .later: ChangeWords.text(of: replayed(row), state.typesetting.glyphs)
    }
  }

  /// Returns the patch of what a step changed, or would have changed; nil for a long one.
  func shortPatch(of row: HistoryRow, at place: Int) -> NodePatch? {
    switch state.whatIf.fate(of: row, at: place) {
    case .leftOut: nil
    case .same, .differs, .unreplayed, .later: replayed(row).shortPatch
    }
  }

  /// Returns the replayed row for a recorded one, or the recorded one if there is none.
  func replayed(_ row: HistoryRow) -> HistoryRow { state.whatIf.shown?.row(of: row) ?? row }

  /// A note for panes whose contents are hypothetical.
  func note(on row: HistoryRow) -> (text: String, style: Style)? {
    guard let shown = state.whatIf.shown else { return nil }
    switch shown.fate(of: row, at: state.cursor) {
    case .leftOut: return ("What if: this step is skipped. X restores it.", .hypothetical)
    case .unreplayed(let why): return ("What if: not replayable, so it changed nothing here: \(why).", .hypothetical)
    case .later: return ("As recorded: the step came after the replay. X on any action replays again.", .dim)
    case .same, .differs:
      if let store = state.storeName(of: row), !isReplayed(store) {
        return ("As recorded: the host has no reducer for this store.", .dim)
      }
      return ("What if: \(without).", .hypothetical)
    }
  }

  /// Whether the states of a store are replayed.
  func isReplayed(_ store: String) -> Bool { state.whatIf.shown?.run.stores.contains(store) == true }
}
