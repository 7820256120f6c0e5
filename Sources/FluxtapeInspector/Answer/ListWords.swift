import FluxtapeAnswers
import FluxtapeLogReading
import FluxtapeHistory

/// What a list is searched for and filtered by: words in any order.
struct ListWords: Hashable, Sendable {
  var search = ""
  var filter = ""

  /// Whether a text has all of the words.
  static func are(_ words: String, in text: String) -> Bool {
    words.split(separator: " ").allSatisfy { SearchText(String($0)).isIn(text) }
  }
}

extension Prompt {
  /// Whether words for the list in front are typed.
  var isAboutList: Bool { kind == .listSearch || kind == .listFilter }
}

extension InspectorState {
  /// Whether a list gets the keys. All answers are lists but a plot.
  var isListing: Bool {
    guard focus == .answer, let answer else { return false }
    if case .plot = answer.subject { return false }
    return true
  }

  var isListingRuns: Bool { focus == .answer && answer?.subject == .runs }

  /// Whether the list of runs has the whole screen, so that nothing is about the shown run.
  var showsRunsOnly: Bool { isListingRuns && focusedZoom == .full }

  /// The words for the shown list.
  var words: ListWords {
    get { answer.flatMap { listWords[$0.name] } ?? ListWords() }
    set { if let answer { listWords[answer.name] = newValue } }
  }

  /// What a row of the shown list is.
  var listNoun: String { answer?.subject == .runs ? "run" : "row" }

  /// The positions of the listed items that a search found.
  var listHits: [Int] { words.search.isEmpty ? [] : details[.answer]?.items(having: words.search) ?? [] }

  /// `3 of 12 runs`
  var listShare: String {
    "\((details[.answer]?.itemCount ?? 0).grouped) of \((details[.answer]?.total ?? 0).counted(listNoun))"
  }

  /// Opens a prompt about the list in front.
  mutating func openListPrompt(_ kind: PromptKind) {
    guard isListing, let pane = details[.answer] else { return say("no list is in front: !, M, F and L open some") }
    listBelow = (words, pane)
    var prompt = Prompt(kind: kind, origin: currentRow?.place, earlierSearch: search)
    if kind == .listFilter { prompt.line = LineEditor(words.filter) }
    self.prompt = prompt
  }

  /// Lists or selects items after each edit of the words.
  mutating func findInList(asTypedIn prompt: Prompt) {
    guard let pane = listBelow?.pane else { return }
    details[.answer] = pane
    if prompt.kind == .listFilter {
      words.filter = prompt.line.text
      return rebuildPanes()
    }
    words.search = prompt.line.text
    let hits = listHits
    if let hit = hits.first(where: { $0 >= pane.selected }) ?? hits.first { details[.answer]?.selected = hit }
  }

  /// Closes a prompt about a list.
  mutating func backToList(accepting: Bool) {
    let kind = prompt?.kind
    prompt = nil
    defer { listBelow = nil }
    if !accepting, let (words, pane) = listBelow {
      self.words = words
      details[.answer] = pane
      return rebuildPanes()
    }
    if kind == .listSearch, !words.search.isEmpty, listHits.isEmpty { return say("no \(listNoun) has '\(words.search)'") }
    followSelection()
  }

  mutating func repeatListSearch(isForward: Bool, count: Int?) {
    let hits = listHits
    guard var pane = details[.answer], let first = hits.first else {
      return say(words.search.isEmpty ? "no search in this list yet: press /" : "no \(listNoun) has '\(words.search)'")
    }
    guard hits != [pane.selected] else { return say("this is the only \(listNoun) with '\(words.search)'") }
    let start = pane.selected
    for _ in 0..<min(max(count ?? 1, 1), hits.count) {
      let next = isForward ? hits.first { $0 > pane.selected } : hits.last { $0 < pane.selected }
      pane.selected = next ?? (isForward ? first : hits[hits.count - 1])
    }
    details[.answer] = pane
    followSelection()
    if isForward ? pane.selected <= start : pane.selected >= start { say("wrapped around") }
  }

  /// Removes the filter of the list in front, else its search. Returns false if there is none.
  mutating func dropListWords() -> Bool {
    guard isListing, words != ListWords() else { return false }
    if words.filter.isEmpty {
      words.search = ""
    } else {
      words.filter = ""
      say("all \(listNoun)s are listed again")
    }
    rebuildPanes()
    return true
  }
}
