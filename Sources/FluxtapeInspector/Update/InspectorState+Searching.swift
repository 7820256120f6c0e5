import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLogReading
import FluxtapeScreen

// Searching, and seeking rows of some kind near the cursor.

extension InspectorState {
  /// Starts a new search after each edit of the text, and shows the nearest hit.
  mutating func searchAsTyped(_ prompt: Prompt) {
    guard prompt.isQuery else { return }
    show(originOf: prompt)
    guard let filter = try? filter(in: prompt), let first = rows.place(of: 0) else {
      if search != prompt.earlierSearch { ask(.stop([.search])) }
      return search = prompt.earlierSearch
    }
    // What a filter would list depends on the filters that stay on.
    let others = prompt.kind == .filter ? filtering.active(besides: prompt.edited) : []
    let origin = prompt.kind == .search ? prompt.origin ?? first : first
    var next = Search(filter, amongRowsThatPass: others, from: origin, in: shownRun)
    next.awaited = .forward
    search = next
    ask(.search(next.question(run: run)))
  }

  /// Moves the cursor back to where it was when the prompt opened, or to where it has followed the log since.
  mutating func show(originOf prompt: Prompt) {
    if log.isFollowing { return show(row: followedRow) }
    if let origin = prompt.origin { show(row: rows.firstNumber(notBefore: origin)) }
  }

  mutating func acceptSearch(_ prompt: Prompt) {
    guard !prompt.line.text.isEmpty else {
      search = prompt.earlierSearch
      if repeatedSearch != nil { repeatSearch(.forward, count: nil) }
      return
    }
    if let origin = prompt.origin, currentRow?.place != origin { jumps.left(origin) }
    guard let search else { return }
    keepPath(of: search.filter)
    if let here = currentRow?.place, search.hits.contains(here) { self.search?.arrived = here }
    showHit()
    stopFollowingIfAway()
    if search.isComplete, search.hits.isEmpty { say("no step contains '\(search.text)'") }
    explainMissingHits()
  }

  /// Looks for misspelled names in a search that ended without a hit.
  private mutating func explainMissingHits() {
    guard !isPrompting, let search, search.isComplete, search.hits.isEmpty, search.problem == nil, !search.isExplained else { return }
    self.search?.isExplained = true
    ask(.unseenNames(in: search.filter, of: shownRun))
  }

  /// Says which names in a search, a filter or a breakpoint no step has.
  mutating func receive(_ sentences: [String], aboutUnseenNamesIn filter: RowFilter) {
    guard filtering.active.contains(filter) || search?.filter == filter || breakpoint == filter else { return }
    say(sentences.joined(separator: "; "))
  }

  /// Moves the value cursor to the path that a query reads, so that `b` asks about that value.
  mutating func keepPath(of filter: RowFilter) {
    guard let (store, parts) = filter.statePath, history.stores.contains(store) else { return }
    let path = StatePath(parts: parts)
    guard let pointer = path.pointer(in: stateNode(of: store) ?? .null) else { return }
    valueCursor.paths[store] = pointer
    valueCursor.store = store
    rebuildPanes()
  }

  /// Adds hits, unless another search has begun.
  mutating func receiveHits(_ answer: Search.Answer, to question: Search.Question) {
    guard search?.isAsking(question) == true, question.number == run else { return }
    search?.add(answer)
    if let awaited = search?.awaited { jumpToAwaited(awaited) }
    explainMissingHits()
    resumeSearch()
  }

  /// Searches new rows.
  mutating func resumeSearch() {
    let (number, known) = (run, shownRun)
    if let more = search?.resume(run: number, of: known) { ask(.search(more)) }
  }

  private mutating func jumpToAwaited(_ direction: Search.Direction) {
    guard let search, let here = currentRow else { return }
    // While the user types, the row where the search began may be the hit.
    guard let hit = search.hit(direction, from: isPrompting ? search.origin : here.place, includingThis: isPrompting) else {
      if search.isComplete { self.search?.awaited = nil }
      return
    }
    guard let row = rows.number(at: hit) else { return }
    if isPrompting { show(row: row) } else { arrive(at: row) }
    self.search?.awaited = nil
  }

  /// Goes to a hit.
  private mutating func arrive(at row: Int) {
    jump(to: row)
    let here = currentRow?.place
    search?.arrived = here
  }

  /// Goes to a hit of the search in the list in front, or in the log.
  mutating func repeatFind(isForward: Bool, count: Int?) {
    if isListing { return repeatListSearch(isForward: isForward, count: count) }
    repeatSearch(isForward ? .forward : .backward, count: count)
  }

  /// The text that `n` searches for.
  var repeatedSearch: String? { search?.text ?? promptHistory.clearedSearch ?? promptHistory.entries[.search]?.last }

  mutating func repeatSearch(_ direction: Search.Direction, count: Int?) {
    if search == nil, let text = repeatedSearch, let here = currentRow?.place {
      return searchAgain(for: text, direction, from: here)
    }
    guard let search, let here = currentRow else { return say("no search yet: press /") }
    var place = here.place
    for _ in 0..<min(max(count ?? 1, 1), 1 + search.hits.count) {
      guard let hit = search.hit(direction, from: place) else { break }
      place = hit
    }
    if let row = rows.number(at: place), row != cursor {
      let isWrapped = direction == .forward ? row < cursor : row > cursor
      arrive(at: row)
      if isWrapped { say("wrapped around") }
    } else if let problem = search.problem {
      say(problem, isError: true)
    } else if search.isComplete {
      say(search.hits.isEmpty ? "no step contains '\(search.text)'" : "this is the only step that contains '\(search.text)'")
    } else {
      self.search?.awaited = direction
      say("searching for '\(search.text)': \(search.progress)")
    }
  }
}

extension InspectorState {
  /// Repeats an earlier search, and goes to the next hit as soon as it is found.
  private mutating func searchAgain(for text: String, _ direction: Search.Direction, from origin: LinePlace) {
    guard let filter = try? filter(text) else { return say("'\(text)' is not a query for this log", isError: true) }
    var search = Search(filter, from: origin, in: shownRun)
    search.awaited = direction
    self.search = search
    say("searching for '\(text)' again")
    ask(.search(search.question(run: run)))
  }
}

// MARK: - Rows of some kind

extension InspectorState {
  /// Goes to the nearest row before which nothing happened for some seconds, or for one.
  mutating func seekPause(isForward: Bool, seconds: Int?) {
    seek(.pause((seconds ?? 1).saturatingMultiply(1_000_000)), isForward: isForward)
  }

  /// Goes to the nearest row of a kind: at once if it is near, else when the background finds it.
  mutating func seek(_ goal: RowSeek.Goal, isForward: Bool, from start: Int? = nil, count: Int? = nil) {
    let seek = RowSeek(
      number: run, run: shownRun, goal: goal, isForward: isForward, start: start ?? cursor + (isForward ? 1 : -1), count: max(count ?? 1, 1)
    )
    receiveRow(seek.run(limit: RowSeek.quickRows), of: seek)
  }

  mutating func receiveRow(_ outcome: RowSeek.Outcome, of seek: RowSeek) {
    guard seek.number == run else { return }
    switch outcome {
    case .found(let place): jump(to: rows.firstNumber(notBefore: place))
    case .nothing:
      switch seek.goal {
      case .line, .time: jump(to: rows.lastNumber)
      case .type, .store, .pause: break
      }
      say(seek.words)
    case .unfinished(let rest):
      say("searching\(typesetting.glyphs.ellipsis)")
      ask(.seek(rest))
    }
  }
}
