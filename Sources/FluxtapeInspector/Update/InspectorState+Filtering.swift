import FluxtapeAnswers
import FluxtapeHistory

// The filters of the timeline.

extension InspectorState {
  var listQuestion: ListQuestion {
    ListQuestion(run: shownRun, filters: filtering.active, collapsesFloods: filtering.collapsesFloods)
  }

  /// Adds a filter, or replaces the one that the prompt was opened with.
  mutating func acceptFilter(_ prompt: Prompt) {
    search = prompt.earlierSearch
    ask(.stop([.search]))
    show(originOf: prompt)
    guard let filter = try? filter(in: prompt) else {
      let rest = prompt.edited == nil ? "there is no new filter" : "the filter stays (d removes it)"
      return say("nothing was typed, so \(rest)")
    }
    if let known = filtering.number(of: filter) {
      let wasOn = filtering.filters[known].isOn
      changeFilters { $0.filters[known].isOn = true }
      if known != prompt.edited || !wasOn {
        say("[\(filtering.filters[known].text)] is \(wasOn ? "a filter already" : "on again")")
      }
      return selectFilter(known)
    }
    filtering.newest = filter
    if let number = prompt.edited, filtering.filters.indices.contains(number) {
      changeFilters { $0.filters[number] = Filtering.Entry(filter: filter) }
      selectFilter(number)
    } else {
      changeFilters { $0.filters.append(Filtering.Entry(filter: filter)) }
      selectFilter(filtering.filters.count - 1)
    }
  }

  /// Adds a filter for the actions of a store, or of one of its types, and goes to the timeline.
  mutating func list(store: String, type: String?) {
    let query = (["store:" + QueryWord.quoted(store)] + [type.map { "type:" + QueryWord.quoted($0) }].compactMap(\.self)).joined(
      separator: " ")
    guard let filter = try? filter(query) else { return say("[\(query)] is no filter for this log", isError: true) }
    if let known = filtering.number(of: filter) {
      changeFilters { $0.filters[known].isOn = true }
    } else {
      filtering.newest = filter
      changeFilters { $0.filters.append(Filtering.Entry(filter: filter)) }
    }
    open(.timeline)
    let others = filtering.active.count - 1
    say("[\(query)] is on" + (others == 0 ? "" : ", beside \(others.counted("filter"))") + "; U undoes it")
  }

  mutating func removeFilter(_ number: Int) {
    let removed = filtering.filters[number]
    changeFilters { $0.filters.remove(at: number) }
    if filtering.newest == removed.filter { filtering.newest = nil }
    let count = filtering.active.count
    let rest = count == 0 ? "all steps are listed again" : "\(count.counted("filter")) left"
    say("[\(removed.text)] removed; \(removed.isOn ? rest : "it was off"); U brings it back")
    rebuildPanes()
  }

  mutating func toggleFloods() {
    filtering.collapsesFloods.toggle()
    say(filtering.collapsesFloods ? "repeated actions are collapsed" : "repeated actions have a row each")
  }

  mutating func receiveList(_ list: ListedRows, to question: ListQuestion) {
    if question == filtering.asked { show(list) }
  }

  /// Lists rows. If the filters changed, the cursor stays on its row, or goes to the nearest one that passes; while it follows new rows,
  /// it goes to the last one that passes.
  mutating func show(_ list: ListedRows) {
    listed = list
    if log.isFollowing, !isPrompting { moveCursor(to: followedRow) }
    guard filtering.isChanged else { return }
    filtering.isChanged = false
    let newest = filtering.newest
    filtering.newest = nil
    guard list.passing > 0 else {
      guard let newest else { return }
      say("no step passes the filter; Esc removes it")
      return ask(.unseenNames(in: newest, of: shownRun))
    }
    if !log.isFollowing { selectListedRow() }
    if let newest { filtering.pathToKeep = newest }
  }

  /// Goes from a row that does not pass to the one before it that does, else to the one after it.
  private mutating func selectListedRow() {
    guard let nearest = listed.number(at: listed.position(of: cursor, in: rows), in: rows), nearest != cursor else { return }
    jump(to: nearest)
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
