import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeReplay
import FluxtapeScreen

/// The answer to a what-if question as lines of text or JSON.
///
/// ```text
/// without run.jsonl:169 cart.checkout: 1 later state changes
///   run.jsonl:175  cart  cart.checkoutFailed
///     .total  -300 → 4860
/// ```
struct WhatIfAnswer {
  /// The maximum number of steps shown, and of differences for each.
  static let (shown, shownDifferences) = (20, 8)

  private let history: History
  private let log: String
  private let whatIf: WhatIf
  private let plan: WhatIfPlan
  private let result: WhatIfResult
  private let states: OtherStates

  init(_ history: History, log: String, _ whatIf: WhatIf, _ result: WhatIfResult, _ states: OtherStates) {
    (self.history, self.log, self.whatIf, self.result, self.states) = (history, log, whatIf, result, states)
    plan = WhatIfPlan(whatIf.edits)
  }

  func lines(isJSON: Bool) -> [String] { isJSON ? json.map { $0.printableText } : text.map { $0.displayed() } }
}

// MARK: - Text

extension WhatIfAnswer {
  private var text: [String] {
    var lines = ["\(question): \(answer)"]
    if let early {
      lines.append("replay already diverges at \(early), before the change; are these the recorded reducers?")
    }
    var differing: [String: [ReplayDivergence.Difference]] = [:]
    for state in states.first.prefix(Self.shown) {
      // The same difference usually persists for many steps. Show it once.
      let isSame = differing.updateValue(state.differences, forKey: state.store) == state.differences
      lines.append("  \(log):\(state.step)  \(state.store)  \(state.type)" + (isSame ? "  (the same)" : ""))
      if !isSame { lines += differences(state) }
    }
    if states.count > Self.shown { lines.append("  … and \(states.count - Self.shown) more; --json has them all") }
    let listed = Set(states.first.prefix(Self.shown).map { "\($0.store) \($0.step)" })
    for state in states.atEnd where !listed.contains("\(state.store) \(state.step)") {
      lines.append("at the end, the state of \(state.store) would differ")
      lines += differences(state)
    }
    return lines
  }

  /// `without run.jsonl:169 cart.checkout`
  private var question: String {
    var parts: [String] = []
    if whatIf.kept != nil { parts.append("without \(result.leftOut.counted("step"))") }
    if whatIf.kept == nil, !plan.skipped.isEmpty { parts.append("without " + names(of: plan.skipped)) }
    if !plan.contents.isEmpty { parts.append("with a changed payload of " + names(of: Set(plan.contents.keys))) }
    for (step, place) in plan.moved.sorted(by: { $0.key < $1.key }) { parts.append("with \(names(of: [step])) before \(log):\(place)") }
    for case .copy(let step, let place, _) in whatIf.edits { parts.append("with \(names(of: [step])) again before \(log):\(place)") }
    return parts.joined(separator: ", ")
  }

  private func names(of steps: Set<Int>) -> String {
    guard steps.count <= 3 else { return steps.count.counted("step") }
    return steps.sorted().map { step in
      "\(log):\(step)" + (history.row(of: StepNumber(step)).map { " \(history.rows[$0].type)" } ?? "")
    }.joined(separator: ", ")
  }

  private var answer: String {
    switch states.count {
    case 0: states.isEmpty ? "no later state changes" : "no later step is left"
    case 1: "1 later state changes"
    default: "\(states.count) later states change"
    }
  }

  /// The first step that differs before any change, because the reducers differ.
  private var early: String? {
    guard let first = states.first.first, whatIf.kept == nil, let start = whatIf.edits.map(\.firstStep).min() else { return nil }
    return first.step < start ? "\(log):\(first.step)" : nil
  }

  private func differences(_ state: OtherStates.OtherState) -> [String] {
    var table = Table([.init("path"), .init("recorded"), .init("what if")])
    for difference in state.differences.prefix(Self.shownDifferences) {
      let text = ChangedText(difference.recorded, difference.replayed, columns: 40)
      let path = (try? JSONPointer(parsing: difference.pointer)).map { StatePath($0).description }
      table.append([path ?? difference.pointer, text.old, "→ " + text.new])
    }
    let more = state.differences.count - Self.shownDifferences
    return table.textRows.map { "    " + $0 } + (more > 0 ? ["    … and \(more) more"] : [])
  }
}

// MARK: - JSON

extension WhatIfAnswer {
  private var json: [JSONValue] {
    let summary = JSONValue.object(members: [
      "kind": "whatIf", "leftOut": result.leftOut, "edited": plan.contents.count, "moved": result.moved.count, "copied": result.copied,
      "different": states.count,
    ])
    let later = states.first.map { state in
      JSONValue.object(members: [
        "kind": "otherState", "at": "\(log):\(state.step)", "seq": state.step, "type": state.type, "store": state.store,
        "differences": state.differences,
      ])
    }
    return [summary] + later
      + states.atEnd.map { .object(members: ["kind": "atEnd", "store": $0.store, "differences": $0.differences]) }
  }
}
