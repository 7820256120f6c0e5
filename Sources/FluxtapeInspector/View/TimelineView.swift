import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// The timeline: one row for each step, with the lanes of the stores and the chain of the selected step.
struct TimelineView {
  private let state: InspectorState
  private let form: Layout.Form
  private var lanes: Lanes { state.lanes }
  private let chain: TimelineIndex.Chain?
  private let whatIf: WhatIfWords

  init(state: InspectorState, form: Layout.Form) {
    self.state = state
    self.form = form
    whatIf = WhatIfWords(state: state)
    chain = state.rows.isEmpty ? nil : state.index.chain(of: state.cursor)
  }

  func draw(in frame: inout Frame, _ region: Region) {
    let rows = state.rows
    guard !rows.isEmpty else {
      frame.write(StyledText(" no step yet", .dim), row: 0, in: region)
      return
    }
    let columns = TimelineColumns(of: state, lanes: lanes, form: form, width: region.columns)
    guard state.listed.count > 0 else {
      frame.write(StyledText(" no step passes the filter; Esc removes it", .dim), row: 0, in: region)
      return
    }
    let isDimmed = failsTypedFilter
    var above: (place: Int, second: Substring)?
    for (line, position) in state.timeline.visible(count: state.listed.count, height: region.rows).enumerated() {
      guard let place = state.listed.number(at: position, in: rows), let row = rows[place] else { continue }
      // The interval is measured from the row before in the log, which a filter may hide.
      let isNewSecond = above?.place != timedPlace(before: place) || clock(row).prefix(Self.secondLength) != above?.second
      var text = text(of: row, at: place, flood: state.listed.length(at: position), isNewSecond: isNewSecond, columns, frame)
      if row.time != nil { above = (place, clock(row).prefix(Self.secondLength)) }
      let isAway = state.whatIf.fate(of: row, at: place) == .leftOut
      if isAway || state.listed.isGuest(position) || isDimmed?(row.place) == true {
        text = text.restyled { $0 == .hypothetical ? $0 : .dim }
      }
      frame.write(state.marking(text, of: .timeline, width: region.columns, in: frame.typesetting), row: line, in: region)
      if place == state.cursor { frame.select(region.row(line), state.focus == .timeline ? .focused : .unfocused) }
    }
  }

  /// Whether a row is known to fail the filter that is being typed.
  private var failsTypedFilter: ((LinePlace) -> Bool)? {
    guard let prompt = state.prompt, prompt.kind == .filter, let search = state.search, search.text == prompt.line.text else {
      return nil
    }
    return search.isMiss
  }
}

// MARK: - Rows

extension TimelineView {
  /// - Parameters:
  ///   - flood: The number of steps that the row stands for.
  ///   - isNewSecond: Whether the row above is of another second, or is not the one before in the log.
  private func text(
    of row: HistoryRow, at place: Int, flood: Int, isNewSecond: Bool, _ columns: TimelineColumns, _ frame: Frame
  ) -> StyledText {
    var text = signs(of: row, at: place, frame.glyphs)
    guard row.step != nil || row.kind == .state else { return text + troubles(of: row, width: columns.width - 2, frame) }
    text += columns.step(row)
    if let time = columns.time {
      let showsClock = time == .clock && isNewSecond && row.time != nil
      text += StyledText(" " + (showsClock ? clock(row) : columns.delta(row, after: timeOrigin(of: place), frame)), .dim)
    }
    text.append(" ")
    text += laneCells(of: row, at: place, columns, frame.glyphs)
    text += gutter(of: place, frame.glyphs)
    let indent = isInChain(place) ? min(state.index.depth(of: place), columns.indentLimit) : 0
    text += StyledText(String(repeating: " ", count: indent))
    let times = flood > 1 ? StyledText(" \(frame.glyphs.times)\(flood.grouped)", .status) : StyledText()
    let words = StyledText(words(of: row), style(of: row)) + times
    // Other rows have no changes; their text is cut at its end.
    guard row.kind == .action || row.kind == .state else {
      text += words
      return text + noteText(on: row, in: columns.width - text.width(in: frame.typesetting, atMost: columns.width), frame.typesetting)
    }
    let outcome = columns.showsChanges ? StyledText() : ChangeWords.shortText(of: row, frame.glyphs)
    let room = columns.name - indent - (outcome.isEmpty ? 0 : outcome.width(in: frame.typesetting) + 1)
    let rest = room - words.width(in: frame.typesetting) - 1
    let contents = flood > 1 ? (text: StyledText(), isAll: false) : contents(of: whatIf.replayed(row), in: rest, frame.typesetting)
    var name = words + contents.text
    name += noteText(on: row, in: room - name.width(in: frame.typesetting), frame.typesetting)
    // On a wider row, the rest of the contents or a note would take these columns.
    let free = room - name.width(in: frame.typesetting)
    if contents.isAll, columns.showsValues, free > Self.noteMargin, let patch = whatIf.shortPatch(of: row, at: place) {
      let changed = ChangedValues(width: free - 2, typesetting: frame.typesetting).text(of: patch)
      if !changed.isEmpty { name += StyledText("  ") + changed }
    }
    text += name.fitted(to: max(room, 1), elision: .middle, typesetting: frame.typesetting)
    if !outcome.isEmpty { text += StyledText(" ") + outcome }
    if columns.showsChanges, flood == 1 { text += StyledText(" ") + whatIf.changes(of: row, at: place) }
    return text
  }

