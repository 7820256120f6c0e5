import FluxtapeScreen

// The list of filters in the Answer pane.

extension AnswerRows {
  /// `  on   store:cart`: a row for each filter, and one that adds another.
  var filters: [DetailRow] {
    let filters = state.filtering.filters
    let rows = filters.indices.map { number in
      let (isOn, text) = (filters[number].isOn, filters[number].text)
      let mark = StyledText(isOn ? "  on   " : "  off  ", isOn ? .status : .dim)
      var result = DetailRow(.text(mark + StyledText(text, isOn ? .prompt : .dim)))
      result.item = number
      result.action = { $0.toggleFilter(number) }
      return result
    }
    var last = DetailRow.note("  add a filter\(typesetting.glyphs.ellipsis)")
    last.item = filters.count
    last.action = { $0.openPrompt(.filter) }
    return rows + [last]
  }
}

extension InspectorState {
  /// Whether the list of filters gets the keys.
  var isListingFilters: Bool { focus == .answer && answer?.subject == .filters }

  mutating func showFilters() { show(OpenAnswer(subject: .filters, content: .known)) }

  mutating func toggleFilter(_ number: Int) {
    guard filtering.filters.indices.contains(number) else { return }
    changeFilters { $0.filters[number].isOn.toggle() }
    say("[\(filtering.filters[number].text)] is \(filtering.filters[number].isOn ? "on" : "off")")
    rebuildPanes()
  }

  /// Opens the prompt with the selected filter.
  mutating func editFilter() {
    guard let number = selectedFilter() else { return }
    openPrompt(.filter)
    guard var prompt else { return }
    prompt.edited = number
    prompt.line = LineEditor(filtering.filters[number].text)
    self.prompt = prompt
    searchAsTyped(prompt)
  }

  mutating func removeSelectedFilter() {
    if let number = selectedFilter() { removeFilter(number) }
  }

  /// Selects a filter, if the list is shown.
  mutating func selectFilter(_ number: Int) {
    rebuildPanes()
    if answer?.subject == .filters { select(item: number) }
  }

  /// The number of the selected filter; nil with a message if there is none.
  private mutating func selectedFilter() -> Int? {
    guard isListingFilters, let number = details[.answer]?.selectedRow?.item, filtering.filters.indices.contains(number) else {
      say(isListingFilters ? "this row adds a filter" : "choose a filter first: F lists them")
      return nil
    }
    return number
  }
}
