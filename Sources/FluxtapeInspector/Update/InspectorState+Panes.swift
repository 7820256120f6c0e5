import FluxtapeHistory
import FluxtapeScreen

// Which pane has the keys, what each pane shows and in which form.

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

  mutating func zoom(by levels: Int) {
    zoom = Zoom(rawValue: min(max(zoom.rawValue + levels, 0), Zoom.allCases.count - 1)) ?? .normal
    rebuildPanes()
  }

  mutating func changeForm(_ action: InspectorAction) {
    switch action {
    case .formChanged: cycleForm()
    case .unchangedToggled:
      showsUnchanged.toggle()
      say(showsUnchanged ? "the diff shows unchanged values" : "the diff hides unchanged values")
    case .scopeToggled:
      scope = scope == .storeOfStep ? .everyStore : .storeOfStep
      say(scope == .storeOfStep ? "state of the step's store" : "states of every store at this step")
    case .basePicked: cycleBase()
    case .pinPlaced: placePin()
    default: break
    }
    rebuildPanes()
  }

  private mutating func cycleForm() {
    if case .viewer(var viewer) = layer {
      viewer.turn(columns: size.columns, typesetting)
      return layer = .viewer(viewer)
    }
    switch focus {
    case .action: actionForm = InspectorState.ActionForm(rawValue: (actionForm.rawValue + 1) % ActionForm.allCases.count) ?? .tree
    case .state:
      stateForm = StateForm(rawValue: (stateForm.rawValue + 1) % StateForm.allCases.count) ?? .tree
      say("state as \(["a tree", "a tree of what changed", "flat paths"][stateForm.rawValue])")
    case .diff: changeForm(.unchangedToggled)
    case .timeline: say("the timeline has one form; T changes its time column")
    case .answer:
      guard var answer, case .plot(let values, let isLogarithmic) = answer.subject else { return say("this pane has one form") }
      answer.subject = .plot(values, isLogarithmic: !isLogarithmic)
      self.answer = answer
    }
  }

  private mutating func cycleBase() {
    switch base {
    case .previous: base = whatIf.shown != nil ? .recorded : pin.map { .pin($0) } ?? .none
    case .recorded: base = pin.map { .pin($0) } ?? .none
    case .pin: base = .none
    case .none: base = .previous
    }
    // Where one pane has the room of all, it is the one that was asked for.
    if base != .none, focus == .timeline { shownDetail = .diff }
    switch base {
    case .previous: say("diff against the previous step of the store")
    case .recorded: say("diff from recorded to what-if")
    case .pin(let pin): say(pin.run == run ? "diff against the pinned step" : "diff against the step that is pinned in run \(pin.run + 1)")
    case .none: say("no diff")
    }
  }

  private mutating func placePin() {
    guard let row = currentRow else { return }
    let here = PinnedStep(run: run, row: row.place)
    if pin == here {
      pin = nil
      if case .pin = base { base = .previous }
      return say("unpinned")
    }
    pin = here
    if case .pin = base { base = .pin(here) }
    say("pinned; d takes the diff against it" + (runs.count > 1 ? ", in other runs too" : ""))
  }

  /// Takes what was read, unless the cursor has gone on since.
  mutating func take(_ detail: StepDetail) {
    guard detail.question == asked else { return }
    self.detail = detail
    rebuildPanes()
    if let filter = pathToKeep {
      pathToKeep = nil
      keepPath(of: filter)
    }
  }

  /// Makes the rows of the detail panes anew, with the cursor of each where it was.
  mutating func rebuildPanes() {
    guard let detail, detail.question.run == run else { return details = [:] }
    let layout = Layout(of: self)
    let store = cursorStore
    for pane in [Pane.action, .diff, .state] {
      var content = details[pane] ?? DetailPane()
      let width = max(layout.width(of: pane), 10)
      let isStorePane = pane != .action
      let rows =
        switch pane {
        case .action: ActionRows.rows(of: detail, in: self, width: width)
        case .diff: DiffRows.rows(of: detail, in: self, width: width)
        case .state, .timeline, .answer: StateRows.rows(of: detail, in: self, width: width)
        }
      let path = isStorePane ? store.flatMap { focusedPaths[$0] } : content.selectedRow?.place?.path
      content.show(rows, keeping: isStorePane ? store : ActionRows.store, path)
      details[pane] = content
    }
    guard let answer else { return }
    var content = details[.answer] ?? DetailPane()
    content.rows = AnswerRows.rows(of: answer, in: self, width: max(layout.width(of: .answer), 10), height: layout.height(of: .answer))
    content.selected = max(0, min(content.selected, content.rows.count - 1))
    details[.answer] = content
  }

  mutating func cycleTimeForm() {
    let forms = TimeForm.allCases.filter { $0 != .sincePin || pinnedRow != nil }
    let place = forms.firstIndex(of: timeForm) ?? 0
    timeForm = forms[(place + 1) % forms.count]
    switch timeForm {
    case .clock: say("the time of day, and since the row before")
    case .sinceRowBefore: say("the time since the row before")
    case .sincePin: say("the time since the pinned step")
    case .none: say("no times")
    }
  }
}
