import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeScreen

/// The rows of the State pane: the states of one store or of all stores after the step.
struct StateRows {
  private let detail: StepDetail
  private let state: InspectorState
  private let row: HistoryRow
  private let width: Int
  private var rows: [DetailRow] = []

  static func rows(of detail: StepDetail, in state: InspectorState, width: Int) -> [DetailRow] {
    guard let row = state.currentRow else { return [] }
    var rows = StateRows(detail: detail, state: state, row: row, width: width)
    if let problem = detail.problem { rows.addNote(problem, .error) }
    if let (text, style) = WhatIfWords(state: state).note(on: row) { rows.addNote(text, style) }
    if row.isInFlight { rows.addNote("In flight: this is the state before it.", .error) }
    // The detail may hold more stores than the pane shows: typing a path reads all of them.
    let own = state.forms.scope == .storeOfStep ? state.storeName(of: row) : nil
    let shown = detail.states.filter { own == nil || $0.name == own }
    let isSingle = shown.count == 1 && state.forms.scope == .storeOfStep
    for store in shown {
      if isSingle { rows.addState(store, depth: 0) } else { rows.addStore(store) }
    }
    if detail.states.isEmpty, detail.problem == nil { rows.addNote("No store has recorded anything yet.") }
    return rows.rows
  }

  private mutating func addNote(_ text: String, _ style: Style = .dim) {
    rows += DetailRow.notes(text, style, width: width, in: state.typesetting)
  }
}

// MARK: - Stores

extension StateRows {
  /// Adds one of several stores: its name, and its state below.
  private mutating func addStore(_ store: StepDetail.NamedState) {
    let place = Folds.Place(store: store.name, path: JSONPointer())
    var row = TreeRow(place: place, depth: 0, label: .store(store.name))
    if case .known(let value, let certainty) = store.state {
      let isOpen = state.folds[place] ?? [state.storeName(of: self.row), state.valueCursor.store].contains(store.name)
      row.value = value
      row.fold = value.childCount ?? 0 == 0 ? .leaf : isOpen ? .open : .closed
      let notes = [nameOfEnd(of: store).map { "ended at \($0)" }, certainty == .exact ? asRecorded(store.name) : "uncertain"]
      row.note = notes.contains { $0 != nil } ? notes.compactMap(\.self).joined(separator: ", ") : nil
      row.sign = changes(of: store.name)?.sign
      rows.append(DetailRow(.tree(row)))
      if row.fold == .open { addState(store, depth: 1) }
    } else {
      row.note = store.state.isAbsent ? "no state" : "not known"
      rows.append(DetailRow(.tree(row)))
    }
  }

  /// Returns the name of the step at which a store ended; nil if it has not.
  private func nameOfEnd(of store: StepDetail.NamedState) -> String? {
    store.end.flatMap { detail.question.known.rows[$0.row] }.map { StepWords.name(of: $0) }
  }

  /// A note for a store that the host has no reducer for, beside those that it replays.
  private func asRecorded(_ store: String) -> String? {
    state.whatIf.shown == nil || WhatIfWords(state: state).isReplayed(store) ? nil : "as recorded"
  }

  private mutating func addState(_ store: StepDetail.NamedState, depth: Int) {
    switch store.state {
    case .absent:
      addNote("\(store.name) has no state here: this is before its first one, or after its end.")
    case .unknown(let reason): addNote(StateWords.unknown(reason, in: detail.question.known.history), .error)
    case .known(let value, let certainty):
      let rows = detail.question.known.rows
      let isNotedAbove = row.isInFlight && rows.number(at: detail.question.row).map { certainty == .notRecordedSince(row: $0) } == true
      // In a list of stores, the row of the store says it.
      if depth == 0, let end = nameOfEnd(of: store) { addNote("\(store.name) ended at \(end); this is its last state.") }
      if store.end == nil, let words = wordsForLaterEnd(of: store.name) { addNote(words, .changed) }
      if !isNotedAbove, let words = StateWords.uncertain(certainty, in: detail.question.known.history) { addNote(words, .changed) }
      self.rows += JSONTree.rows(
        of: value, store: store.name, folds: state.folds, focus: state.valueCursor.paths[store.name], changes: changes(of: store.name),
        depth: depth)
    }
  }

  /// Returns a hint for the last row, if an earlier action completed after it and its outcome is the store's last state.
  private func wordsForLaterEnd(of store: String) -> String? {
    let known = detail.question.known
    guard state.whatIf.shown == nil, let number = known.rows.number(at: detail.question.row), number == known.rows.count - 1,
      let last = known.history.lastRow(withStateOf: store), last < number, let line = known.history.completionLine(of: last),
      let row = known.rows[last]
    else { return nil }
    return "The log ends in the state after \(StepWords.name(of: row)), which completed at line \(line)."
  }

  /// Returns the step's changes, or nil for other stores.
  private func changes(of store: String) -> ChangeTree? {
    store == state.storeName(of: row) && !detail.question.isAhead ? detail.changes : nil
  }
}

extension StoreState {
  var isAbsent: Bool { if case .absent = self { true } else { false } }
}
