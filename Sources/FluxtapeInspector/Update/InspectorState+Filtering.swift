import FluxtapeHistory

// The filters of the timeline.

extension InspectorState {
  var listQuestion: ListQuestion {
    ListQuestion(run: shownRun, filters: filtering.active, collapsesFloods: filtering.collapsesFloods)
  }

  /// Adds a filter, or replaces the one that the prompt was opened with.
  mutating func acceptFilter(_ prompt: Prompt) {
    search = prompt.earlierSearch
    ask(.stopSearching)
    show(originOf: prompt)
    guard let filter = try? filter(in: prompt) else {
      let rest = prompt.edited == nil ? "there is no new filter" : "the filter stays (d removes it)"
      return say("nothing was typed, so \(rest)")
    }
    if let known = filtering.number(of: filter) {
      let wasOn = filtering.filters[known].isOn
      filtering.filters[known].isOn = true
      if known != prompt.edited || !wasOn {
        say("[\(filtering.filters[known].text)] is \(wasOn ? "a filter already" : "on again")")
      }
      return selectFilter(known)
    }
    filtering.newest = filter
    if let number = prompt.edited, filtering.filters.indices.contains(number) {
      filtering.filters[number] = Filtering.Entry(filter: filter)
      selectFilter(number)
    } else {
      filtering.filters.append(Filtering.Entry(filter: filter))
      selectFilter(filtering.filters.count - 1)
    }
  }

  /// Removes the last filter that is on.
  mutating func dropFilter() {
    if let number = filtering.filters.lastIndex(where: \.isOn) { removeFilter(number) }
  }

  mutating func removeFilter(_ number: Int) {
    let removed = filtering.filters.remove(at: number)
    if filtering.newest == removed.filter { filtering.newest = nil }
    let count = filtering.active.count
    let rest = count == 0 ? "all steps are listed again" : "\(QuantityText.counted(count, "filter")) left"
    say("[\(removed.text)] removed; \(removed.isOn ? rest : "it was off")")
    rebuildPanes()
  }

  mutating func toggleFloods() {
    filtering.collapsesFloods.toggle()
    say(filtering.collapsesFloods ? "repeated actions are collapsed" : "repeated actions have a row each")
  }

  /// Lists new rows. After a new filter, the cursor goes to the first row that passes, unless its own does.
  mutating func receiveList(_ list: ListedRows, to question: ListQuestion) {
    guard question == filtering.asked else { return }
    listed = list
    guard let newest = filtering.newest else { return }
    filtering.newest = nil
    guard let first = list.first(in: rows) else {
      say("no step passes the filter; Esc removes it")
      return ask(.readUnseenNames(newest, of: shownRun))
    }
    if list.number(at: list.position(of: cursor, in: rows), in: rows) != cursor { jump(to: first) }
    filtering.pathToKeep = newest
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

extension Filtering {
  /// Returns the number of the filter with the same condition.
  func number(of filter: RowFilter) -> Int? { filters.firstIndex { $0.filter.query.condition == filter.query.condition } }
}
