import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen

extension DiffRows {
  /// Returns the rows of the Diff pane: the changes of a step, or why there are none.
  static func rows(of detail: StepDetail, in state: InspectorState, width: Int) -> [DetailRow] {
    func note(_ text: String, _ style: Style = .dim) -> [DetailRow] {
      DetailRow.notes(text, style, width: width, in: state.typesetting)
    }
    guard let row = state.currentRow else { return [] }
    if let problem = detail.problem { return note(problem, .error) }
    guard let store = state.storeName(of: row) else { return note("This row has no store.") }
    if detail.question.base == .none { return note("No diff: d chooses one.") }
    if row.isChangeUnknown, detail.question.base == .previous {
      let reason = row.isInFlight ? "In flight" : row.isOutcomeLost || row.isTorn ? "Outcome lost" : "Not recorded"
      return note("\(reason): what it changed is not known.", .error)
    }
    var notes = WhatIfWords(state: state).note(on: row).map { note($0.text, $0.style) } ?? []
    if row.kind == .state, row.step == nil, detail.question.base == .previous, detail.base?.node != nil,
      detail.changes?.count ?? 0 > 0 || detail.found != nil
    {
      notes += note("A change without an action: it happened before this line and was not recorded.", .changed)
    }
    let doubts = [
      detail.isBaseConfirmed ? nil : detail.base?.certainty.flatMap { StateWords.uncertain($0, in: historyOfBase(in: detail, state)) },
      detail.changed?.certainty.flatMap { StateWords.uncertain($0, in: detail.question.known.history) },
    ]
    if let words = doubts.compactMap(\.self).first { notes += note(words, .changed) }
    return notes + rows(ofChangesOf: detail, row, store, in: state, note) + rows(ofFoundIn: detail, store, in: state, note)
  }

  private static func rows(
    ofChangesOf detail: StepDetail, _ row: HistoryRow, _ store: String, in state: InspectorState, _ note: (String, Style) -> [DetailRow]
  ) -> [DetailRow] {
    guard let changes = detail.changes, let new = detail.changed?.node else {
      if detail.found != nil { return row.kind == .state ? [] : note("The step's own changes are not known.", .dim) }
      return note(words(forNoDiff: detail, of: store, in: state), .dim)
    }
    guard changes.count > 0 else { return note(detail.question.base == .recorded ? "as it was recorded" : "no change", .dim) }
    // `rows(ofFoundIn:)` shows the other differences.
    return rows(of: changes, store: store, from: detail.base?.node, to: detail.found?.part.old ?? new, in: state, note)
  }

  /// Returns the changes that happened at an unknown place before the step.
  private static func rows(
    ofFoundIn detail: StepDetail, _ store: String, in state: InspectorState, _ note: (String, Style) -> [DetailRow]
  ) -> [DetailRow] {
    guard let found = detail.found, let words = detail.question.known.history.words(for: found.part.origin) else { return [] }
    return note("Changed \(words):", .changed)
      + rows(of: found.changes, store: store, from: found.part.old, to: found.part.new, in: state, note)
  }

  private static func rows(
    of changes: ChangeTree, store: String, from old: JSONNode?, to new: JSONNode, in state: InspectorState,
    _ note: (String, Style) -> [DetailRow]
  ) -> [DetailRow] {
    let rows = rows(of: changes, store: store, old: old, new: new, showsUnchanged: state.forms.showsUnchanged)
    let shown = rows.prefix(limit).map { DetailRow(.change($0)) }
    guard rows.count >= limit else { return shown }
    return shown + note("\(changes.count.counted("change")) in all, too many to list", .dim)
  }

  /// Returns the log that the base is of, as the pinned step may belong to another run: its rows have other numbers.
  private static func historyOfBase(in detail: StepDetail, _ state: InspectorState) -> History {
    guard case .pin(let pin) = detail.question.base, state.runs.indices.contains(pin.run) else { return detail.question.known.history }
    return pin.run == detail.question.run ? detail.question.known.history : state.runs[pin.run].history
  }

  private static func words(forNoDiff detail: StepDetail, of store: String, in state: InspectorState) -> String {
    switch (detail.base, detail.changed) {
    case (.unknown(let reason), _): return StateWords.unknown(reason, in: historyOfBase(in: detail, state))
    case (_, .unknown(let reason)): return StateWords.unknown(reason, in: detail.question.known.history)
    case (_, .absent): return "\(store) has no state after this step."
    default: return "no change"
    }
  }
}

extension StepDetail {
  /// Whether the step changed nothing. Then a state that is certain after the step was certain before it.
  fileprivate var isBaseConfirmed: Bool {
    question.base == .previous && question.hypothesis == nil && changes?.count == 0 && found == nil
  }
}

extension StoreState {
  /// The certainty of a known state.
  fileprivate var certainty: Certainty? { if case .known(_, let certainty) = self { certainty } else { nil } }
}
