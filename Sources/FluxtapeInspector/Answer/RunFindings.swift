import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

/// What a check of a run found, as the title and the list of runs say it.
package struct RunFindings: Sendable {
  /// The run as it was when it was checked.
  let run: FixedRun
  /// `3 problems, 1 note`.
  let counts: String
  /// `3 problems`, or `1 note` if there are no problems.
  let shortCounts: String
  /// The worst finding, or why the run could not be checked.
  let words: String
  /// Nil if the run could not be checked.
  let found: (problems: Int, notes: Int)?
  /// The rows with problems, ascending.
  var problemRows: [Int] = []
  /// For the title, which has no other word that says that the run was checked.
  var title: String { found.map { $0.problems + $0.notes == 0 } == true ? "checked, nothing found" : counts }
  var hasProblems: Bool { found.map { $0.problems > 0 } ?? false }
}

extension RunFindings {
  init(_ checked: CheckedRun, of run: FixedRun) {
    let problems = checked.problems.count
    let notes = checked.findings.count - problems
    let parts = [(problems, "problem"), (notes, "note")].filter { $0.0 > 0 }.map { QuantityText.counted($0.0, $0.1) }
    self.init(
      run: run, counts: parts.isEmpty ? "no problems" : parts.joined(separator: ", "), shortCounts: parts.first ?? "no problems",
      words: (checked.worst ?? checked.worstNote).map { ($0.isNote ? "note: " : "") + checked.title(of: $0) } ?? "",
      found: (problems: problems, notes: notes), problemRows: Set(checked.problems.compactMap(\.row)).sorted())
  }

  /// Checks a run. O(bytes of the log).
  ///
  /// - Returns: Nil if it was cancelled.
  init?(of run: FixedRun, isCancelled: () -> Bool) {
    let checked: CheckedRun
    do throws(HistoryError) {
      let findings = try run.history.check { _, _ in !isCancelled() }
      checked = CheckedRun(run.history, log: run.name, findings: findings)
    } catch {
      self.init(run: run, counts: "not checked", shortCounts: "not checked", words: "\(error)", found: nil)
      return
    }
    guard !isCancelled() else { return nil }
    self.init(checked, of: run)
  }
}

extension InspectorWork {
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

/// A check of the shown run, which the inspector asks for by itself.
struct RunCheck: Sendable {
  enum Progress {
    /// It begins only after a pause.
    case deferred
    case running
    case done(OpenAnswer.Content)
    case canceled
  }

  let number: Int
  let run: FixedRun
  var progress: Progress

  var isUnderWay: Bool {
    switch progress {
    case .deferred, .running: true
    case .done, .canceled: false
    }
  }
}

extension InspectorState {
  /// Checks the shown run once it is read, for the title. While lines arrive, a check is not begun before the last one is done, and never
  /// takes much of the processor.
  mutating func requestMissingCheck() {
    guard log.isPlaced, log.progress == nil, !rows.isEmpty, !showsRunsOnly, runFindings[run]?.run != shownRun, check?.run != shownRun
    else { return }
    let isSameRun = check?.number == run
    guard !isSameRun || check?.isUnderWay == false else { return }
    check = RunCheck(number: run, run: shownRun, progress: isSameRun ? .deferred : .running)
    ask(.check(of: shownRun, start: isSameRun ? .later : .now))
  }

  /// Fills the Problems pane if they are known. Else asks for them, unless they are being searched for.
  mutating func requestProblems(of run: FixedRun) {
    guard let check, check.run == run else { return ask(.answer(to: .problems(run))) }
    switch check.progress {
    case .done(let content): fill(.problems(run), with: content)
    case .running: break
    case .deferred, .canceled: ask(.answer(to: .problems(run)))
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
    runFindings.merge(findings) { _, new in new }
    if answer?.subject == .runs { rebuildPanes() }
  }
}