  /// Returns the row that a row's time is relative to.
  private func timeOrigin(of place: Int) -> HistoryRow? {
    if state.forms.time == .sincePin, let pin = state.pinnedRow { return state.rows[pin] }
    return timedPlace(before: place).flatMap { state.rows[$0] }
  }

  /// Returns the number of the nearest row above that has a time.
  private func timedPlace(before place: Int) -> Int? {
    (max(place - 8, 0)..<place).reversed().first { state.rows[$0]?.time != nil }
  }

  /// The two cells before a row: its mark and its what-if sign. On the cursor's row, the cursor and the mark, else the what-if sign.
  private func signs(of row: HistoryRow, at place: Int, _ glyphs: Glyphs) -> StyledText {
    let mark = mark(of: row, at: place, glyphs)
    guard place == state.cursor else { return (mark ?? StyledText(" ")) + whatIf.mark(of: row, at: place) }
    return StyledText(glyphs.cursor, .cursor) + (mark ?? whatIf.mark(of: row, at: place))
  }

  private func mark(of row: HistoryRow, at place: Int, _ glyphs: Glyphs) -> StyledText? {
    if state.pinnedRow == place { return StyledText(glyphs.pin, .pin) }
    if row.isInFlight || row.isTorn || row.isPending { return StyledText(glyphs.incomplete, .error) }
    if row.kind == .badLine || row.hasError || row.level == "error" || row.isRecorderProblem { return StyledText(glyphs.problem, .error) }
    if state.isBookmarked(row) { return StyledText(glyphs.bookmark, .bookmark) }
    if row.kind == .gap || row.kind == .jump || row.isDuplicate { return StyledText(glyphs.gap, .error) }
    return row.isUnchanged && !row.isUnreduced ? StyledText(glyphs.unchanged, .dim) : nil
  }

  /// The text of a row without a step, usually a problem of the log.
  private func troubles(of row: HistoryRow, width: Int, _ frame: Frame) -> StyledText {
    let line = row.lineNumber.map { "line \($0.grouped): " } ?? ""
    let style: Style = row.isProblem ? .error : .dim
    return StyledText(line + row.type, style).shortened(to: width, elision: .end, typesetting: frame.typesetting)
  }

  private func words(of row: HistoryRow) -> String {
    switch row.kind {
    case .mark: "mark: " + row.type
    case .gap: "gap: \(row.missingCount.map { $0.counted("record") + " lost, " } ?? "")\(row.type)"
    case .end: "end: " + row.type
    case .action: row.effect.map { words(of: $0, row) } ?? StepWords.type(of: row, in: state)
    case .state, .jump, .badLine, .unknown: StepWords.type(of: row, in: state)
    }
  }

