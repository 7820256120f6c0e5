import FluxtapeHistory
import FluxtapeScreen

// The focus, and what each pane shows in which form.

extension InspectorState {
  mutating func cycleFocus(by panes: Int) {
    let count = Pane.allCases.count - (answer == nil ? 1 : 0)
    let place = ((focus.rawValue + panes) % count + count) % count
    open(Pane(rawValue: place) ?? .timeline)
  }

  mutating func open(_ pane: Pane) {
    focus = pane
    if pane != .timeline { shownDetail = pane }
    rebuildPanes()
  }

  /// Shows a pane that a key has changed. The focus goes there only if there is no room beside the timeline.
  mutating func bringForward(_ pane: Pane) {
    func isShown(in state: Self) -> Bool { Layout(of: state).slots.contains { $0.pane == pane } }
    if isShown(in: self) { return }
    if focus == .timeline { shownDetail = pane }
    if !isShown(in: self) { open(pane) }
  }

  /// The zoom of the focused pane. That of an answer is only for that answer.
  var focusedZoom: Zoom { focus == .answer ? answer?.zoom ?? zoom : zoom }

  mutating func zoom(by levels: Int) {
    let level = Zoom(rawValue: min(max(focusedZoom.rawValue + levels, 0), Zoom.allCases.count - 1)) ?? .normal
    if focus == .answer, answer?.zoom != nil { answer?.zoom = level } else { zoom = level }
    rebuildPanes()
  }

  mutating func toggleUnchanged() {
    forms.showsUnchanged.toggle()
    say(forms.showsUnchanged ? "the diff shows unchanged values" : "the diff hides unchanged values")
    bringForward(.diff)
    rebuildPanes()
  }

  mutating func toggleScope() {
    forms.scope = forms.scope == .storeOfStep ? .everyStore : .storeOfStep
    say(forms.scope == .storeOfStep ? "state of the step's store" : "states of every store at this step")
    bringForward(.state)
    rebuildPanes()
  }

  mutating func cycleForm() {
    defer { rebuildPanes() }
    switch focus {
    case .action: forms.showsRawLine.toggle()
    case .state: say("this pane has one form; the Diff pane lists what changed alone")
    case .diff: toggleUnchanged()
    case .timeline: say("the timeline has one form; T changes its time column")
    case .answer:
      if case .plot(let value, let isLogarithmic)? = answer?.subject {
        answer?.subject = .plot(value, isLogarithmic: !isLogarithmic)
      } else if case .value(let request, var text)? = answer?.content, text.hasForms {
        text.cycleForm()
        answer?.content = .value(request, text)
      } else {
        say("this pane has one form")
      }
    }
  }

  mutating func cycleBase() {
    defer { rebuildPanes() }
    if focus == .answer, answer?.question?.other != nil { return diffAgainstOtherRun() }
    switch base {
    case .previous: base = whatIf.shown != nil ? .recorded : pin.map { .pin($0) } ?? .none
    case .recorded: base = pin.map { .pin($0) } ?? .none
    case .pin: base = .none
    case .none: base = .previous
    }
    if base != .none { bringForward(.diff) }
    switch base {
    case .previous: say("diff against the previous step of the store")
    case .recorded: say("diff from recorded to what-if")
    case .pin(let pin): say(pin.run == run ? "diff against the pinned step" : "diff against the pinned step of run \(pin.run + 1)")
    case .none: say("no diff")
    }
  }

  mutating func placePin() {
    defer { rebuildPanes() }
    guard let row = currentRow else { return }
    let here = PinnedStep(run: run, row: row.place)
    if pin == here {
      pin = nil
      if case .pin = base { base = .previous }
      return say("unpinned")
    }
    pin = here
    if case .pin = base { base = .pin(here) }
    say("pinned; d diffs against it" + (runs.count > 1 ? ", in other runs too" : ""))
  }

  /// Shows a step that was read, unless the cursor has moved on.
  mutating func receive(_ detail: StepDetail) {
    guard detail.question == asked else { return }
    self.detail = detail
    rebuildPanes()
    if let filter = filtering.pathToKeep {
      filtering.pathToKeep = nil
      keepPath(of: filter)
    }
    showHit()
  }

  /// Rebuilds the rows of the detail panes. Each cursor keeps its place.
  mutating func rebuildPanes() {
    let layout = Layout(of: self)
    let store = cursorStore
    for pane in [Pane.action, .diff, .state] {
      guard let detail, detail.question.run == run else {
        details[pane] = nil
        continue
      }
      var content = details[pane] ?? DetailPane()
      let width = max(layout.width(of: pane), 10)
      let isStorePane = pane != .action
      var rows =
        switch pane {
        case .action: ActionRows.rows(of: detail, in: self, width: width)
        case .diff: DiffRows.rows(of: detail, in: self, width: width)
        case .state, .timeline, .answer: StateRows.rows(of: detail, in: self, width: width)
        }
      let hidden = rows.reduce(0) { $0 + $1.hiddenByLimit }
      if hidden > 0 { rows += DetailRow.notes(JSONTree.limitWords(hiding: hidden), .changed, width: width, in: typesetting) }
      let path = isStorePane ? store.flatMap { valueCursor.paths[$0] } : content.selectedRow?.place?.path
      content.show(rows, keeping: isStorePane ? store : ActionRows.store, path)
      details[pane] = content
    }
    guard answer != nil else { return }
    let width = max(layout.width(of: .answer), 10)
    if case .value(let request, var text)? = answer?.content {
      text.wrap(columns: width, typesetting)
      answer?.content = .value(request, text)
    }
    var list = details[.answer] ?? DetailPane()
    list.list(AnswerRows.rows(in: self, width: width, height: layout.height(of: .answer)), having: words.filter)
    details[.answer] = list
  }

  mutating func toggleMouse() {
    reportsMouse.toggle()
    ask(.terminal(.reportMouse(reportsMouse)))
    say(reportsMouse ? "mouse on: clicks and wheel; with Shift, the terminal selects text" : "mouse off: the terminal selects text")
  }

  mutating func cycleTimeForm() {
    let available = PaneForms.Time.allCases.filter { $0 != .sincePin || pinnedRow != nil }
    let place = available.firstIndex(of: forms.time) ?? 0
    forms.time = available[(place + 1) % available.count]
    let layout = Layout(of: self)
    let columns = TimelineColumns(of: self, lanes: lanes, form: layout.form, width: layout.width(of: .timeline))
    let hint = columns.time != nil ? "" : "; a wider screen shows it"
    switch forms.time {
    case .clock where columns.time == .clock: say("the time of day where the second changes, else since the previous row")
    case .clock where columns.time != nil: say("the time since the previous row; a wider screen also shows the time of day")
    case .clock: say("the time of day" + hint)
    case .sinceRowBefore: say("the time since the previous row" + hint)
    case .sincePin: say("the time since the pinned step" + hint)
    case .none: say("no times")
    }
  }
}
