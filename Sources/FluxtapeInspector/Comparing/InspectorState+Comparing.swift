import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLog
import FluxtapeScreen

// Comparing the shown run with another one.

extension InspectorState {
  mutating func sayHowToMerge() {
    let logs = runs.flatMap { $0.history.files.map(\.path) }.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .map(ShellWord.quoted).joined(separator: " ")
    say("leave with q, and start: fluxtape --merge \(logs)")
  }

  /// Compares the shown run with another one.
  ///
  /// - Parameter number: Counted from 1. Without it, the only other run.
  mutating func compare(with number: Int?) {
    guard runs.count > 1 else { return say("there is 1 run; name another log, as in :compare good.jsonl", isError: true) }
    // In the list of runs, a number is compared with the selected one.
    let selected = isListingRuns && number != nil ? details[.answer]?.selectedRow?.item.map { $0 + 1 } : nil
    guard let number = number ?? (runs.count == 2 ? 2 - run : nil) else {
      let list = isListingRuns ? "" : ", and L lists them"
      return say("usage: :compare NUMBER [NUMBER] or :compare FILE; there are \(runs.count) runs\(list)", isError: true)
    }
    compare(selected ?? run + 1, with: number)
  }

  /// Opens a run, and compares it with another one.
  ///
  /// - Parameter number: Counted from 1, as the other one.
  mutating func compare(_ number: Int, with other: Int) {
    guard [number, other].allSatisfy({ $0 >= 1 && runs.indices.contains($0 - 1) }) else {
      return say("there \(runs.count == 1 ? "is 1 run" : "are \(runs.count) runs; L lists them")", isError: true)
    }
    guard number != other else { return say("these are the same run; choose another", isError: true) }
    choose(run: number)
    compare(with: runs[other - 1], from: .run(other - 1))
  }

  /// Opens a log, to compare its run with the shown one.
  mutating func compare(withLogAt path: String) {
    say("opening \(path)\(typesetting.glyphs.ellipsis)")
    openingPath = path
    ask(.opening(otherLog: path, beside: shownLog, converting: conversion))
  }

  /// Stops opening a log to compare. Returns false if none is being opened.
  @discardableResult
  mutating func stopOpening() -> Bool {
    guard openingPath != nil else { return false }
    openingPath = nil
    ask(.stop([.opening]))
    return true
  }

  mutating func receiveOtherLog(_ other: FixedRun?, _ problem: String?, at path: String) {
    guard openingPath == path else { return }
    openingPath = nil
    guard let other else {
      // The reason comes first, as a long path would displace it.
      let name = StyledText(path).shortened(to: max(size.columns / 2, 20), elision: .middle, typesetting: typesetting).plain
      return say("not compared: " + [problem, name].compactMap(\.self).joined(separator: ": "), isError: true)
    }
    message = nil
    compare(with: other, from: .log(path))
  }

  private mutating func compare(with other: FixedRun, from origin: ComparisonQuestion.Origin) {
    stopOpening()
    // The list of runs takes the whole screen, and the steps of a comparison are in the timeline.
    leaveRuns()
    let question = ComparisonQuestion(shownNumber: run, shown: shownRun, origin: origin, other: other, ignored: ignored)
    pose(.comparison(question))
    // The steps of both runs and their values need more than the pane's usual share.
    answer?.zoom = zoom == .normal ? .half : zoom
    rebuildPanes()
  }

  /// Goes to the first difference.
  mutating func begin(with differences: RunDifferences) {
    guard let first = differences.lines.firstIndex(where: \.isDifference) else { return }
    select(item: first)
    if let row = differences.lines[first].target.flatMap(rows.number), row != cursor { jump(to: row) }
    say(differences.title + (differences.places.isEmpty ? "" : ": ]v goes to the next"))
  }

  /// Discards the comparison whose differences `]v` goes to, and a log that is being opened for one.
  mutating func forgetComparison() {
    comparison = nil
    stopOpening()
  }

  /// Whether the Answer pane shows a comparison of runs of which one has grown since, or what a check found before the log grew.
  var isAnswerStale: Bool {
    switch (answer?.content, answer?.subject) {
    case (.comparison(let comparison), _): isStale(comparison)
    case (.problems, .problems(let run)): run != shownRun
    // What follows a step does not change the state after it.
    case (.answer, .question(let asked)): asked.question != .blame && asked.run != shownRun
    default: false
    }
  }

