import FluxtapeLogReading
import FluxtapeHistory
import FluxtapeLog

// Replays without some actions.

extension InspectorState {
  /// Skips the action under the cursor, or restores it.
  mutating func toggleLeftOut() {
    if let step = stepToSkip() { replay(without: whatIf.skipped.symmetricDifference([step])) }
  }

  /// Returns the step of the action under the cursor; nil with a message if the host cannot skip it.
  private mutating func stepToSkip() -> Int? {
    func refuse(_ words: String, isError: Bool = false) -> Int? {
      say(words, isError: isError)
      return nil
    }
    guard whatIf.host != nil else { return refuse("X needs a host with your reducers: fluxtape LOG --host PROGRAM", isError: true) }
    guard let row = currentRow else { return refuse("the log has no steps yet") }
    guard let step = row.step?.rawValue, row.kind == .action else { return refuse("not an action; nothing to skip") }
    guard !row.type.hasPrefix("@@") else { return refuse("the beginning and the end of a store cannot be skipped") }
    guard let store = storeName(of: row) else { return refuse("this action belongs to no store") }
    if let stores = whatIf.stores, !stores.contains(store) { return refuse(Self.words(forNoReducerOf: store, stores), isError: true) }
    return step
  }

  /// Replays the run without some steps; if there are none, everything is as recorded.
  private mutating func replay(without skipped: Set<Int>) {
    guard !skipped.isEmpty else {
      forgetWhatIf()
      return say("restored: as recorded")
    }
    whatIf.lastNumber += 1
    let question = WhatIfQuestion(number: whatIf.lastNumber, runNumber: run, run: shownRun, skipped: skipped)
    whatIf.asked = (question, 0)
    ask(.replay(question))
    rebuildPanes()
  }

  /// Restores all skipped actions.
  mutating func restoreRecorded() {
    guard whatIf.shown != nil || whatIf.asked != nil else { return say("everything is as recorded") }
    forgetWhatIf()
    say("restored: as recorded")
  }

  mutating func forgetWhatIf() {
    guard whatIf.shown != nil || whatIf.asked != nil else { return }
    if whatIf.asked != nil { ask(.stop([.replay])) }
    (whatIf.asked, whatIf.shown) = (nil, nil)
    if base == .recorded { base = .previous }
    rebuildPanes()
  }

  /// Keeps the skipped steps of the shown run until it is shown again.
  mutating func keepSkipped() {
    if !whatIf.skipped.isEmpty { whatIf.kept[run] = whatIf.skipped }
  }

  /// Replays the shown run without the steps that were skipped before another one was shown.
  mutating func restoreSkipped() {
    if let skipped = whatIf.kept.removeValue(forKey: run) { replay(without: skipped) }
  }

  /// Returns whether a replay was running.
  mutating func cancelReplay() -> Bool {
    guard whatIf.asked != nil else { return false }
    ask(.stop([.replay]))
    dropAsked()
    say("stopped: " + (whatIf.shown == nil ? "everything is as recorded" : "the last replay stays"))
    return true
  }

  /// Gives up the running replay.
  private mutating func dropAsked() {
    whatIf.asked = nil
    rebuildPanes()
  }

  static func words(forNoReducerOf store: String, _ stores: Set<String>) -> String {
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
    whatIf.stores = hypothesis.run.stores
    let stores = question.skipped.sorted().compactMap { step in storeName(of: history.row(of: StepNumber(step)).flatMap { rows[$0] }) }
    if let store = stores.first(where: { !hypothesis.run.stores.contains($0) }) {
      dropAsked()
      return say(Self.words(forNoReducerOf: store, hypothesis.run.stores), isError: true)
    }
    whatIf.asked = nil
    whatIf.shown = hypothesis
    rebuildPanes()
    say(Self.words(about: hypothesis))
  }

  /// Replays again if rows of the log moved, as row numbers then no longer match.
  mutating func checkWhatIf() {
    guard let question = whatIf.asked?.question ?? whatIf.shown?.question else { return }
    let replayed = question.run.rows
    let isAligned = question.runNumber == run && rows.place(of: replayed.lastNumber) == replayed.place(of: replayed.lastNumber)
    guard !isAligned else { return }
    forgetWhatIf()
    replay(without: question.skipped)
  }

  mutating func receiveReplayProblem(_ problem: String, of question: WhatIfQuestion) {
    guard whatIf.asked?.question == question else { return }
    dropAsked()
    say(problem, isError: true)
  }

  /// The outcome of a replay, and how to see it.
  private static func words(about hypothesis: Hypothesis) -> String {
    let changed = hypothesis.changedSteps
    guard !changed.isEmpty else { return "no later state changes" }
    if let first = hypothesis.foreignStep {
      let words = "the host's states differ from #\(first.grouped) on, before the first skipped step"
      return words + ": it is not the code that was recorded"
    }
    let others =
      changed.count == 1 ? "1 later state changes" : "\(changed.count.grouped) later states change"
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

// MARK: - The result

extension InspectorState {
  /// Writes the what-if run to a new file.
  mutating func saveWhatIf(to path: String) {
    guard whatIf.asked == nil else { return say("the replay is still running; save again when it is done", isError: true) }
    guard let shown = whatIf.shown else { return say("nothing is skipped, so there is no what-if run to save", isError: true) }
    ask(.terminal(.save(shown.replayed, to: path)))
  }

  /// The command line for the same replay; nil while everything is as recorded.
  func replayCommand(_ log: String) -> String? {
    guard let host = whatIf.host, let skipped = whatIf.shown?.question.skipped else { return nil }
    return "fluxtape replay \(ShellWord.quoted(log)) --host \(ShellWord.quoted(host))\(skipped.sorted().map { " --skip \($0)" }.joined())"
  }
}
