import FluxtapeHistory
import FluxtapeScreen

// Following the logs.

extension InspectorState {
  /// Starts following the logs.
  mutating func watchLog(isFollowing: Bool, isInputOpen: Bool) {
    log.isWatched = true
    log.isInputOpen = isInputOpen
    log.isFollowing = isFollowing
    log.seenRows = rows.count
    if isFollowing, log.isPlaced { moveCursor(to: rows.lastNumber) }
    checkLog(isFirst: true)
  }

  mutating func checkLog(isFirst: Bool = false) {
    guard log.isWatched, !log.isFrozen else { return }
    ask(
      .checkLog(
        LogCheck(run: run, isFirst: isFirst, known: shownRun, absence: log.absence, isInputOpen: log.isInputOpen)))
  }

  mutating func toggleFreeze() {
    guard log.isWatched else { return say("the log no longer changes") }
    log.isFrozen.toggle()
    say(log.isFrozen ? "paused: new lines are held back" : "following the log again")
    if log.isFrozen { ask(.stop([.log])) } else { checkLog() }
  }

  mutating func receive(_ news: LogNews) {
    defer { checkLog() }
    let isReading = log.progress != nil || !log.isPlaced
    let runCount = runs.count
    log.progress = news.progress
    log.absence = nil
    guard news.event == .grown else { return begin(news) }
    // Ignore news of a run that is no longer shown. The next check is about the shown one.
    guard news.run == run, let index = news.index else { return }
    let place = currentRow?.place
    let awaited = log.awaited
    let isAtEnd = log.isFollowing
    show(run: run, of: news.runs, index)
    rebuildLanes()
    if !log.isPlaced, news.progress == nil {
      log.isPlaced = true
      moveCursor(to: log.isFollowing ? rows.lastNumber : openingRow)
      returnToStep()
    } else if isAtEnd, filtering.active.isEmpty, !isPrompting {
      moveCursor(to: rows.lastNumber)
    } else if let place {
      // The row's number changes if a row above it disappears. If the row itself disappears, the next one is nearest.
      moveCursor(to: rows.firstNumber(notBefore: place))
    }
    if let awaited { carryOut(awaited) }
    if isReading, news.progress == nil {
      ask(.checkpoints(of: shownRun))
      if beginsWithRuns, runs.count == 1 {
        beginsWithRuns = false
        leaveRuns()
      }
    }
    if news.progress == nil, answer?.subject == .runs, isReading || runs.count != runCount { readRuns() }
    if isReading || isAtEnd { log.seenRows = rows.count }
    asked = nil
    checkWhatIf()
    resumeSearch()
  }

  /// Shows a log that was truncated, or one that replaced the previous log.
  private mutating func begin(_ news: LogNews) {
    guard let index = news.index else { return }
    let step = currentRow?.step
    let isTruncated = news.event == .truncated
    keepSkipped()
    // Of many replaced runs, the oldest are no longer among the runs.
    if let first = news.runs.first, let dropped = runs.firstIndex(of: first), dropped > 0 { whatIf.dropKept(ofFirst: dropped) }
    let lost = isTruncated ? whatIf.kept.removeValue(forKey: news.run) : nil
    show(run: news.run, of: news.runs, index)
    forgetRun()
    (runList, runFindings) = (nil, [:])
    if answer?.subject == .runs { readRuns() }
    moveCursor(to: log.isFollowing ? rows.lastNumber : step.flatMap { history.row(of: $0) } ?? openingRow)
    log.seenRows = rows.count
    say(
      (isTruncated ? "the log was truncated; reading it again" : "the log was replaced: showing the new one, the old one is run \(run)")
        + (lost == nil ? "" : "; its skipped steps are dropped"))
  }

  mutating func receiveAbsence(_ absence: LogAbsence?) {
    defer { checkLog() }
    log.absence = absence
    switch absence {
    case .removed: say("the log was removed; what was read stays readable", isError: true)
    case .replaced: say("the log was replaced by a file that is not a log yet; what was read stays readable", isError: true)
    case .emptied: say("the log was emptied; other steps may no longer be readable", isError: true)
    case nil: say("the log is back")
    }
  }

  mutating func receiveEndOfInput() {
    defer { checkLog() }
    log.isInputOpen = false
    say("standard input has ended")
  }

  mutating func receiveLoss(_ problem: String) {
    log.failure = problem
    log.isWatched = false
    log.isPlaced = true
    log.awaited = nil
    say(problem, isError: true)
  }

  /// Discards everything that refers to the previous run.
  mutating func forgetRun() {
    (jumps, search, pin, base, detail, asked, details) = (JumpHistory(), nil, nil, .previous, nil, nil, [:])
    changeJumps.known = nil
    log.awaited = nil
    forgetComparison()
    forgetAnswerAboutRun()
    playback.isOn = false
    listed = ListedRows(all: rows.count)
    (filtering.asked, filtering.isChanged, filtering.newest) = (nil, false, nil)
    forgetWhatIf()
    rebuildLanes()
  }

  mutating func rebuildLanes() { lanes = Lanes(of: shownRun, index: index, screenColumns: size.columns) }

  /// The number of rows that arrived since the cursor left the end.
  var newRows: Int { max(0, rows.count - log.seenRows) }
}
