import FluxtapeHistory

// The filters of the timeline.

extension InspectorState {
  var listQuestion: ListQuestion {
    ListQuestion(run: shownRun, filters: filtering.active, collapsesFloods: filtering.collapsesFloods)
  }

  /// Adds a filter. An empty text turns all filters off or on.
  mutating func acceptFilter(_ prompt: Prompt) {
    search = prompt.earlierSearch
    ask(.stopSearching)
    show(originOf: prompt)
    guard let filter = try? filter(in: prompt) else {
      guard !filtering.filters.isEmpty else { return say("no filter yet: press & and type a query") }
      filtering.isOn.toggle()
      return say(filtering.isOn ? "filters are on" : "filters are off")
    }
    filtering.filters.append(filter)
    filtering.isOn = true
    filtering.keepsCursor = false
  }

  /// Removes the last filter.
  mutating func dropFilter() {
    guard let last = filtering.filters.popLast() else { return }
    filtering.isOn = true
    let count = filtering.filters.count
    let rest = count == 0 ? "all steps are listed again" : "\(QuantityText.counted(count, "filter")) left"
    say("[\(last.text)] removed; \(rest)")
  }

  /// Moves the last filter back into the prompt, for editing.
  mutating func editLastFilter() {
    guard case .prompt(var prompt) = layer, prompt.kind == .filter, prompt.line.text.isEmpty else { return }
    guard let last = filtering.filters.popLast() else { return say("no filter yet") }
    prompt.line = LineEditor(last.text)
    layer = .prompt(prompt)
    searchAsTyped(prompt)
  }

  mutating func toggleFloods() {
    filtering.collapsesFloods.toggle()
    say(filtering.collapsesFloods ? "repeated actions are collapsed" : "repeated actions have a row each")
  }

  /// Lists new rows. After a new filter, the cursor goes to the first row that passes, unless its own does.
  mutating func receiveList(_ list: ListedRows, to question: ListQuestion) {
    guard question == filtering.asked else { return }
    listed = list
    defer { filtering.keepsCursor = true }
    guard !filtering.keepsCursor else { return }
    guard let first = list.first(in: rows) else {
      return say("no step passes the filter; Esc removes it")
    }
    if list.number(at: list.position(of: cursor, in: rows), in: rows) != cursor { jump(to: first) }
    if let filter = question.filters.last { filtering.pathToKeep = filter }
  }

  /// Returns the listed row that is `steps` entries away from the cursor.
  func listedRow(_ steps: Int) -> Int? {
    guard listed.count > 0 else { return nil }
    let here = listed.position(of: cursor, in: rows)
    // A cursor between listed rows counts as on the one before it.
    let (target, overflow) = here.addingReportingOverflow(steps)
    let position = overflow ? (steps < 0 ? 0 : listed.count - 1) : min(max(target, 0), listed.count - 1)
    return listed.number(at: position, in: rows)
  }
}
