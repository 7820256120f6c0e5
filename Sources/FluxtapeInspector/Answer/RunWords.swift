import FluxtapeHistory

/// What the list of runs is searched for and filtered by: words in any order, of a run's test, file, verdict or reason.
struct RunWords: Hashable, Sendable {
  var search = ""
  var filter = ""

  /// Whether a text has all of the words.
  static func are(_ words: String, in text: String) -> Bool {
    words.split(separator: " ").allSatisfy { SearchText(String($0)).isIn(text) }
  }
}

extension Prompt {
  /// Whether words for the list of runs are typed.
  var isAboutRuns: Bool { kind == .runSearch || kind == .runFilter }
}

extension InspectorState {
  /// Whether the list of runs gets the keys.
  var isListingRuns: Bool { focus == .answer && answer?.subject == .runs }

  /// The positions of the listed runs that a search found.
  var runHits: [Int] {
    guard answer?.subject == .runs, !runWords.search.isEmpty, let rows = details[.answer]?.rows else { return [] }
    return rows.indices.filter { rows[$0].run != nil && RunWords.are(runWords.search, in: rows[$0].keywords) }
  }

  /// The number of runs that pass the filter.
  var listedRuns: Int { details[.answer]?.rows.count { $0.run != nil } ?? 0 }

  /// Opens a prompt about the list of runs, which comes to the front.
  mutating func openRunPrompt(_ kind: PromptKind) {
    if !isListingRuns { showRuns() }
    runsBelow = (runWords, details[.answer]?.selectedRow?.run)
    var prompt = Prompt(kind: kind, origin: currentRow?.place, earlierSearch: search)
    if kind == .runFilter { prompt.line = LineEditor(runWords.filter) }
    layer = .prompt(prompt)
  }

  /// Lists or selects runs after each edit of the words.
  mutating func findRuns(asTypedIn prompt: Prompt) {
    if prompt.kind == .runFilter { return filterRuns(by: prompt.line.text) }
    runWords.search = prompt.line.text
    if let run = runsBelow?.run { select(run: run) }
    let start = details[.answer]?.selected ?? 0
    let hits = runHits
    if let hit = hits.first(where: { $0 >= start }) ?? hits.first { details[.answer]?.selected = hit }
  }

  /// Closes a prompt about the list of runs.
  mutating func backToRuns(accepting: Bool) {
    layer = .none
    defer { runsBelow = nil }
    if !accepting, let (words, run) = runsBelow {
      runWords = words
      rebuildPanes()
      if let run { select(run: run) }
    } else if !runWords.search.isEmpty, runHits.isEmpty {
      say("no run has '\(runWords.search)'")
    }
  }

  private mutating func filterRuns(by words: String) {
    let run = runsBelow?.run ?? details[.answer]?.selectedRow?.run
    runWords.filter = words
    details[.answer]?.selected = 0
    rebuildPanes()
    if let run { select(run: run) }
  }

  mutating func repeatRunSearch(isForward: Bool, count: Int?) {
    let hits = runHits
    guard var pane = details[.answer], let place = hits.first else {
      return say(runWords.search.isEmpty ? "no search in this list yet: press /" : "no run has '\(runWords.search)'")
    }
    guard hits != [pane.selected] else { return say("this is the only run with '\(runWords.search)'") }
    let start = pane.selected
    for _ in 0..<min(max(count ?? 1, 1), hits.count) {
      let next = isForward ? hits.first { $0 > pane.selected } : hits.last { $0 < pane.selected }
      pane.selected = next ?? (isForward ? place : hits[hits.count - 1])
    }
    details[.answer] = pane
    if isForward ? pane.selected <= start : pane.selected >= start { say("wrapped around") }
  }

  /// Removes the filter of the list of runs, else its search. Returns false if there is none.
  mutating func dropRunWords() -> Bool {
    if !runWords.filter.isEmpty {
      filterRuns(by: "")
      say("all runs are listed again")
    } else if !runWords.search.isEmpty {
      runWords.search = ""
    } else {
      return false
    }
    return true
  }
}
