import FluxtapeHistory

// Which rows the timeline lists.

extension InspectorState {
  var listQuestion: ListQuestion {
    ListQuestion(run: shownRun, filters: areFiltersOn ? filters : [], collapsesFloods: collapsesFloods)
  }

  /// A filter more; without a text, filters are switched off and on.
  mutating func acceptFilter(_ prompt: Prompt) {
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
    if let problem = filter.problem { say("not a valid query, searched as plain text: \(problem)") }
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
      let problem = question.filters.last?.problem.map { " (not a query: \($0))" } ?? ""
      return say("no step passes the filter\(problem); Esc removes it")
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
