import FluxtapeLog

/// A condition that the index answers.
enum RowCondition: Sendable {
  /// For each store, whether it matches.
  case stores([Bool])
  case type(NamePattern)
  case trait(RowTrait)
  case steps(ClosedRange<Int>)
  case rows(Set<Int>)
  case field(RowField, Relation, Int)
  /// Nothing that the log tells.
  case unknown

  init?(_ condition: Condition, in history: History) {
    switch condition {
    case .store(let pattern): self = .stores(history.stores.map(pattern.matches))
    case .type(let pattern): self = .type(pattern)
    case .trait(let trait): self = .trait(trait)
    case .step(let range): self = .steps(range)
    case .cause(let step): self = .rows(Set(history.rows(causedBy: StepNumber(step))))
    case .chain(let step): self = .rows(history.row(of: StepNumber(step)).map { Self.chain(of: $0, in: history) } ?? [])
    case .field(let field, let relation, let value): self = .field(field, relation, value)
    case .clock(let relation, let clock):
      self = history.start.map { .field(.time, relation, ClockTime(microseconds: clock).onDay(of: $0)) } ?? .unknown
    case .all, .any, .not, .trace, .text, .stateText, .changed, .comparison, .matches: return nil
    }
  }

  private static func chain(of row: Int, in history: History) -> Set<Int> {
    let chain = history.why(row)
    return Set((chain.origins + chain.consequences).map(\.row) + [row])
  }
}

extension RowCondition {
  func truth(of row: HistoryRow, at place: Int) -> Truth {
    switch self {
    case .stores(let isMeant): Truth(row.store.map { isMeant[$0] } ?? false)
    case .type(let pattern): Truth((row.kind == .action || row.kind == .state) && pattern.matches(row.type))
    case .trait(let trait): Truth(trait.holds(for: row))
    case .steps(let range): Truth(row.step.map { range.contains($0.rawValue) } ?? false)
    case .rows(let rows): Truth(rows.contains(place))
    case .field(let field, let relation, let value):
      row.value(of: field).map { Truth(relation.holds($0, value)) } ?? .unknown
    case .unknown: .unknown
    }
  }
}

extension HistoryRow {
  fileprivate func value(of field: RowField) -> Int? {
    switch field {
    case .duration: duration
    case .time: time
    case .step: step?.rawValue
    }
  }
}
