import FluxtapeHistory
import FluxtapeScreen

// What becomes of the logs while they are looked at.

extension InspectorState {
  /// Begins to look at the logs again and again.
  mutating func watchLog(isFollowing: Bool, isInputOpen: Bool) {
    log.isWatched = true
    log.isInputOpen = isInputOpen
    log.isFollowing = isFollowing
    log.seenRows = rows.count
    if isFollowing, log.isPlaced { cursor = max(rows.count - 1, 0) }
    lookAtLog(isFirst: true)
  }

  mutating func lookAtLog(isFirst: Bool = false) {
    guard log.isWatched, !log.isFrozen else { return }
    ask(
      .lookAtLog(
        LogLook(run: run, isFirst: isFirst, rowCount: rows.count, absence: log.absence, isInputOpen: log.isInputOpen)))
  }

  mutating func toggleFreeze() {
    guard log.isWatched else { return say("the log does not change any more") }
    log.isFrozen.toggle()
    say(log.isFrozen ? "frozen: what is written to the log waits" : "the log is read on")
    if log.isFrozen { ask(.stopLooking) } else { lookAtLog() }
  }

  mutating func take(_ news: LogNews) {
    defer { lookAtLog() }
    let isReading = log.progress != nil || !log.isPlaced
    log.progress = news.progress
    log.absence = nil
    guard news.event == .grown else { return begin(news) }
    runs = news.runs
    guard news.run == run, let index = news.index else { return }
    let place = currentRow
    let isAtEnd = log.isFollowing
    rows = news.rows
    self.index = index
    rebuildLanes()
    if !log.isPlaced, news.progress == nil {
      log.isPlaced = true
      cursor = log.isFollowing ? max(rows.count - 1, 0) : openingRow
      returnToStep()
    } else if isAtEnd {
      cursor = max(rows.count - 1, 0)
    } else {
      restore(place)
    }
    if isReading, news.progress == nil { ask(.makeCheckpoints(run: run)) }
    if isReading || isAtEnd { log.seenRows = rows.count }
    asked = nil
    checkWhatIf()
    if let more = search?.goOn(run: run, rowCount: rows.count) { ask(.search(more)) }
  }

  /// A jump over steps goes away when they come: rows behind it move up by one.
  private mutating func restore(_ row: HistoryRow?) {
    guard let step = row?.step, cursor < rows.count, rows[cursor].step != step, let place = history.row(of: step) else {
      return cursor = max(0, min(cursor, rows.count - 1))
    }
    cursor = place
  }

  /// Another log is there, or the same one cut off.
  private mutating func begin(_ news: LogNews) {
    guard let index = news.index else { return }
    let step = currentRow?.step
    runs = news.runs
    run = news.run
    rows = news.rows
    self.index = index
    forgetRun()
    cursor = log.isFollowing ? max(rows.count - 1, 0) : step.flatMap { history.row(of: $0) } ?? openingRow
    log.seenRows = rows.count
    say(
      news.event == .truncated
        ? "the log was cut off, and is read anew" : "another log has the path: it is shown, the old one is run \(run)")
  }

  /// What is on the screen may be all that is left of the log.
  mutating func takeAbsence(_ absence: LogAbsence?) {
    defer { lookAtLog() }
    log.absence = absence
    switch absence {
    case .removed: say("the log was removed; what was read of it stays here", isError: true)
    case .replaced: say("an empty file has the log's path; what was read of the log stays here", isError: true)
    case .emptied: say("the log was emptied; what is not on the screen may be gone", isError: true)
    case nil: say("the log is there again")
    }
  }

  mutating func takeEndOfInput() {
    defer { lookAtLog() }
    log.isInputOpen = false
    say("standard input has ended")
  }

  mutating func takeLoss(_ problem: String) {
    log.failure = problem
    log.isWatched = false
    log.isPlaced = true
    say(problem, isError: true)
  }

  /// The end of what the last run was asked.
  mutating func forgetRun() {
    (jumps, search, pin, base, detail, asked, details) = (JumpHistory(), nil, nil, .previous, nil, nil, [:])
    roots = [:]
    listed = ListedRows(all: rows.count)
    listAsked = nil
    forgetWhatIf()
    rebuildLanes()
  }

  mutating func rebuildLanes() { lanes = Lanes(of: history, rows, index: index, screenColumns: size.columns) }

  /// Rows that came since the cursor left the end.
  var newRows: Int { max(0, rows.count - log.seenRows) }
}
