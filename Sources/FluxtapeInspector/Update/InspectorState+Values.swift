import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeScreen

// Questions about one value: who wrote it, how it changed, where it stands in time.

extension InspectorState {
  /// The value that is meant: what the cursor of the pane is on, else the place that the cursor keeps, else what the step changed first.
  var focusedValue: (store: String, pointer: JSONPointer)? {
    if focus == .state || focus == .diff, let place = details[focus]?.selectedRow?.place, place.page == nil, !place.path.tokens.isEmpty {
      return (place.store, place.path)
    }
    for store in [focusedStore, cursorStore].compactMap(\.self) {
      if let path = focusedPaths[store], !path.tokens.isEmpty { return (store, path) }
    }
    guard let place = details[.diff]?.rows.first(where: \.isOwnChange)?.place else { return nil }
    return (place.store, place.path)
  }

  /// The state that holds the focused value, as it stands at the cursor.
  func standing(of store: String) -> JSONNode? { detail?.states.first { $0.store == store }?.state.node }

  var valueQuestion: ValueQuestion? {
    guard let (store, pointer) = focusedValue, let row = currentRow else { return nil }
    let path = StatePath(pointer, in: standing(of: store) ?? detail?.base?.node ?? .null)
    return ValueQuestion(run: shownRun, store: store, path: path, row: row.place)
  }

  private mutating func withQuestion(_ body: (inout Self, ValueQuestion) -> Void) {
    guard let question = valueQuestion else { return say("no value is chosen: Tab to the State pane, or ; and a path") }
    focusedPaths[question.store] = focusedValue?.pointer
    focusedStore = question.store
    body(&self, question)
  }

  /// Makes the focused value the whole of the State pane, or all of it again.
  mutating func toggleRoot() {
    if let store = focusedStore ?? cursorStore, roots[store] != nil {
      roots[store] = nil
      say("the whole state of \(store)")
    } else {
      withQuestion { state, question in
        state.roots[question.store] = state.focusedValue?.pointer
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
      if let known = state.changeRows, known.question.isSameValue(as: question) { return state.go(jump, known.rows, question) }
      state.pendingJump = jump
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

  mutating func takeBlame(_ entries: [Blame]?, _ problem: String?, of question: ValueQuestion) {
    guard var answer, answer.subject == .blame(question) else { return }
    if let problem {
      answer.content = .problem(problem)
    } else if let entries {
      answer.content = .blame(entries, in: question.run.rows)
    } else {
      answer.content = .problem("The state of \(question.store) is not known after this step.")
    }
    self.answer = answer
    rebuildPanes()
  }

  mutating func takeChanges(_ changes: [ValueChange], _ problem: String?, of question: ValueQuestion) {
    if let problem {
      say(problem, isError: true)
    } else {
      changeRows = (question, changes.compactMap { question.run.rows.place(of: $0.row) }.sorted())
    }
    if let jump = pendingJump {
      pendingJump = nil
      message = nil
      if problem == nil { go(jump, changeRows?.rows ?? [], question) }
    }
    guard var answer, answer.subject == .changes(question) else { return }
    answer.content = problem.map { .problem($0) } ?? .changes(changes, in: question.run.rows)
    self.answer = answer
    rebuildPanes()
    // The change that made the value what it is at the cursor.
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
      if let place = state.watches.firstIndex(of: value) {
        state.watches.remove(at: place)
        state.say("\(value.address) is no longer watched")
      } else {
        state.watches.append(value)
        let isSeen = [.stacked, .columns].contains(Layout.form(of: state.size))
        state.say("watching \(value.address)" + (isSeen ? "" : ", which a screen of 60x20 shows"))
      }
    }
    rebuildPanes()
  }

  mutating func unwatchAll() {
    watches = []
    rebuildPanes()
    say("nothing is watched")
  }

  mutating func plot() {
    withWatch { state, value in
      // A second one joins the first.
      if case .plot(let first, let isLogarithmic) = state.answer?.subject, first.count == 1, first != [value] {
        state.plotted = first + [value]
        state.show(Answer(subject: .plot(first + [value], isLogarithmic: isLogarithmic), content: .known))
      } else {
        state.plotted = [value]
        state.show(Answer(subject: .plot([value], isLogarithmic: false), content: .known))
      }
    }
  }

  /// What has to be followed through the log: what is watched, and what is plotted.
  var watchQuestion: WatchQuestion {
    WatchQuestion(run: shownRun, values: watches + plotted.filter { !watches.contains($0) })
  }

  mutating func takeSeries(_ series: [WatchedValue: Series], of question: WatchQuestion) {
    guard question == watchAsked else { return }
    self.series = series
    rebuildPanes()
  }
}
