import FluxtapeAnswers
package import FluxtapeHistory
package import FluxtapeLog
package import FluxtapeLogReading

/// A fact about a step, for people: its name and a text as recorded.
package struct StepFact: Sendable {
  package enum Kind: Sendable {
    case plain, number, aside, doubt, bad
    /// An error as recorded.
    case failure
    /// What went wrong, and what a reader has to know, as clauses.
    case problem, remark
  }

  package let name: String
  package let text: String
  package var kind = Kind.plain
  /// The row that it names.
  package var row: Int?

  init(_ name: String, _ text: String, _ kind: Kind = .plain, row: Int? = nil) {
    (self.name, self.text, self.kind, self.row) = (name, text, kind, row)
  }
}

/// The facts about a step besides its contents: what matters most, and where and when it happened.
package struct StepFacts {
  package private(set) var main: [StepFact] = []
  package private(set) var minor: [StepFact] = []
  private let history: History
  private let index: Int
  private let nameOf: (StepNumber) -> String

  /// The maximum number of effects that are named.
  private static let mostEffects = 8

  /// - Parameters:
  ///   - stated: The change of a state record without a step.
  ///   - effects: The rows that it caused.
  ///   - name: The name of a step.
  package init(
    of index: Int, in history: History, _ record: LogRecord?, stated: StatedChange?, effects: [Int],
    name: @escaping (StepNumber) -> String
  ) {
    (self.history, self.index, nameOf) = (history, index, name)
    if let store = row.store { add("store", history.stores[store]) }
    switch record {
    case .action(let action):
      addOpenWork()
      if let error = action.outcome.error { add("failed", "\(error.type): \(error.message)", .failure) }
      addOutcome(action.outcome)
      if action.outcome.isUnreduced { add("reduced", "no (no state change)", .aside) }
      if action.cause == nil { add("cause", "-", .aside) }
      addCauses(action.cause, effects)
      if let name = action.enumCase, name != action.type { add("case", name) }
      minor = Self.fields(("version", action.version.map(String.init)), ("site", action.site), ("thread", action.thread))
      minor += Self.fields(("trace", action.trace), ("span", action.span))
      if let effect = action.effect { minor.append(StepFact("effect", "\(effect.name) \(effect.phase.rawValue)")) }
      if let duration = action.outcome.duration { minor.append(StepFact("took", ThreeDigits.duration(duration), .number)) }
    case .state(let state):
      add("reason", reason(for: state, stated), .remark)
      addOpenWork()
      if state.isSettled { add("settled", "read after the change; may combine several", .doubt) }
      addOutcome(state.outcome)
      addCauses(state.cause, effects)
      minor = Self.fields(("site", state.site))
    case .mark(let mark):
      main += Self.fields(("level", mark.level))
      if let problem = mark.problem {
        add("problem", problem.kind, problem.knownKind?.isProblem == true ? .bad : .plain)
        main += Self.fields(
          ("store", problem.store), ("type", problem.type), ("built with", problem.version.map(RecordedProblem.compiler)))
      }
      main += Self.fields(("live", mark.live?.words))
      addCauses(mark.cause, effects)
      minor = Self.fields(("site", mark.site))
    case .gap, .end, .unknown, .completion, nil: addMissing()
    }
    if let time = row.time {
      minor.append(StepFact("time", history.start?.advanced(byMicroseconds: time).description ?? TimelineReport.seconds(time), .aside))
    }
  }

  private var row: HistoryRow { history.rows[index] }

  private mutating func add(_ name: String, _ text: String, _ kind: StepFact.Kind = .plain, row: Int? = nil) {
    main.append(StepFact(name, text, kind, row: row))
  }

  private static func fields(_ fields: (String, String?)...) -> [StepFact] {
    fields.compactMap { name, text in text.map { StepFact(name, $0) } }
  }

  /// What is not known of the outcome.
  private mutating func addOpenWork() {
    if row.isInFlight { add("state", FindingWords.inFlight(in: history), .problem) }
    if row.isPending { add("state", "pending: begun and never completed", .doubt) }
    if row.isOutcomeLost, !row.isTorn {
      add(
        "state", row.isOutcomeBrokenOff ? "outcome lost: the completion line broke off" : "outcome lost with the missing records", .problem)
    }
    if row.isDuplicate { add("step", "the log has this step number more than once", .problem) }
    if let words = row.brokenOff {
      add("line", words, .problem)
    } else if let error = row.error {
      add("error", error.description, .problem)
    }
  }

  private mutating func addOutcome(_ outcome: Outcome) {
    if let reason = outcome.omitted { add("state", "not recorded: \(reason)", .doubt) }
  }

  private mutating func addCauses(_ cause: RecordedCause?, _ effects: [Int]) {
    switch cause {
    case nil: break
    case .step(let step):
      let row = history.row(of: step)
      add("cause", row.map { name(of: $0) } ?? nameOf(step) + " (not in the log)", .number, row: row)
    case .otherRun(let run, let step): add("cause", nameOf(step) + " of run \(run)", .number)
    case .several(let causes): for cause in causes { addCauses(cause, []) }
    }
    for effect in effects.prefix(Self.mostEffects) { add("led to", name(of: effect), .number, row: effect) }
    let left = effects.count - Self.mostEffects
    if left > 0 { add("led to", left.counted("more step"), .aside) }
  }

  private func name(of row: Int) -> String {
    let row = history.rows[row]
    return (row.step.map(nameOf) ?? row.lineNumber.map { "@\($0)" } ?? "") + " " + row.type
  }

  private func reason(for state: StateRecord, _ stated: StatedChange?) -> String {
    if row.isByInspector { return "the inspector made this change, by a live command" }
    guard state.step == nil else { return "no recorded action made this change" }
    guard case .changed? = stated else { return "states how the store stands" }
    return "a change without an action: it happened before this line and was not recorded"
  }

  /// What a gap leaves out, or a damaged line says.
  private mutating func addMissing() {
    if let count = row.missingCount { add("lost", count.counted("record"), .bad) }
    if let steps = row.missing {
      add("steps", steps.lowerBound == steps.upperBound ? "\(steps.lowerBound)" : "\(steps.lowerBound) to \(steps.upperBound)")
      let before = history.rows[..<index].last { $0.step.map { $0 < steps.lowerBound } ?? false }?.step
      let after = history.rows[(index + 1)...].first { $0.step.map { $0 > steps.upperBound } ?? false }?.step
      if let before, let after { add("between", "\(before) and \(after)") }
    }
    if row.kind == .jump { add("reason", "none is recorded") }
    addOpenWork()
  }
}
