import FluxtapeHistory

// Which rows the timeline lists.

extension InspectorState {
  var listQuestion: ListQuestion {
    ListQuestion(run: shownRun, filters: areFiltersOn ? filters : [], collapsesFloods: collapsesFloods)
  }

  /// A filter more; without a text, filters are switched off and on.
  mutating func acceptFilter(_ prompt: Prompt) {
    if let problem = RowFilter(prompt.line.text, in: history)?.problem { return refuse(prompt, problem) }
    search = prompt.earlierSearch
    ask(.stopSearching)
    show(originOf: prompt)
    guard let filter = RowFilter(prompt.line.text, in: history) else {
      guard !filters.isEmpty else { return say("no filter yet: press & and type a query") }
      areFiltersOn.toggle()
      return say(areFiltersOn ? "filters are on" : "filters are off")
    }
    filters.append(filter)
    areFiltersOn = true
    keepsPlaceInList = false
  }

  /// Keeps the prompt open with the caret at the place that is wrong. The view and the other filters stay.
  private mutating func refuse(_ prompt: Prompt, _ problem: QueryError) {
    var prompt = prompt
    prompt.line.moveToStart()
    prompt.line.move(by: problem.offset)
    layer = .prompt(prompt)
    say(problem.words, isError: true)
  }

  /// Takes back the filter that came last.
  mutating func dropFilter() {
    guard let last = filters.popLast() else { return }
    areFiltersOn = true
    let rest = filters.isEmpty ? "all steps are listed again" : "\(QuantityText.counted(filters.count, "filter")) left"
    say("[\(last.text)] removed; \(rest)")
  }

  /// Takes the last filter back into the prompt, to be changed.
  mutating func editLastFilter() {
    guard case .prompt(var prompt) = layer, prompt.kind == .filter, prompt.line.text.isEmpty else { return }
    guard let last = filters.popLast() else { return say("no filter yet") }
    prompt.line = LineEditor(last.text)
    layer = .prompt(prompt)
    searchAsTyped(prompt)
  }

  mutating func toggleFloods() {
    collapsesFloods.toggle()
    say(collapsesFloods ? "repeated actions are collapsed" : "repeated actions have a row each")
  }

  /// Takes the rows to list. After a new filter the cursor goes to the first row that passes.
  mutating func takeList(_ list: ListedRows, to question: ListQuestion) {
    guard question == listAsked else { return }
    listed = list
    defer { keepsPlaceInList = true }
    guard !keepsPlaceInList else { return }
    guard let first = list.first(in: rows) else {
      return say("no step passes the filter; Esc removes it")
    }
    jump(to: first)
    if let filter = question.filters.last { pathToKeep = filter }
  }

  /// The row of the list that is `steps` entries away from the cursor.
  func listedRow(_ steps: Int) -> Int? {
    guard listed.count > 0 else { return nil }
    let here = listed.position(of: cursor, in: rows)
    // A cursor between listed rows stands behind the one before it.
    let (target, overflow) = here.addingReportingOverflow(steps)
    let position = overflow ? (steps < 0 ? 0 : listed.count - 1) : min(max(target, 0), listed.count - 1)
    return listed.number(at: position, in: rows)
  }
}
