import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen

// Finding rows: searches, and rows of some kind near the cursor.

extension InspectorState {
  /// Each change of the text begins a new search at the row where the prompt was opened, and shows the nearest hit.
  mutating func searchAsTyped(_ prompt: Prompt) {
    guard prompt.kind == .search || prompt.kind == .filter else { return }
    show(row: prompt.origin)
    guard let filter = RowFilter(prompt.line.text, in: history), !rows.isEmpty else {
      if search != prompt.earlierSearch { ask(.stopSearching) }
      return search = prompt.earlierSearch
    }
    var next = Search(filter, from: prompt.kind == .search ? prompt.origin : 0, rowCount: rows.count)
    next.awaited = .forward
    search = next
    ask(.search(next.question(run: run)))
  }

  mutating func acceptSearch(_ prompt: Prompt) {
    if prompt.line.text.isEmpty { search = prompt.earlierSearch }
    if cursor != prompt.origin { jumps.left(prompt.origin) }
    guard let search else { return }
    keepPath(of: search.filter)
    if let problem = search.filter.problem, search.isComplete, search.hits.isEmpty {
      say("no step holds '\(search.text)' (no query: \(problem))")
    } else if search.isComplete, search.hits.isEmpty {
      say("no step holds '\(search.text)'")
    }
  }

  /// What a query looks at is what the cursor keeps, so that `b` asks who wrote it.
  mutating func keepPath(of filter: RowFilter) {
    guard let (store, parts) = filter.statePath, history.stores.contains(store) else { return }
    let path = StatePath(parts: parts)
    guard let pointer = path.pointer(in: standing(of: store)) else { return }
    focusedPaths[store] = pointer
    focusedStore = store
    rebuildPanes()
  }

  /// Takes what was found, unless something else is searched by now.
  mutating func takeHits(_ answer: Search.Answer, to question: Search.Question) {
    guard search?.filter == question.filter, question.run == run else { return }
    search?.add(answer)
    if let awaited = search?.awaited { jumpToAwaited(awaited) }
  }

  private mutating func jumpToAwaited(_ direction: Search.Direction) {
    guard let search else { return }
    // While the text is typed, the row where the search began counts as its first candidate.
    let isTyping = if case .prompt = layer { true } else { false }
    let start = isTyping ? search.origin - 1 : cursor
    guard let hit = search.hit(direction, from: start) else {
      if search.isComplete { self.search?.awaited = nil }
      return
    }
    if isTyping { show(row: hit) } else { jump(to: hit) }
    self.search?.awaited = nil
  }

  mutating func repeatSearch(_ direction: Search.Direction, count: Int?) {
    guard let search else { return say("nothing to search for yet: / begins") }
    var row = cursor
    for _ in 0..<min(max(count ?? 1, 1), 1 + search.hits.count) {
      guard let hit = search.hit(direction, from: row) else { break }
      row = hit
    }
    if row != cursor {
      let isWrapped = direction == .forward ? row < cursor : row > cursor
      jump(to: row)
      if isWrapped { say("searched on from the other end") }
    } else if let problem = search.problem {
      say(problem, isError: true)
    } else if search.isComplete {
      say(search.hits.isEmpty ? "no step holds '\(search.text)'" : "this is the only step that holds '\(search.text)'")
    } else {
      self.search?.awaited = direction
      say("searching for '\(search.text)': \(search.progress)")
    }
  }
}

// MARK: - Rows of some kind

extension InspectorState {
  /// Goes to the nearest row of a kind: at once if it is near, else as soon as it is found.
  mutating func seek(_ goal: RowSeek.Goal, isForward: Bool, from start: Int? = nil, count: Int? = nil) {
    let seek = RowSeek(
      run: run, goal: goal, isForward: isForward, start: start ?? cursor + (isForward ? 1 : -1), count: max(count ?? 1, 1))
    takeSought(seek.run(in: rows, limit: RowSeek.quickRows), to: seek)
  }

  mutating func takeSought(_ outcome: RowSeek.Outcome, to seek: RowSeek) {
    guard seek.run == run else { return }
    switch outcome {
    case .found(let row): jump(to: row)
    case .nothing:
      switch seek.goal {
      case .line, .time: jump(to: rows.count - 1)
      case .type, .store, .pause: break
      }
      say(seek.words)
    case .unfinished(let rest):
      say("looking further\(typesetting.glyphs.ellipsis)")
      ask(.seek(rest))
    }
  }
}
