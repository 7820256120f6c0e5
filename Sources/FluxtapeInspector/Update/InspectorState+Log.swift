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
    if isFollowing, log.isPlaced { moveCursor(to: rows.lastNumber) }
    lookAtLog(isFirst: true)
  }

  mutating func lookAtLog(isFirst: Bool = false) {
    guard log.isWatched, !log.isFrozen else { return }
    ask(
      .lookAtLog(
        LogLook(run: run, isFirst: isFirst, known: shownRun, absence: log.absence, isInputOpen: log.isInputOpen)))
  }

  mutating func toggleFreeze() {
    guard log.isWatched else { return say("the log no longer changes") }
    log.isFrozen.toggle()
    say(log.isFrozen ? "paused: new lines are held back" : "following the log again")
    if log.isFrozen { ask(.stopLooking) } else { lookAtLog() }
  }

  mutating func take(_ news: LogNews) {
    defer { lookAtLog() }
    let isReading = log.progress != nil || !log.isPlaced
    log.progress = news.progress
    log.absence = nil
    guard news.event == .grown else { return begin(news) }
    // Of a run that is no longer shown nothing is taken: the next look is at the one that is.
    guard news.run == run, let index = news.index else { return }
    let place = currentRow?.place
    let isAtEnd = log.isFollowing
    show(run: run, of: news.runs, index)
    rebuildLanes()
    if !log.isPlaced, news.progress == nil {
      log.isPlaced = true
      moveCursor(to: log.isFollowing ? rows.lastNumber : openingRow)
      returnToStep()
    } else if isAtEnd {
      moveCursor(to: rows.lastNumber)
    } else if let place {
      // Its number is another one where a row above it went away; where it went away itself, the next one is nearest.
      moveCursor(to: rows.firstNumber(notBefore: place))
    }
    if isReading, news.progress == nil { ask(.makeCheckpoints(run: run)) }
    if isReading || isAtEnd { log.seenRows = rows.count }
    asked = nil
    checkWhatIf()
    searchOn()
  }

  /// Another log is there, or the same one cut off.
  private mutating func begin(_ news: LogNews) {
    guard let index = news.index else { return }
    let step = currentRow?.step
    show(run: news.run, of: news.runs, index)
    forgetRun()
    moveCursor(to: log.isFollowing ? rows.lastNumber : step.flatMap { history.row(of: $0) } ?? openingRow)
    log.seenRows = rows.count
    say(
      news.event == .truncated
        ? "the log was truncated; reading it again" : "the log was replaced: showing the new one, the old one is run \(run)")
  }

  /// What is on the screen may be all that is left of the log.
  mutating func takeAbsence(_ absence: LogAbsence?) {
    defer { lookAtLog() }
    log.absence = absence
    switch absence {
    case .removed: say("the log was removed; what was read stays here", isError: true)
    case .replaced: say("the log was replaced by an empty file; what was read stays here", isError: true)
    case .emptied: say("the log was emptied; what is not on the screen may be gone", isError: true)
    case nil: say("the log is back")
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
    changeRows = nil
    roots = [:]
    listed = ListedRows(all: rows.count)
    listAsked = nil
    forgetWhatIf()
    rebuildLanes()
  }

  mutating func rebuildLanes() { lanes = Lanes(of: shownRun, index: index, screenColumns: size.columns) }

  /// Rows that came since the cursor left the end.
  var newRows: Int { max(0, rows.count - log.seenRows) }
}
