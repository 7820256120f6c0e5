import FluxtapeAnswers
import FluxtapeHistory

/// What a check of a run found, as the title, the list of runs and the Problems pane say it.
package struct RunFindings: Sendable {
  /// The run as it was when it was checked.
  let run: FixedRun
  /// `3 problems, 1 note`.
  let counts: String
  /// The worst finding, or why the run could not be checked.
  let words: String
  /// Nil if the run could not be checked.
  var found: (problems: Int, notes: Int)?
  /// The rows with problems, ascending.
  var problemRows: [Int] = []
  /// The list of all findings.
  let content: OpenAnswer.Content

  /// `3 problems`, or `1 note` if there are no problems.
  var shortCounts: String { counts.split(separator: ",").first.map(String.init) ?? counts }
  /// For the title, which has no other word that says that the run was checked.
  var title: String { found.map { $0.problems + $0.notes == 0 } == true ? "checked, nothing found" : counts }
  var hasProblems: Bool { found.map { $0.problems > 0 } ?? false }

  /// Checks a run. O(bytes of the log).
  ///
  /// - Returns: Nil if it was cancelled.
  init?(of run: FixedRun, isCancelled: () -> Bool) {
    self.run = run
    do throws(HistoryError) {
      let checked = CheckedRun(run.history, log: "", findings: try run.history.check { _, _ in !isCancelled() })
      let worst = (checked.worst ?? checked.worstNote).map { FindingWords($0, in: checked, hidesValues: false) }
      counts = checked.counts
      words = worst.map { ($0.finding.isNote ? "note: " : "") + $0.title } ?? ""
      found = (checked.problems.count, checked.findings.count - checked.problems.count)
      problemRows = Set(checked.problems.compactMap(\.row)).sorted()
      content = .answer(ListedAnswer(checked.answer))
    } catch {
      (counts, words, found, content) = ("not checked", "\(error)", nil, .problem("\(error)"))
    }
    if isCancelled() { return nil }
  }
}

extension InspectorWork {
  /// Checks the shown run.
  static func check(of run: FixedRun, number: Int, start: Start) -> InspectorWork {
    InspectorWork(.check, start: start) { isCancelled, report in
      if let findings = RunFindings(of: run, isCancelled: isCancelled) { report(.runsChecked([number: findings])) }
    }
  }

  /// Checks runs one after the other.
  static func checks(of numbers: [Int], among runs: [FixedRun]) -> InspectorWork {
    InspectorWork(.runChecks) { isCancelled, report in
      var found: [Int: RunFindings] = [:]
      var reported = 0
      for number in numbers where runs.indices.contains(number) {
        guard let findings = RunFindings(of: runs[number], isCancelled: isCancelled) else { return }
        found[number] = findings
        // Reports findings in batches, as each report redraws the whole list.
        guard found.count > reported / 8 else { continue }
        reported += found.count
        report(.runsChecked(found))
        found = [:]
      }
      if !found.isEmpty { report(.runsChecked(found)) }
    }
  }
}

/// The last check of the shown run, for the title or for the Problems pane.
struct RunCheck: Sendable {
  enum Progress {
    /// It begins only after a pause.
    case deferred
    case running, done, canceled
  }

  let number: Int
  let run: FixedRun
  var progress: Progress

  var isUnderWay: Bool { progress == .deferred || progress == .running }
}

extension InspectorState {
  /// Checks the shown run once it is read, for the title. While lines arrive, a check is not begun before the last one is done, and never
  /// takes much of the processor.
  mutating func requestMissingCheck() {
    guard log.isPlaced, log.progress == nil, !rows.isEmpty, !showsRunsOnly, runFindings[run]?.run != shownRun, check?.run != shownRun
    else { return }
    let isSameRun = check?.number == run
    guard !isSameRun || check?.isUnderWay == false else { return }
    beginCheck(of: shownRun, isSameRun ? .deferred : .running)
  }

  private mutating func beginCheck(of run: FixedRun, _ progress: RunCheck.Progress) {
    check = RunCheck(number: self.run, run: run, progress: progress)
    ask(.check(of: run, number: self.run, start: progress == .deferred ? .later : .now))
  }

  /// Fills the Problems pane if they are known. Else asks for them, unless they are being searched for.
  mutating func requestProblems(of question: RunQuestion) {
    if let known = runFindings[run], known.run == question.run {
      fill(.question(question), with: known.content)
    } else if check?.run != question.run || check?.progress != .running {
      beginCheck(of: question.run, .running)
    }
  }

  /// Stops the check of the shown run until more of it arrives. Returns false if there is none.
  mutating func cancelCheck() -> Bool {
    guard check?.isUnderWay == true else { return false }
    check?.progress = .canceled
    ask(.stop([.check]))
    return true
  }

  /// What a check of the shown run found; nil if the run, as it is now, was not checked.
  var shownFindings: RunFindings? { runFindings[run].flatMap { $0.run == shownRun && $0.found != nil ? $0 : nil } }

  /// Requests the findings of the listed runs that are not known, from the top of the list.
  mutating func requestRunFindings(for list: RunList) {
    let numbers = list.order.filter { runs.indices.contains($0) && runFindings[$0]?.run != runs[$0] }
    if !numbers.isEmpty { ask(.checks(of: numbers, among: runs)) }
  }

  mutating func receive(_ findings: [Int: RunFindings]) {
    for (number, found) in findings {
      if check?.run == found.run { check?.progress = .done }
      fill(.question(RunQuestion(.check, of: found.run)), with: found.content)
      // Findings of the run as it was before replace no later ones.
      guard runs.indices.contains(number), found.run == runs[number] || runFindings[number]?.run != runs[number] else { continue }
      runFindings[number] = found
    }
    if answer?.subject == .runs { rebuildPanes() }
  }
}
