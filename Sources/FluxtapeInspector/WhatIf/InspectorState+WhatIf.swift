import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeReplay

// Replays with edits.

extension InspectorState {
  /// Replays the run with edits; without any, everything is as recorded.
  mutating func replay(_ edits: [WhatIf.Edit]) {
    guard !edits.isEmpty else {
      forgetWhatIf()
      return say("restored: as recorded")
    }
    whatIf.lastNumber += 1
    let question = WhatIfQuestion(number: whatIf.lastNumber, runNumber: run, run: shownRun, edits: edits)
    whatIf.asked = (question, 0)
    ask(.replay(question))
    rebuildPanes()
  }

  /// Takes back all edits.
  mutating func restoreRecorded() {
    guard whatIf.shown != nil || whatIf.asked != nil else { return say("everything is as recorded") }
    whatIf.drafts = [:]
    forgetWhatIf()
    say("restored: as recorded")
  }

  mutating func forgetWhatIf() {
    guard whatIf.shown != nil || whatIf.asked != nil else { return }
    if whatIf.asked != nil { ask(.stopReplaying) }
    (whatIf.asked, whatIf.shown) = (nil, nil)
    if base == .recorded { base = .previous }
    rebuildPanes()
  }

  /// Keeps the edits of the shown run until it is shown again.
  mutating func keepEdits() {
    guard !whatIf.edits.isEmpty || !whatIf.drafts.isEmpty else { return }
    whatIf.kept[run] = WhatIfStatus.Kept(edits: whatIf.edits, drafts: whatIf.drafts)
  }

  /// Replays the shown run with the edits that it had before another one was shown.
  mutating func restoreEdits() {
    guard let kept = whatIf.kept.removeValue(forKey: run) else { return }
    whatIf.drafts = kept.drafts
    if !kept.edits.isEmpty { replay(kept.edits) }
  }

  /// Returns whether a replay was running.
  mutating func cancelReplay() -> Bool {
    guard whatIf.asked != nil else { return false }
    ask(.stopReplaying)
    dropAsked()
    say("stopped: " + (whatIf.shown == nil ? "everything is as recorded" : "the last replay stays"))
    return true
  }

  /// Gives up the running replay. Contents that only it had can be edited again.
  private mutating func dropAsked() {
    if let edit = whatIf.asked?.question.edits.last, case .contents(let step, let contents) = edit,
      whatIf.shown?.question.edits.contains(edit) != true
    {
      whatIf.drafts[step] = contents.prettyText
    }
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
    let stores = question.edits.compactMap { edit in storeName(of: history.row(of: StepNumber(edit.step)).flatMap { rows[$0] }) }
    if let store = stores.first(where: { !hypothesis.run.stores.contains($0) }) {
      dropAsked()
      return say(Self.words(forNoReducerOf: store, hypothesis.run.stores), isError: true)
    }
    whatIf.asked = nil
    whatIf.shown = hypothesis
    rebuildPanes()
    guard let edit = question.edits.last, let problem = hypothesis.run.problem(of: edit) else { return say(Self.words(about: hypothesis)) }
    say("\(WhatIfWords.words(for: edit)) changed nothing: \(problem)", isError: true)
  }

  /// Replays again if rows of the log moved, as row numbers then no longer match.
  mutating func checkWhatIf() {
    guard let question = whatIf.asked?.question ?? whatIf.shown?.question else { return }
    let replayed = question.run.rows
    let isAligned = question.runNumber == run && rows.place(of: replayed.lastNumber) == replayed.place(of: replayed.lastNumber)
    guard !isAligned else { return }
    forgetWhatIf()
    replay(question.edits)
  }

  mutating func receiveReplayProblem(_ problem: String, of question: WhatIfQuestion) {
    guard whatIf.asked?.question == question else { return }
    dropAsked()
    say(problem, isError: true)
  }

  /// The outcome of a replay, and how to see it.
  private static func words(about hypothesis: Hypothesis) -> String {
    let question = hypothesis.question
    let changed = hypothesis.changedSteps
    guard !changed.isEmpty else {
      let last = question.run.history.lastStep?.rawValue ?? 0
      return question.plan.arrivals.keys.contains { $0 > last } ? "no recorded step's state changes; the end may" : "no later state changes"
    }
    if let first = hypothesis.foreignStep {
      return "the host's states differ from #\(QuantityText.grouped(first)) on, before the first edit: it is not the code that was recorded"
    }
    let others =
      changed.count == 1 ? "1 later state changes" : "\(QuantityText.grouped(changed.count)) later states change"
    return others + ": ]d goes there, d compares"
  }

  /// Goes to the next step after which its store's state differs.
  mutating func goToDifference(isForward: Bool, count: Int) {
    guard let shown = whatIf.shown else { return say("nothing is edited: X skips an action") }
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
    guard let shown = whatIf.shown else { return say("nothing is edited, so there is no what-if run to save", isError: true) }
    ask(.terminal(.save(shown.replayed, to: path)))
  }

  /// The command line for the same replay; nil while everything is as recorded.
  func replayCommand(_ log: String) -> String? {
    guard let host = whatIf.host, let edits = whatIf.shown?.question.edits else { return nil }
    return "fluxtape replay \(ShellWord.quoted(log)) --host \(ShellWord.quoted(host))\(edits.map(Self.option).joined())"
  }

  private static func option(for edit: WhatIf.Edit) -> String {
    switch edit {
    case .skip(let step): " --skip \(step)"
    case .contents(let step, let contents): " --edit " + ShellWord.quoted("\(step)=\(contents.text)")
    case .move(let step, let place): " --move \(step)=\(place)"
    case .copy(let step, let place, let contents):
      " --copy " + ShellWord.quoted("\(step)=\(place)" + (contents.map { "=" + $0.text } ?? ""))
    }
  }
}
