import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// The header of a pane: its name, in brackets if focused, and what it shows.
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
    var right = slot.pane == .timeline ? StyledText() : note(on: slot.pane, frame.glyphs)
    // Where one pane has the whole screen, that one tells of the log.
    if slot.pane == .timeline || (state.focusedZoom == .full && state.answer?.isWhole != true) {
      let room = width - right.width(in: frame.typesetting)
      right = Self.joined([right, logNote(width: room, besides: left.width(in: frame.typesetting))])
    }
    if slot.pane != .timeline {
      // Of a value's path the end says most; of an answer, the beginning as well.
      let room = max(width - left.width(in: frame.typesetting) - 4, 16)
      right = right.shortened(to: room, elision: slot.pane == .answer ? .middle : .start, typesetting: frame.typesetting)
    }
    let rightWidth = right.isEmpty ? 0 : right.width(in: frame.typesetting) + 2
    // The filters and hits matter more than the names of the lanes.
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
      case .action: state.forms.showsRawLine ? "Action raw" : "Action"
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
    // If panes share a region, brackets also mark the visible one.
    return form == .stacked && pane == state.visibleDetail ? StyledText("[\(name)]", .title) : StyledText(name, .text)
  }

  /// The timeline's name and the names of the lanes.
  private func timelineTitle(_ line: String) -> StyledText {
    var text = name(.timeline) + StyledText(line + " ", .border)
    for (number, lane) in state.lanes.lanes.enumerated() { text += StyledText(lane.initial, .lane(number)) + StyledText(" \(lane.name)  ") }
    return text
  }

  /// The names of all detail panes if they share one region, else this pane's name.
  private func detailTitle(_ slot: Layout.Slot, _ line: String) -> StyledText {
    names(in: slot).reduce(into: StyledText()) { text, pane in text += name(pane) + StyledText(line, .border) }
  }

  private func names(in slot: Layout.Slot) -> [Pane] {
    guard form == .stacked, slot.pane != .timeline, slot.pane != .answer || state.answer?.isWhole != true else { return [slot.pane] }
    return [.action, .diff, .state] + (state.answer == nil ? [] : [.answer])
  }

  /// Returns the pane whose name is at a column of a header, else the pane below.
  func pane(at column: Int, in slot: Layout.Slot) -> Pane {
    var end = slot.header.origin.column + 1
    return names(in: slot).first { pane in
      end += name(pane).width(in: state.typesetting) + 1
      return column < end
    } ?? slot.pane
  }

  /// What the pane shows.
  private func note(on pane: Pane, _ glyphs: Glyphs) -> StyledText {
    if pane == .answer, state.answer?.isWhole == true { return listNote }
    guard let row = state.currentRow else { return StyledText() }
    // The pane still shows another step, so the header does not name this one yet.
    if pane != .answer, state.isReadingStep { return StyledText("reading\(glyphs.ellipsis)", .status) }
    switch pane {
    case .timeline: return StyledText()
    case .answer:
      // Questions about the whole log always refer to the recorded run.
      let isRecorded = state.whatIf.shown != nil
      return listNote + askedStep
        + StyledText(state.isAnswerStale ? "  before the log grew" : "", .changed)
        + StyledText(isRecorded ? "  as recorded" : "", .hypothetical)
    case .action:
      let cause = row.cause.map { "by #" + $0.rawValue.grouped }
      return Self.joined([state.selectedPath, unnamedValue, StyledText(cause ?? "", .dim)])
    case .diff: return Self.joined([unnamedValue, diffNote(row, glyphs)])
    case .state:
      guard state.forms.scope == .storeOfStep, let store = state.storeName(of: row) else {
        return Self.joined([state.chosenValueWords, StyledText("every store", .dim)])
      }
      let isBefore = row.isInFlight || state.detail?.states.first { $0.name == store }?.end != nil
      return Self.joined([state.chosenValueWords, StyledText(store, .text)]) + StyledText(isBefore ? " before" : " after", .dim)
        + StyledText(" " + StepWords.name(of: row), .dim) + StyledText(state.whatIf.shown == nil ? "" : " what if", .hypothetical)
    }
  }

  /// The value that keys are about, unless the State pane is on the screen and names it.
  private var unnamedValue: StyledText { form == .stacked || state.focusedZoom == .full ? state.chosenValueWords : StyledText() }

  /// `  after #100`: an answer about one step stays when the cursor leaves that step, and then stands out.
  private var askedStep: StyledText {
    guard let question = state.answer?.question, let step = question.step else { return StyledText() }
    let here = if let store = question.path?.store { state.stateRow(of: store) } else { state.currentRow }
    let isHere = here?.place == question.row.flatMap(question.run.rows.place)
    return StyledText("  \(step)", isHere ? .dim : .changed)
  }

  /// `[type:cart.*] 12 of 14,203 steps  /retry: hit 1 of 4, in payload.order  chain of 27`, as much of it as fits beside the title.
  private func logNote(width: Int, besides title: Int) -> StyledText {
    let typesetting = state.typesetting
    let words = state.searchWords
    let (hits, hitsAndPlace) = (StyledText(words?.short ?? "", .prompt), StyledText(words?.whole ?? "", .prompt))
    let filters = filterNote(room: max(width - 18 - hits.width(in: typesetting), 0))
    let chain = StyledText(chainWords, .dim)
    // For the place of a hit, the names of the lanes are shortened.
    let notes = [([filters, hitsAndPlace, chain], title), ([filters, hitsAndPlace], min(title, 20))]
    return notes.map { (Self.joined($0), $1) }.first { $0.width(in: typesetting) + $1 + 4 <= width }?.0 ?? Self.joined([filters, hits])
  }

  /// `chain of 27`: the step, what led to it and what it led to, directly or not, as `chain:42` lists; empty for a step that is alone.
  private var chainWords: String {
    let causes = state.index.origins.rows(leadingTo: state.cursor, atMost: Self.mostOfChain).count
    var effects: Set<Int> = []
    var waiting = state.history.effects(of: state.cursor)
    while effects.count < Self.mostOfChain, let next = waiting.popLast() {
      if effects.insert(next).inserted { waiting += state.history.effects(of: next) }
    }
    if causes + effects.count == 0 { return "" }
    return "chain of \((causes + 1 + effects.count).grouped)" + (max(causes, effects.count) < Self.mostOfChain ? "" : " or more")
  }

  /// The number of earlier and of later steps to look at, as this is done for each frame.
  private static let mostOfChain = 1000

  static func joined(_ notes: [StyledText]) -> StyledText {
    notes.reduce(StyledText()) { $0.isEmpty ? $1 : $1.isEmpty ? $0 : $0 + StyledText("  ") + $1 }
  }

  /// `[type:cart.*][-is:error off] 12 of 14,203 steps`; without the words for the counts if they do not fit. Without room for all filters,
  /// their number and the last that is on, cut at its end.
  private func filterNote(room: Int) -> StyledText {
    let typesetting = state.typesetting
    let filters = state.filtering.filters
    let isAnyOn = filters.contains(where: \.isOn)
    let counted = state.listed.counted
    let counts = [counted.words(ofAll: state.stepCount), counted.share(ofAll: state.stepCount)].map { words in
      isAnyOn ? StyledText(" " + words, .dim) : StyledText()
    }
    let chips = filters.reduce(into: StyledText()) { $0 += chip(of: $1) }
    if let note = counts.map({ chips + $0 }).first(where: { $0.width(in: typesetting) <= room }) { return note }
    var short = chips
    if filters.count > 1, let last = filters.last(where: \.isOn) ?? filters.last {
      short = StyledText(filters.count.counted("filter") + " ", .dim) + chip(of: last)
    }
    let shortRoom = max(room - counts[1].width(in: typesetting), 0)
    return (short.shortened(to: shortRoom, typesetting: typesetting) + counts[1]).shortened(to: room, typesetting: typesetting)
  }

  private func chip(of entry: Filtering.Entry) -> StyledText {
    entry.isOn ? StyledText("[\(entry.text)]", .prompt) : StyledText("[\(entry.text) off]", .dim)
  }

  /// `[flux-] 3 of 12 runs  /cart: 2 runs  by time`
  private var listNote: StyledText {
    let words = state.words
    let isSorted = state.answer?.subject == .runs && state.sortsRunsByTime
    let title = StyledText(isSorted ? "by time" : state.answer?.title ?? "", .dim)
    let filter = words.filter.isEmpty ? StyledText() : StyledText("[\(words.filter)]", .prompt) + StyledText(" \(state.listShare)", .dim)
    let search = StyledText(state.listSearchWords ?? "", .prompt)
    // The title of a value says which form of it is shown, and needs the room more than a search that found nothing.
    if case .value? = state.answer?.subject { return Self.joined([title, state.listHits.isEmpty ? StyledText() : search]) }
    return Self.joined([filter, search, title])
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
      return StyledText("recorded \(glyphs.arrow) what if\(count.map { "  " + $0.counted("difference") } ?? "")", .dim)
    }
    // A state recorded before the first step has no row.
    var from = base.map { StepWords.name(of: $0) } ?? (state.detail?.base?.node == nil ? "nothing" : "the start")
    var to = StepWords.name(of: row)
    // If the base comes later in the log, so does this step's outcome.
    if state.base == .previous, let base, base.place > row.place, let line = state.history.completionLine(of: state.cursor) {
      to += " (completed at line \(line.grouped))"
    }
    if case .pin(let pin) = state.base {
      if pin.run != state.run { from = "run \(pin.run + 1) \(from)" } else if pin.row > row.place { swap(&from, &to) }
    }
    var changes = ""
    // A state without an action shows changes of unknown origin.
    let found = row.kind == .state ? state.detail?.found?.changes.count : nil
    if !row.isChangeUnknown, let count = state.detail?.changes?.count ?? found {
      changes = count == 0 ? "  no change" : "  " + count.counted("change")
    }
    // The pinned step may belong to another store, and the diff is about the store of this step only.
    let isOfOne = state.base == .previous || state.forms.scope != .storeOfStep || state.history.stores.count < 2
    return StyledText("\(from) \(glyphs.arrow) \(to)\(isOfOne ? "" : " of \(store)")\(changes)", .dim)
  }
}