  /// Whether one of the compared runs has more rows by now.
  func isStale(_ comparison: RunDifferences) -> Bool {
    let question = comparison.question
    guard question.shown.rows.count == rows.count else { return true }
    switch question.origin {
    case .run(let number): return !runs.indices.contains(number) || question.other.rows.count != runs[number].rows.count
    case .log: return false
    }
  }
}

// MARK: - Going to differences

extension InspectorState {
  /// Goes to the next or previous step that differs from the run last compared.
  mutating func goToDivergence(isForward: Bool, count: Int) {
    guard let comparison else { return say("compare first: :compare N, or :compare FILE") }
    guard let here = currentRow?.place else { return say("the log has no steps yet") }
    let places = comparison.places
    let start = places.partitioningIndex { isForward ? $0 > here : $0 >= here }
    let available = isForward ? places.count - start : start
    let question = comparison.question
    let stale = isStale(comparison) ? "compared before the log grew; \(question.command) compares again" : nil
    guard available > 0 else {
      let words = "no \(isForward ? "later" : "earlier") step differs from \(question.otherName)"
      return say(stale.map { "\(words); \($0)" } ?? words)
    }
    let steps = min(max(count, 1), available)
    let place = places[isForward ? start + steps - 1 : start - steps]
    jump(to: rows.firstNumber(notBefore: place))
    selectDifference(at: place)
    if let stale { say(stale) }
  }

  /// Selects a difference in the Answer pane, if it lists them.
  private mutating func selectDifference(at place: LinePlace) {
    guard case .comparison? = answer?.content, let row = details[.answer]?.rows.firstIndex(where: { $0.target == place }) else { return }
    details[.answer]?.selected = row
  }

  /// Goes to where a row of the other run would be, and names that row.
  ///
  /// - Parameter number: The index of a line of the comparison.
  mutating func goToDivergence(listed number: Int) {
    guard let comparison, comparison.lines.indices.contains(number) else { return }
    let (question, difference) = (comparison.question, comparison.lines[number])
    guard let target = difference.target.flatMap(rows.number) else { return }
    jump(to: target)
    guard let row = difference.other.flatMap({ question.other.rows[$0] }) else { return }
    say("here \(question.otherName) has \(StepWords.name(of: row)) \(row.type)")
  }
}

// MARK: - The diff between both runs

extension InspectorState {
  /// Shows the diff of the selected step against the same step of the other run, and pins that one for it.
  mutating func diffAgainstOtherRun() {
    guard case .comparison(let differences)? = answer?.content, let line = details[.answer]?.selectedRow?.item else {
      return say("the runs are not compared yet")
    }
    let question = differences.question
    guard case .run(let number) = question.origin else {
      return say("the diff needs both logs open: fluxtape LOG1 LOG2, then :compare")
    }
    guard differences.lines.indices.contains(line), case let pair = differences.lines[line], pair.shown != nil,
      let row = pair.other.flatMap({ question.other.rows[$0] }), let target = pair.target.flatMap(rows.number)
    else { return say("choose a step that both runs have; d shows the diff between them") }
    if target != cursor { jump(to: target) }
    let step = PinnedStep(run: number, row: row.place)
    pin = step
    base = .pin(step)
    bringForward(.diff)
    say("pinned \(StepWords.name(of: row)) of \(question.otherName); the diff is against it")
  }
}

// MARK: - The equivalent command

extension InspectorState {
  /// The command line for the same comparison; nil if a file has several runs or a run several files, as `compare` takes a file for each.
  func compareCommand(_ question: ComparisonQuestion) -> String? {
    var paths = runs.map { $0.history.files.first?.path }
    if case .log = question.origin { paths.append(question.other.history.files.first?.path) }
    let compared = [question.shown, question.other].compactMap { $0.history.files.first?.path }
    let isWhole = [question.shown, question.other].allSatisfy { $0.history.files.count == 1 }
    guard isWhole, compared.count == 2, compared.allSatisfy({ path in paths.count { $0 == path } == 1 }) else { return nil }
    return "fluxtape compare " + compared.map(ShellWord.quoted).joined(separator: " ")
  }
}
