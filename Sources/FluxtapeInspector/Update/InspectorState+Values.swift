import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeScreen

// Questions about one value, and watches.

extension InspectorState {
  /// The value for questions: the selected row's, else the one that the cursor keeps, else the step's first change.
  var focusedValue: (store: String, pointer: JSONPointer)? {
    if focus == .state || focus == .diff, let place = details[focus]?.selectedRow?.place, place.page == nil, !place.path.tokens.isEmpty {
      return (place.store, place.path)
    }
    for store in [valueCursor.store, cursorStore].compactMap(\.self) {
      if let path = valueCursor.paths[store], !path.tokens.isEmpty { return (store, path) }
    }
    guard let place = details[.diff]?.rows.first(where: \.isOwnChange)?.place else { return nil }
    return (place.store, place.path)
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
    let path = StatePath(pointer, in: document(of: store))
    return ValueQuestion(run: shownRun, store: store, path: path, row: row.place)
  }

  private mutating func withQuestion(_ body: (inout Self, ValueQuestion) -> Void) {
    guard let question = valueQuestion else { return say("no value is chosen: Tab to the State pane, or ; and a path") }
    valueCursor.paths[question.store] = focusedValue?.pointer
    valueCursor.store = question.store
    body(&self, question)
  }

  /// Toggles between the focused value and the whole state in the State pane.
  mutating func toggleRoot() {
    if let store = valueCursor.store ?? cursorStore, forms.roots[store] != nil {
      forms.roots[store] = nil
      say("the whole state of \(store)")
    } else {
      withQuestion { state, question in
        state.forms.roots[question.store] = state.focusedValue?.pointer
        state.say("only \(question.address); :root shows all again")
      }
    }
    rebuildPanes()
  }

  mutating func askBlame() {
    withQuestion { state, question in
      state.show(Answer(subject: .blame(question), content: .waiting))
      state.ask(.readBlame(question))
    }
  }

  mutating func askChanges() {
    withQuestion { state, question in
      state.show(Answer(subject: .changes(question), content: .waiting))
      state.ask(.readChanges(question))
    }
  }

  mutating func jumpToChange(_ jump: ValueJump) {
    withQuestion { state, question in
      if let known = state.changeJumps.known, known.question.isSameValue(as: question) { return state.go(jump, known.rows, question) }
      state.changeJumps.pending = jump
      state.say("looking for changes of \(question.address)\(state.typesetting.glyphs.ellipsis)")
      state.ask(.readChanges(question))
    }
  }

  private mutating func go(_ jump: ValueJump, _ changes: [LinePlace], _ question: ValueQuestion) {
    guard let here = currentRow?.place else { return }
    let place: LinePlace?
    switch jump {
    case .next(let count): place = changes.filter { $0 > here }.prefix(max(count, 1)).last
    case .previous(let count): place = changes.filter { $0 < here }.suffix(max(count, 1)).first
    case .origin: place = changes.last { $0 <= here }
    }
    guard let target = place.flatMap(rows.number) else {
      switch jump {
      case .next: return say("\(question.address) does not change later")
      case .previous: return say("\(question.address) did not change before")
      case .origin: return say("\(question.address) had this value when recording began")
      }
    }
    if target == cursor { return say("\(question.address) was set at this step") }
    self.jump(to: target)
  }

  mutating func receiveBlame(_ entries: [Blame], in state: StoreState?, _ problem: String?, of question: ValueQuestion) {
    let reason = problem ?? state?.whyUnknown(in: question.run.history).map { "the state of \(question.store) is not known: \($0)" }
    let blame = state.map { Answer.Content.blame(entries, of: $0, in: question.run.rows) }
    fill(.blame(question), with: reason.map { .problem($0) } ?? blame ?? .problem("the row is no longer in the log"))
  }

  mutating func receiveChanges(_ changes: [ValueChange], _ problem: String?, of question: ValueQuestion) {
    if let problem {
      say(problem, isError: true)
    } else {
      changeJumps.known = (question, changes.compactMap { question.run.rows.place(of: $0.row) }.sorted())
    }
    if let jump = changeJumps.pending {
      changeJumps.pending = nil
      message = nil
      if problem == nil { go(jump, changeJumps.known?.rows ?? [], question) }
    }
    guard fill(.changes(question), with: problem.map { .problem($0) } ?? .changes(changes, in: question.run.rows)) else { return }
    // Select the change that set the value at the cursor.
    guard var pane = details[.answer], let here = currentRow?.place,
      let place = pane.rows.lastIndex(where: { $0.target.map { $0 <= here } ?? false })
    else { return }
    pane.selected = place
    details[.answer] = pane
  }
}

extension ValueQuestion {
  func isSameValue(as other: ValueQuestion) -> Bool {
    run == other.run && store == other.store && path == other.path
  }
}

// MARK: - Watching

extension InspectorState {
  private mutating func withWatch(_ body: (inout Self, WatchedValue) -> Void) {
    withQuestion { state, question in body(&state, WatchedValue(store: question.store, path: question.path)) }
  }

  mutating func toggleWatch() {
    withWatch { state, value in
      if let place = state.watching.values.firstIndex(of: value) {
        state.watching.values.remove(at: place)
        state.say("\(value.address) is no longer watched")
      } else {
        state.watching.values.append(value)
        let isSeen = [.stacked, .tiled, .columns].contains(Layout.form(of: state.size))
        state.say("watching \(value.address)" + (isSeen ? "" : "; a screen of 60x20 or more shows it"))
      }
    }
    rebuildPanes()
  }

  mutating func unwatchAll() {
    watching.values = []
    rebuildPanes()
    say("nothing is watched")
  }

  mutating func plot() {
    withWatch { state, value in
      // A second value joins the first.
      if case .plot(let first, let isLogarithmic) = state.answer?.subject, first.count == 1, first != [value] {
        state.show(Answer(subject: .plot(first + [value], isLogarithmic: isLogarithmic), content: .known))
      } else {
        state.show(Answer(subject: .plot([value], isLogarithmic: false), content: .known))
      }
    }
  }

  /// The question for all watched and plotted values.
  var watchQuestion: WatchQuestion {
    WatchQuestion(run: shownRun, values: watching.values + plotted.filter { !watching.values.contains($0) })
  }

  /// The values of the plot, even while another answer covers it.
  private var plotted: [WatchedValue] {
    for subject in coveredAnswers.map(\.answer.subject) + [answer?.subject].compactMap(\.self) {
      if case .plot(let values, _) = subject { return values }
    }
    return []
  }

  mutating func receiveSeries(_ series: [WatchedValue: Series], of question: WatchQuestion) {
    guard question == watching.asked else { return }
    watching.series = series
    rebuildPanes()
  }
}