  /// ` "p3", 33`: the values of an action's payload, as many as fit behind its name, and whether these are all.
  private func contents(of row: HistoryRow, in columns: Int, _ typesetting: Typesetting) -> (text: StyledText, isAll: Bool) {
    guard columns > 0 else { return (StyledText(), false) }
    guard row.kind == .action, !row.hasEffect, let payload = row.shortPayload else { return (StyledText(), true) }
    let values = ValuePreview(width: columns, typesetting: typesetting).values(of: payload)
    return (values.text.isEmpty ? values.text : StyledText(" ") + values.text.restyled { _ in .dim }, values.isAll)
  }

  /// A note, or what a step changed, needs more columns than these.
  private static let noteMargin = 6

  /// `  why twice?`: the note on a step, in columns that nothing else needs.
  private func noteText(on row: HistoryRow, in columns: Int, _ typesetting: Typesetting) -> StyledText {
    guard columns > Self.noteMargin, let note = row.step.flatMap({ state.notes.texts[$0] }) else { return StyledText() }
    return StyledText("  " + note, .dim).shortened(to: columns, typesetting: typesetting)
  }

  /// `search#2 finished 5 ms`, or `fetch 7 started` if the effect's name does not begin with the type.
  private func words(of effect: RecordedEffect, _ row: HistoryRow) -> String {
    let words = effect.words(of: row.type)
    guard effect.phase != .started, let duration = row.duration else { return words }
    return words + " " + ThreeDigits.compactDuration(duration)
  }

  private func style(of row: HistoryRow) -> Style {
    if row.isProblem { return .error }
    switch row.kind {
    case .mark: return .bookmark
    case .action: return row.type.hasPrefix("@@") || row.hasEffect ? .dim : .text
    // A state with a step is a change without a recorded action.
    case .state: return row.step == nil ? .dim : .text
    case .gap, .jump, .badLine, .unknown, .end: return .dim
    }
  }

  /// The length of `09:00:06`.
  private static let secondLength = 8

  private func clock(_ row: HistoryRow) -> String {
    row.time.map { state.clock($0) } ?? ""
  }
}

// MARK: - Lanes and chains

extension TimelineView {
  private func laneCells(of row: HistoryRow, at place: Int, _ columns: TimelineColumns, _ glyphs: Glyphs) -> StyledText {
    if columns.showsInitial {
      let lane = row.store.flatMap { lanes.lane(of: $0) }
      return lane.map { StyledText(lanes.lanes[$0].initial, .lane($0)) } ?? StyledText(" ")
    }
    guard columns.showsLanes else { return StyledText() }
    let event = row.store.flatMap { lanes.lane(of: $0) }
    let cause = state.history.cause(of: place).flatMap { state.rows[$0]?.store }.flatMap { lanes.lane(of: $0) }
    let join = event.flatMap { event in cause.map { min($0, event)...max($0, event) } }
    var text = StyledText()
    for (number, lane) in lanes.lanes.enumerated() {
      let isJoined = join?.contains(number) == true && join?.count ?? 0 > 1
      if number > 0 { text.append(isJoined && join?.contains(number - 1) == true ? glyphs.joinAcross : " ", .dim) }
      let isAlive = lane.rows?.contains(place) == true
      if number == event {
        text.append(row.kind == .state ? glyphs.stateEvent : glyphs.event, row.isProblem ? .error : .lane(number))
      } else if isJoined, number == cause {
        text.append(number == join?.lowerBound ? glyphs.joinRight : glyphs.joinLeft, .dim)
      } else if isJoined {
        text.append(isAlive ? glyphs.crossing : glyphs.joinAcross, .dim)
      } else {
        text.append(isAlive ? glyphs.lane : " ", .dim)
      }
    }
    return text + StyledText(" ")
  }

  private func isInChain(_ place: Int) -> Bool { chain.map { state.index.isRow(place, in: $0) } ?? false }

  /// The bracket around the rows of the cursor's chain.
  private func gutter(of place: Int, _ glyphs: Glyphs) -> StyledText {
    guard let chain, (chain.first...chain.last).contains(place) else { return StyledText(" ") }
    if place == chain.first { return StyledText(glyphs.chainStart, .cursor) }
    if place == chain.last { return StyledText(glyphs.chainEnd, .cursor) }
    return isInChain(place) ? StyledText(glyphs.chainMiddle, .cursor) : StyledText(glyphs.chainPasses, .dim)
  }
}
