import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading

// Skipping steps.

extension InspectorState {
  /// Skips the step under the cursor, or restores it.
  mutating func toggleLeftOut() {
    guard whatIf.host != nil else {
      return say("X needs a host with your reducers: fluxtape LOG --host PROGRAM", isError: true)
    }
    guard let row = currentRow else { return say("the log has no steps yet") }
    guard let step = row.step?.rawValue, row.kind == .action else { return say("not an action; nothing to skip") }
    guard !row.type.hasPrefix("@@") else { return say("the beginning and the end of a store cannot be skipped") }
    guard let store = storeName(of: row) else { return say("this action belongs to no store") }
    if let stores = whatIf.stores, !stores.contains(store) { return say(Self.words(forNoReducerOf: store, stores), isError: true) }
    skip(whatIf.leftOut.symmetricDifference([step]))
  }

  /// Restores all skipped steps.
  mutating func restoreRecorded() {
    guard whatIf.shown != nil || whatIf.asked != nil else { return say("everything is as recorded") }
    forgetWhatIf()
    say("restored: as recorded")
  }

  mutating func forgetWhatIf() {
    if whatIf.asked != nil { ask(.stopReplaying) }
    (whatIf.asked, whatIf.shown) = (nil, nil)
    if base == .recorded { base = .previous }
  }

  /// Returns whether a replay was running.
  mutating func cancelReplay() -> Bool {
    guard whatIf.asked != nil else { return false }
    ask(.stopReplaying)
    whatIf.asked = nil
    say("stopped: " + (whatIf.shown == nil ? "everything is as recorded" : "the last replay stays"))
    return true
  }

  private mutating func skip(_ steps: Set<Int>) {
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
    "the host has no reducer for \(store), only for \(stores.sorted().joined(separator: ", "))"
  }
}

// MARK: - Answers

extension InspectorState {
  mutating func receiveProgress(_ percent: Int, of question: WhatIfQuestion) {
    if whatIf.asked?.question == question { whatIf.asked?.percent = percent }
  }

  mutating func receive(_ hypothesis: Hypothesis) {
    let question = hypothesis.question
    guard whatIf.asked?.question == question, question.runNumber == run else { return }
    whatIf.asked = nil
    whatIf.stores = hypothesis.run.stores
    let unreplayable = question.leftOut.filter { step in
      storeName(of: history.row(of: StepNumber(step)).flatMap { rows[$0] }).map { !hypothesis.run.stores.contains($0) } ?? true
    }
    if let step = unreplayable.min(), let store = storeName(of: history.row(of: StepNumber(step)).flatMap({ rows[$0] })) {
      return say(Self.words(forNoReducerOf: store, hypothesis.run.stores), isError: true)
    }
    whatIf.shown = hypothesis
    say(words(about: hypothesis))
  }

  /// Discards the replay if rows of the log moved, as row numbers then no longer match.
  mutating func checkWhatIf() {
    guard let question = whatIf.asked?.question ?? whatIf.shown?.question else { return }
    let replayed = question.run.rows
    let isAligned = question.runNumber == run && rows.place(of: replayed.lastNumber) == replayed.place(of: replayed.lastNumber)
    if !isAligned { forgetWhatIf() }
  }

  mutating func receiveReplayProblem(_ problem: String, of question: WhatIfQuestion) {
    guard whatIf.asked?.question == question else { return }
    whatIf.asked = nil
    say(problem, isError: true)
  }

  /// The outcome of a replay, and how to see it.
  private func words(about hypothesis: Hypothesis) -> String {
    let run = hypothesis.run
    let changed = run.differing.subtracting(hypothesis.question.leftOut)
    guard let first = changed.min() else { return "no later state changes" }
    let start = hypothesis.question.leftOut.min() ?? first
    // The host's reducers differ from the recorded ones.
    if first < start { return "replay already diverges at #\(QuantityText.grouped(first)), before the skipped step" }
    let others =
      changed.count == 1 ? "1 later state changes" : "\(QuantityText.grouped(changed.count)) later states change"
    return others + ": ]d goes there, d compares"
  }

  /// Goes to the next step after which its store's state differs.
  mutating func goToDifference(isForward: Bool, count: Int) {
    guard let shown = whatIf.shown else { return say("nothing is skipped: X skips an action") }
    let differing = isForward ? shown.differingRows.filter { $0 > cursor } : shown.differingRows.filter { $0 < cursor }.reversed()
    guard !differing.isEmpty else { return say("no \(isForward ? "later" : "earlier") state differs") }
    jump(to: differing[min(max(count, 1), differing.count) - 1])
  }
}

// MARK: - The equivalent command

extension InspectorState {
  /// The command line for the same replay; nil while everything is as recorded.
  func replayCommand(_ log: String) -> String? {
    guard let host = whatIf.host, let leftOut = whatIf.shown?.question.leftOut else { return nil }
    let skipped = leftOut.sorted().map { " --skip \($0)" }.joined()
    return "fluxtape replay \(ShellWord.quoted(log)) --host \(ShellWord.quoted(host))\(skipped)"
  }
}
