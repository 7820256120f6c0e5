import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading

// Leaving steps out and putting them back.

extension InspectorState {
  /// Leaves the step under the cursor out of the run, or puts it back.
  mutating func toggleLeftOut() {
    guard whatIf.host != nil else {
      return say("X needs a program that has your reducers: fluxtape LOG --host PROGRAM", isError: true)
    }
    guard let row = currentRow else { return say("the log has no steps yet") }
    guard let step = row.step?.rawValue, row.kind == .action else { return say("not an action; nothing to skip") }
    guard !row.type.hasPrefix("@@") else { return say("the beginning and the end of a store cannot be skipped") }
    guard let store = storeName(of: row) else { return say("this action belongs to no store") }
    if let stores = whatIf.stores, !stores.contains(store) { return say(Self.words(forNoReducerOf: store, stores), isError: true) }
    leaveOut(whatIf.leftOut.symmetricDifference([step]))
  }

  /// Puts all back.
  mutating func restoreRecorded() {
    guard whatIf.shown != nil || whatIf.asked != nil else { return say("everything is as recorded") }
    forgetWhatIf()
    say("as it was recorded")
  }

  mutating func forgetWhatIf() {
    if whatIf.asked != nil { ask(.stopReplaying) }
    (whatIf.asked, whatIf.shown) = (nil, nil)
    if base == .recorded { base = .previous }
  }

  /// - Returns: whether something was being replayed.
  mutating func cancelReplay() -> Bool {
    guard whatIf.asked != nil else { return false }
    ask(.stopReplaying)
    whatIf.asked = nil
    say("stopped: " + (whatIf.shown == nil ? "everything is as recorded" : "what is shown is as it was before"))
    return true
  }

  private mutating func leaveOut(_ steps: Set<Int>) {
    guard !steps.isEmpty else {
      forgetWhatIf()
      return say("restored: as recorded")
    }
    whatIf.lastNumber += 1
    let question = WhatIfQuestion(
      number: whatIf.lastNumber, runNumber: run, run: shownRun, leftOut: steps)
    whatIf.asked = (question, 0)
    ask(.replay(question))
  }

  private static func words(forNoReducerOf store: String, _ stores: Set<String>) -> String {
    "the host has no reducer for \(store); it has some for \(stores.sorted().joined(separator: ", "))"
  }
}

// MARK: - Answers

extension InspectorState {
  mutating func takeProgress(_ percent: Int, of question: WhatIfQuestion) {
    if whatIf.asked?.question == question { whatIf.asked?.percent = percent }
  }

  mutating func take(_ hypothesis: Hypothesis) {
    let question = hypothesis.question
    guard whatIf.asked?.question == question, question.runNumber == run else { return }
    whatIf.asked = nil
    whatIf.stores = hypothesis.run.stores
    let strange = question.leftOut.filter { step in
      storeName(of: history.row(of: StepNumber(step)).flatMap { rows[$0] }).map { !hypothesis.run.stores.contains($0) } ?? true
    }
    if let step = strange.min(), let store = storeName(of: history.row(of: StepNumber(step)).flatMap({ rows[$0] })) {
      return say(Self.words(forNoReducerOf: store, hypothesis.run.stores), isError: true)
    }
    whatIf.shown = hypothesis
    say(words(about: hypothesis))
  }

  /// Rows of the log moved: what was replayed no longer stands beside them.
  mutating func checkWhatIf() {
    guard let question = whatIf.asked?.question ?? whatIf.shown?.question else { return }
    let replayed = question.run.rows
    let isBeside = question.runNumber == run && rows.place(of: replayed.lastNumber) == replayed.place(of: replayed.lastNumber)
    if !isBeside { forgetWhatIf() }
  }

  mutating func takeReplayProblem(_ problem: String, of question: WhatIfQuestion) {
    guard whatIf.asked?.question == question else { return }
    whatIf.asked = nil
    say(problem, isError: true)
  }

  /// What came of it, and how to see it.
  private func words(about hypothesis: Hypothesis) -> String {
    let run = hypothesis.run
    let changed = run.differing.subtracting(hypothesis.question.leftOut)
    guard let first = changed.min() else { return "no later state changes" }
    let start = hypothesis.question.leftOut.min() ?? first
    // Then the reducers are not those that were recorded.
    if first < start { return "replay already diverges at #\(QuantityText.grouped(first)), before the skipped step" }
    let others =
      changed.count == 1 ? "1 later state changes" : "\(QuantityText.grouped(changed.count)) later states change"
    return others + ": ]d goes there, d compares"
  }

  /// Goes to the next step after which its store stands otherwise.
  mutating func goToDifference(isForward: Bool, count: Int) {
    guard let shown = whatIf.shown else { return say("nothing is skipped: X skips an action") }
    let differing = isForward ? shown.differingRows.filter { $0 > cursor } : shown.differingRows.filter { $0 < cursor }.reversed()
    guard !differing.isEmpty else { return say("no \(isForward ? "later" : "earlier") state differs") }
    jump(to: differing[min(max(count, 1), differing.count) - 1])
  }
}

// MARK: - The command that does the same

extension InspectorState {
  /// What makes the run anew on the command line without the same steps; nil while everything is as recorded.
  func replayCommand(_ log: String) -> String? {
    guard let host = whatIf.host, let leftOut = whatIf.shown?.question.leftOut else { return nil }
    let skipped = leftOut.sorted().map { " --skip \($0)" }.joined()
    return "fluxtape replay \(ShellWord.quoted(log)) --host \(ShellWord.quoted(host))\(skipped)"
  }
}
