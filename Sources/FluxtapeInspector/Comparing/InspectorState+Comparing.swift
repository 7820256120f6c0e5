import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading
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

  private mutating func compare(with other: FixedRun, from origin: OtherRun.Origin) {
    stopOpening()
    // The list of runs takes the whole screen, and the steps of a comparison are in the timeline.
    leaveRuns()
    pose(RunQuestion(.compare, of: shownRun, other: OtherRun(origin: origin, run: other, ignored: ignored)))
    // Both steps and what differs need more than the pane's usual share.
    answer?.zoom = zoom == .normal ? .half : zoom
    rebuildPanes()
  }

  /// Goes to the first difference.
  mutating func begin(with comparison: RunComparisonAnswer) {
    guard let first = comparison.answer.start else { return }
    let target = comparison.answer.rows[first][0].target.flatMap(rows.place)
    if let row = target.flatMap(rows.number), row != cursor { jump(to: row) }
    // Of a long list, the pane has the rows around the cursor.
    rebuildPanes()
    select(item: first)
    say((comparison.answer.summary ?? "") + (comparison.places.isEmpty ? "" : ": ]v goes to the next"))
  }

  /// Discards the comparison whose differences `]v` goes to, and a log that is being opened for one.
  mutating func forgetComparison() {
    comparison = nil
    stopOpening()
  }

  /// Whether the Answer pane shows what was found before the log grew.
  var isAnswerStale: Bool {
    // What follows a step does not change the state after it.
    guard case .answer? = answer?.content, let question = answer?.question, question.question != .blame else { return false }
    return isStale(question)
  }

  /// Whether a run of the question has more rows by now.
  func isStale(_ question: RunQuestion) -> Bool {
    if question.run != shownRun { return true }
    guard let other = question.other, case .run(let number) = other.origin else { return false }
    return !runs.indices.contains(number) || other.run != runs[number]
  }
}

/// The last comparison of the shown run with another one.
struct RunComparisonAnswer: Sendable {
  let question: RunQuestion
  let answer: Answer

  /// The rows of the shown run that differ, ascending.
  var places: [LinePlace] {
    answer.sections[0].rows.compactMap { row in
      guard case .pair(_, let second?, _) = row[0], case .difference(let values, let words)? = row.last, values != nil || !words.isEmpty
      else { return nil }
      return question.run.rows.place(of: second)
    }
  }
}

// MARK: - Going to differences

extension InspectorState {
  /// Goes to the next or previous step that differs from the run last compared.
  mutating func goToDivergence(isForward: Bool, count: Int) {
    guard let comparison, let other = comparison.question.other else { return say("compare first: :compare N, or :compare FILE") }
    guard let here = currentRow?.place else { return say("the log has no steps yet") }
    let places = comparison.places
    let start = places.partitioningIndex { isForward ? $0 > here : $0 >= here }
    let available = isForward ? places.count - start : start
    let stale = isStale(comparison.question) ? "compared before the log grew; \(other.command) compares again" : nil
    guard available > 0 else {
      let words =
        isForward && comparison.answer.isCut
        ? "only the first \(ComparisonReport.mostListed.grouped) differences from \(other.name) are listed"
        : "no \(isForward ? "later" : "earlier") step differs from \(other.name)"
      return say(stale.map { "\(words); \($0)" } ?? words)
    }
    let steps = min(max(count, 1), available)
    let place = places[isForward ? start + steps - 1 : start - steps]
    jump(to: rows.firstNumber(notBefore: place))
    rebuildPanes()
    if answer?.question == comparison.question, let row = details[.answer]?.rows.firstIndex(where: { $0.target == place }) {
      details[.answer]?.selected = row
    }
    if let stale { say(stale) }
  }

  /// Goes to where a row of the other run would be, and names that row.
  mutating func goToOther(row: Int, near place: LinePlace?) {
    guard let other = answer?.question?.other, let row = other.run.rows[row] else { return }
    if let place { jump(to: rows.firstNumber(notBefore: place)) }
    say("here \(other.name) has \(StepWords.name(of: row)) \(row.type)")
  }

  /// Shows the diff of the selected step against the same step of the other run, and pins that one for it.
  mutating func diffAgainstOtherRun() {
    guard case .answer(let list)? = answer?.content, let other = answer?.question?.other, let selected = details[.answer]?.selectedRow,
      let item = selected.item
    else { return say("the runs are not compared yet") }
    guard case .run(let number) = other.origin else {
      return say("the diff needs both logs open: fluxtape LOG1 LOG2, then :compare")
    }
    guard case .pair(let first?, .some, _) = list.answer.rows[item][0], let row = other.run.rows[first],
      let target = selected.target.flatMap(rows.number)
    else { return say("choose a step that both runs have; d shows the diff between them") }
    if target != cursor { jump(to: target) }
    let step = PinnedStep(run: number, row: row.place)
    pin = step
    base = .pin(step)
    bringForward(.diff)
    say("pinned \(StepWords.name(of: row)) of \(other.name); the diff is against it")
  }
}

// MARK: - The equivalent command

extension InspectorState {
  /// The command line for the same comparison; nil if a file has several runs or a run several files, as `compare` takes a file for each.
  func compareCommand(_ shown: FixedRun, _ other: OtherRun) -> String? {
    var paths = runs.map { $0.history.files.first?.path }
    if case .log = other.origin { paths.append(other.run.history.files.first?.path) }
    let compared = [shown, other.run].compactMap { $0.history.files.first?.path }
    let isWhole = [shown, other.run].allSatisfy { $0.history.files.count == 1 }
    guard isWhole, compared.count == 2, compared.allSatisfy({ path in paths.count { $0 == path } == 1 }) else { return nil }
    return "fluxtape compare " + compared.map(ShellWord.quoted).joined(separator: " ")
  }
}

// MARK: - Opening the other log

extension InspectorWork {
  /// Opens a log to compare its run with the shown one.
  static func opening(otherLog path: String, beside log: String?, converting conversion: LogConversion?) -> InspectorWork {
    InspectorWork(.opening) { _, report in
      do throws(HistoryError) {
        let runs = try open(path, beside: log, conversion)
        guard runs.count == 1, let run = runs.first else {
          return report(
            .otherLogOpened(path, nil, "there are \(runs.count) runs in it; for :compare N, open both logs with fluxtape"))
        }
        report(.otherLogOpened(path, FixedRun(run), nil))
      } catch {
        report(.otherLogOpened(path, nil, "\(error.reason)"))
      }
    }
  }

  /// Opens a log; if there is none at the path, the one with that name beside another log.
  private static func open(_ path: String, beside log: String?, _ conversion: LogConversion?) throws(HistoryError) -> [History] {
    do throws(HistoryError) { return try History.open([path], converting: conversion) } catch {
      guard error.reason == .notFound, let near = log.flatMap({ FileArgument.path(path, besideLogAt: $0) }), !LogFolder.isFolder(near)
      else { throw error }
      do throws(HistoryError) { return try History.open([near], converting: conversion) } catch let other {
        throw other.reason == .notFound ? error : other
      }
    }
  }
}
