import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Reads the details of a step from the log's files. The panes work on the result alone.
struct DetailLoader {
  /// The run of the pinned step, if the diff is against that step.
  let pinned: FixedRun?

  func load(_ question: StepDetail.Question) -> StepDetail {
    do {
      return try read(question)
    } catch {
      return StepDetail(
        question: question, record: nil, line: nil, states: [], stated: nil, base: nil, changed: nil, changes: nil, found: nil, effects: [],
        problem: "\(error)")
    }
  }

  private func read(_ question: StepDetail.Question) throws(HistoryError) -> StepDetail {
    let (rows, history) = (question.known.rows, question.known.history)
    guard let number = rows.number(at: question.row), let row = rows[number] else {
      return StepDetail(
        question: question, record: nil, line: nil, states: [], stated: nil, base: nil, changed: nil, changes: nil, found: nil, effects: [],
        problem: "the row is no longer in the log")
    }
    let store = row.store.map { history.stores[$0] }
    let stores = question.scope == .everyStore ? history.stores : store.map { [$0] } ?? history.stores
    var states: [StepDetail.NamedState] = []
    for name in stores { states.append(try lastState(of: name, at: number, question)) }
    let base = try self.base(of: store, question, at: number)
    let own = states.first { $0.name == store }.map { $0.end == nil ? $0.state : .absent }
    let (old, new) = question.isAhead ? (own, base) : (base, own)
    let change = question.base == .previous && question.hypothesis == nil ? try history.change(at: number) : nil
    // Between two recorded states the step's own changes may be unknown; then only `found` has changes.
    let isKnown = change?.before.node != nil && change?.after.node != nil
    let changes = isKnown ? change?.own.map { ChangeTree($0.changes) } : changes(from: old, to: new)
    return StepDetail(
      question: question, record: try record(at: number, row, history), line: try line(at: number, row, history), states: states,
      stated: row.step == nil ? try history.statedChange(at: number) : nil, base: old, changed: new, changes: changes,
      found: StepDetail.Found(change?.found), effects: history.effects(of: number).compactMap(rows.place), problem: nil)
  }

  /// Returns the store's state at the diff base.
  private func base(of store: String?, _ question: StepDetail.Question, at number: Int) throws(HistoryError) -> StoreState? {
    guard let store else { return nil }
    let (rows, history) = (question.known.rows, question.known.history)
    switch question.base {
    case .previous:
      guard let hypothesis = question.hypothesis else { return try history.state(of: store, before: number) }
      return try hypothesis.state(of: store, before: number, in: history)
    case .recorded: return try history.state(of: store, after: number)
    case .pin(let pin) where pin.run == question.run:
      return try rows.number(at: pin.row).map { (pin) throws(HistoryError) in try state(of: store, after: pin, question) }
    case .pin(let pin):
      guard let pinned, pinned.history.stores.contains(store), let pin = pinned.rows.number(at: pin.row) else { return nil }
      return try pinned.history.state(of: store, after: pin)
    case .none: return nil
    }
  }

  /// Returns a store's state after a row, or its last one if it has ended.
  private func lastState(
    of store: String, at row: Int, _ question: StepDetail.Question
  ) throws(HistoryError) -> StepDetail.NamedState {
    let rows = question.known.rows
    let after = try state(of: store, after: row, question)
    guard after.isAbsent, let end = question.known.history.end(of: store, notAfter: row), let place = rows.place(of: end.row),
      let last = rows.place(of: end.last)
    else { return StepDetail.NamedState(name: store, state: after) }
    return StepDetail.NamedState(
      name: store, state: try state(of: store, after: end.last, question), end: StepDetail.End(row: place, last: last))
  }

  private func state(of store: String, after row: Int, _ question: StepDetail.Question) throws(HistoryError) -> StoreState {
    let history = question.known.history
    guard let hypothesis = question.hypothesis else { return try history.state(of: store, after: row) }
    return try hypothesis.state(of: store, after: row, in: history)
  }

  private func record(at number: Int, _ row: HistoryRow, _ history: History) throws(HistoryError) -> LogRecord? {
    switch row.kind {
    case .action: try history.action(at: number).map { .action($0) }
    case .badLine, .jump: nil
    default: try history.record(at: number)
    }
  }

  private func line(at number: Int, _ row: HistoryRow, _ history: History) throws(HistoryError) -> LineExcerpt? {
    guard row.kind != .jump else { return nil }
    return LineExcerpt(try history.line(at: number), around: row.error?.offset)
  }

  private func changes(from base: StoreState?, to state: StoreState?) -> ChangeTree? {
    switch (base, state) {
    case (.known(let old, _), .known(let new, _)): ChangeTree(FluxtapeHistory.changes(from: old, to: new))
    case (.absent, .known(let new, _)): ChangeTree([Change(pointer: JSONPointer(), kind: .added(new))])
    default: nil
    }
  }
}
