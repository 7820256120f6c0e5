import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeReplay
import FluxtapeScreen

/// What the screen shows while actions are edited.
struct WhatIfWords {
  let state: InspectorState

  /// The beginning of the status line: ` WHAT IF without #12, #14 `. Empty while everything is as recorded.
  func status(isShort: Bool, _ brevity: Brevity = .whole) -> StyledText {
    guard let shown = state.whatIf.shown else { return StyledText() }
    // Then the edits do not explain every difference.
    let from = brevity < .withoutChain ? shown.foreignStep.map { " from \(Self.name(of: $0)) on" } ?? "" : ""
    let host = shown.foreignStep == nil || brevity == .shortest ? "" : ", host differs\(from)"
    return StyledText(isShort ? " WHAT IF " : " WHAT IF \(edits)\(host) ", .hypothetical) + StyledText(" ")
  }

  /// `without #12, #14` if actions are only skipped, else `3 edits`.
  private var edits: String {
    let edits = state.whatIf.shown?.question.edits ?? []
    let skipped = edits.compactMap { if case .skip(let step) = $0 { step } else { nil } }
    guard skipped.count == edits.count else { return QuantityText.counted(edits.count, "edit") }
    return "without "
      + (skipped.count > 3 ? QuantityText.counted(skipped.count, "step") : skipped.sorted().map(Self.name).joined(separator: ", "))
  }

  private static func name(of step: Int) -> String { "#" + QuantityText.grouped(step) }

  /// An edit, as it is listed.
  static func words(for edit: WhatIf.Edit) -> String {
    switch edit {
    case .skip(let step): "skip \(name(of: step))"
    case .contents(let step, _): "contents of \(name(of: step))"
    case .move(let step, let place): "move \(name(of: step)) before \(name(of: place))"
    case .copy(let step, let place, _): "copy of \(name(of: step)) before \(name(of: place))"
    }
  }
}

// MARK: - Rows

extension WhatIfWords {
  /// The cell after a row's mark.
  func mark(of row: HistoryRow, at place: Int) -> StyledText {
    let glyphs = state.typesetting.glyphs
    let fate = state.whatIf.fate(of: row, at: place)
    let glyph =
      switch fate {
      case .leftOut: glyphs.leftOut
      case .edited: glyphs.edited
      case .moved: glyphs.elsewhere
      case .unreplayed, .later: glyphs.unreplayed
      case .same, .differs: state.whatIf.arrivals(before: row).isEmpty ? (fate == .same ? " " : glyphs.differs) : glyphs.arrival
      }
    return glyph == " " ? StyledText(" ") : StyledText(glyph, .hypothetical)
  }

  /// What a step changed, or would have changed.
  func changes(of row: HistoryRow, at place: Int) -> StyledText {
    switch state.whatIf.fate(of: row, at: place) {
    case .leftOut: StyledText("skipped", .hypothetical)
    case .moved: StyledText("moved", .hypothetical)
    case .same, .edited, .differs, .unreplayed, .later: ChangeWords.text(of: replayed(row), state.typesetting.glyphs)
    }
  }

  /// Returns the patch of what a step changed, or would have changed; nil for a long one.
  func shortPatch(of row: HistoryRow, at place: Int) -> NodePatch? {
    switch state.whatIf.fate(of: row, at: place) {
    case .leftOut, .moved: nil
    case .same, .edited, .differs, .unreplayed, .later: replayed(row).shortPatch
    }
  }

  /// Returns the replayed row for a recorded one, or the recorded one if there is none.
  func replayed(_ row: HistoryRow) -> HistoryRow { state.whatIf.shown?.row(of: row) ?? row }

  /// A note for panes whose contents are hypothetical.
  func note(on row: HistoryRow) -> (text: String, style: Style)? {
    guard let shown = state.whatIf.shown else { return nil }
    let arrivals = shown.question.plan.arrivals[row.step?.rawValue ?? 0] ?? []
    let before = arrivals.isEmpty ? "" : " Before this step: \(arrivals.map(Self.words).joined(separator: ", "))."
    switch shown.fate(of: row, at: state.cursor) {
    case .leftOut: return ("What if: this step is skipped. X restores it.", .hypothetical)
    case .unreplayed(let why): return ("What if: not replayable, so it changed nothing here: \(why).", .hypothetical)
    case .moved:
      let place = row.step.flatMap { shown.question.plan.moved[$0.rawValue] }.map(Self.name) ?? ""
      return ("What if: this step comes before \(place), and these are the states there.", .hypothetical)
    case .later: return ("As recorded: the step came after the replay. X on any action replays again.", .dim)
    case .edited: return ("What if: with other contents." + before, .hypothetical)
    case .same, .differs:
      if let store = state.storeName(of: row), !isReplayed(store) {
        return ("As recorded: the host has no reducer for this store.", .dim)
      }
      return ("What if: \(edits)." + before, .hypothetical)
    }
  }

  /// Whether the states of a store are replayed.
  func isReplayed(_ store: String) -> Bool { state.whatIf.shown?.run.stores.contains(store) == true }

  private static func words(for arrival: WhatIfPlan.Arrival) -> String {
    switch arrival {
    case .moved(let step): name(of: step)
    case .copy(let step, _): "a copy of " + name(of: step)
    }
  }
}
