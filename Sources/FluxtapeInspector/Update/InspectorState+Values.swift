import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeScreen

// Questions about one value, and watches.

extension InspectorState {
  /// The value for questions: the chosen one, else the step's first change.
  var focusedValue: (store: String, pointer: JSONPointer)? {
    if let chosenValue { return chosenValue }
    guard let place = details[.diff]?.rows.first(where: \.isOwnChange)?.place else { return nil }
    return (place.store, place.path)
  }

  /// The selected row's value, else the one that the cursor keeps.
  var chosenValue: (store: String, pointer: JSONPointer)? {
    if valueCursor.isWhole, let store = valueCursor.store { return (store, JSONPointer()) }
    if focus == .state || focus == .diff, let place = details[focus]?.selectedRow?.place, place.page == nil, !place.path.tokens.isEmpty {
      return (place.store, place.path)
    }
    for store in [valueCursor.store, cursorStore].compactMap(\.self) {
      if let path = valueCursor.paths[store], !path.tokens.isEmpty { return (store, path) }
    }
    return nil
  }

  /// Returns a store's state after the step under the cursor.
  func stateNode(of store: String) -> JSONNode? { detail?.states.first { $0.name == store }?.state.node }

  /// Returns a state of a store that tells elements from members: the one after the step, the one before it, or the last one, as far as
  /// they are known.
  func document(of store: String) -> JSONNode {
    let before = storeName(of: currentRow) == store ? detail?.base?.node : nil
    return stateNode(of: store) ?? before ?? knownLastStates.first { $0.store == store }?.node ?? .null
  }

  /// Returns the row after which a store has the state that is shown: the one under the cursor, or the last before the store's end.
  func stateRow(of store: String) -> HistoryRow? {
    guard let detail, detail.question.row == currentRow?.place else { return currentRow }
    return detail.states.first { $0.name == store }?.end.flatMap { rows[$0.last] } ?? currentRow
  }

  var valueQuestion: ValueQuestion? {
    guard let (store, pointer) = focusedValue, let row = stateRow(of: store) else { return nil }
    return ValueQuestion(run: shownRun, path: StatePath(store: store, pointer, in: document(of: store)), row: row.place)
  }

  mutating func withQuestion(_ body: (inout Self, ValueQuestion) -> Void) {
    guard let question = valueQuestion else { return say("no value is chosen: Tab to the State pane, or ; and a path") }
    valueCursor.paths[question.store] = focusedValue?.pointer
    valueCursor.store = question.store
    body(&self, question)
  }

  mutating func jumpToChange(_ jump: ValueJump) {
    withQuestion { state, question in
      let asked = question.asked(.history)
      if let known = state.changeJumps.known, known.question == asked { return state.go(jump, known.rows, asked) }
      state.changeJumps.pending = jump
      state.say("looking for changes of \(question.path)\(state.typesetting.glyphs.ellipsis)")
      state.ask(.answer(to: asked))
    }
  }

  private mutating func go(_ jump: ValueJump, _ changes: [LinePlace], _ question: RunQuestion) {
    guard let here = currentRow?.place, let path = question.path else { return }
    let place: LinePlace?
    switch jump {
    case .next(let count): place = changes.filter { $0 > here }.prefix(max(count, 1)).last
    case .previous(let count): place = changes.filter { $0 < here }.suffix(max(count, 1)).first
    case .origin: place = changes.last { $0 <= here }
    }
    guard let target = place.flatMap(rows.number) else {
      switch jump {
      case .next: return say("\(path) does not change later")
      case .previous: return say("\(path) did not change before")
      case .origin: return say("\(path) had this value when recording began")
      }
    }
    if target == cursor { return say("\(path) was set at this step") }
    self.jump(to: target)
  }

  /// Keeps the changes of a value, and jumps if a key waits for them.
  mutating func jumpToChange(in content: OpenAnswer.Content, of question: RunQuestion) {
    if case .answer(let list) = content {
      changeJumps.known = (question, list.answer.changes.compactMap { question.run.rows.place(of: $0.row) }.sorted())
    }
    guard let jump = changeJumps.pending else { return }
    changeJumps.pending = nil
    message = nil
    if case .problem(let problem) = content { say(problem, isError: true) } else { go(jump, changeJumps.known?.rows ?? [], question) }
  }
}

extension ValueQuestion {
  func asked(_ question: Question) -> RunQuestion {
    RunQuestion(question, of: run, row: question.parameters.contains(.state) ? run.rows.number(at: row) : nil, path: path)
  }
}

// MARK: - Watching

extension InspectorState {
  private mutating func withWatch(_ body: (inout Self, StatePath) -> Void) {
    withQuestion { state, question in body(&state, question.path) }
  }

  mutating func toggleWatch() {
    withWatch { state, value in
      state.keepWatches()
      if let place = state.watching.values.firstIndex(of: value) {
        state.watching.values.remove(at: place)
        state.say("\(value) is no longer watched")
      } else {
        state.watching.values.append(value)
        let isSeen = [.stacked, .tiled, .columns].contains(Layout.form(of: state.size))
        state.say("watching \(value)" + (isSeen ? "" : "; a screen of 60x20 or more shows it"))
      }
    }
    rebuildPanes()
  }

  mutating func unwatchAll() {
    guard !watching.values.isEmpty else { return say("nothing is watched") }
    keepWatches()
    watching.values = []
    rebuildPanes()
    say("nothing is watched any more; U brings the watches back")
  }

  mutating func plot() {
    withWatch { state, value in state.show(OpenAnswer(subject: .plot(value, isLogarithmic: false), content: .known)) }
  }

  /// The question for all watched values and the plotted one, even while another answer covers the plot.
  var watchQuestion: WatchQuestion {
    var values = watching.values
    let subjects = coveredAnswers.map(\.answer.subject) + [answer?.subject].compactMap(\.self)
    for case .plot(let value, _) in subjects where !values.contains(value) {
      values.append(value)
    }
    return WatchQuestion(run: shownRun, values: values)
  }

  mutating func receiveSeries(_ series: [StatePath: Series], of question: WatchQuestion) {
    guard question == watching.asked else { return }
    watching.series = series
    rebuildPanes()
  }
}
