import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog

/// Reads the details of a step. The only code here that asks the log's files; the rest works on values.
struct DetailLoader {
  let history: History
  /// The log of the pinned step, where the diff is taken against that.
  let pinned: History?

  func load(_ question: StepDetail.Question) -> StepDetail {
    do {
      return try read(question)
    } catch {
      return StepDetail(
        question: question, record: nil, line: nil, states: [], base: nil, changed: nil, changes: nil, effects: [], problem: "\(error)")
    }
  }

  private func read(_ question: StepDetail.Question) throws(HistoryError) -> StepDetail {
    let row = history.rows[question.row]
    let store = row.store.map { history.stores[$0] }
    let stores = question.scope == .everyStore ? history.stores : store.map { [$0] } ?? history.stores
    var states: [StepDetail.Standing] = []
    for name in stores { states.append(.init(store: name, state: try state(of: name, after: question.row, question))) }
    var base: StoreState?
    if let store {
      switch question.base {
      case .previous:
        if let hypothesis = question.hypothesis {
          base = try hypothesis.state(of: store, before: question.row, in: history)
        } else {
          base = try history.state(of: store, before: question.row)
        }
      case .recorded: base = try history.state(of: store, after: question.row)
      case .pin(let pin) where pin.run == question.run: base = try state(of: store, after: pin.row, question)
      case .pin(let pin):
        if let pinned, pinned.stores.contains(store), pinned.rows.indices.contains(pin.row) {
          base = try pinned.state(of: store, after: pin.row)
        }
      case .none: break
      }
    }
    let own = states.first { $0.store == store }?.state
    let (old, new) = question.isAhead ? (own, base) : (base, own)
    return StepDetail(
      question: question, record: try record(at: question.row), line: try line(at: question.row), states: states, base: old, changed: new,
      changes: changes(from: old, to: new),
      effects: history.effects(of: question.row), problem: nil)
  }

  private func state(of store: String, after row: Int, _ question: StepDetail.Question) throws(HistoryError) -> StoreState {
    guard let hypothesis = question.hypothesis else { return try history.state(of: store, after: row) }
    return try hypothesis.state(of: store, after: row, in: history)
  }

  private func record(at place: Int) throws(HistoryError) -> LogRecord? {
    switch history.rows[place].kind {
    case .action: try history.action(at: place).map { .action($0) }
    case .badLine, .jump: nil
    default: try history.record(at: place)
    }
  }

  private func line(at place: Int) throws(HistoryError) -> LineExcerpt? {
    let row = history.rows[place]
    guard row.kind != .jump else { return nil }
    return LineExcerpt(try history.line(at: place), around: row.error?.offset)
  }

  private func changes(from base: StoreState?, to state: StoreState?) -> ChangeTree? {
    switch (base, state) {
    case (.known(let old, _), .known(let new, _)): ChangeTree(FluxtapeHistory.changes(from: old, to: new))
    case (.absent, .known(let new, _)): ChangeTree([Change(pointer: JSONPointer(), kind: .added(new))])
    default: nil
    }
  }
}