extension InspectorState {
  /// `/retry: hit 1 of 4`, and with the place of the hit: `, in payload.order`. Nil without a search, and while one is typed.
  var searchWords: (short: String, whole: String)? {
    guard let search, !isPrompting else { return nil }
    // A search reads the recorded states, not the replayed ones.
    let short = "/\(search.text.prefix(20)): " + search.progress(of: whatIf.shown == nil ? "hit" : "recorded hit", at: currentRow?.place)
    return (short, short + (search.place.map { ", in \($0.words)" } ?? ""))
  }

  /// `/cart: 2 runs`. Nil without a search in the shown list, and while one is typed.
  var listSearchWords: String? {
    guard !isPrompting, !words.search.isEmpty else { return nil }
    return "/\(words.search.prefix(20)): \(listHits.count.counted(listNoun))"
  }

  /// The value that keys are about: `.total`, or `session.retries (absent)` of another store than the step's.
  var chosenValueWords: StyledText {
    guard let (store, pointer) = chosenValue else { return StyledText() }
    let path = StatePath(store: store == storeName(of: currentRow) ? nil : store, pointer, in: document(of: store))
    // In an unknown state the value may or may not exist.
    let known = detail?.states.first { $0.name == store }?.state
    let isAbsent = known.map { $0.isAbsent || $0.node.map { $0[pointer] == nil } == true } ?? false
    return StyledText(path.description, .key) + StyledText(isAbsent ? " (absent)" : "", .dim)
  }

  /// The part of the record that the focused Action pane selects: `.payload.items[0]`.
  var selectedPath: StyledText {
    guard focus == .action, let path = details[.action]?.selectedRow?.place?.path else { return StyledText() }
    return StyledText("." + path.text(in: .null))
  }
}
