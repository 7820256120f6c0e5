import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Whether a rule holds in a run.
struct RuleCheck {
  private let rule: CheckRule
  private let history: History

  init(_ rule: CheckRule, _ history: History) {
    self.rule = rule
    self.history = history
  }

  func findings(_ report: (Int) -> Bool) throws(HistoryError) -> [Finding] {
    // What the run does not have cannot break a rule.
    guard rule.demand.queries.allSatisfy({ history.problem(with: $0) == nil }) else { return [] }
    switch rule.demand {
    case .never(let query): return try findings(where: query)
    case .always(let query): return try findings(where: query.negated)
    case .after(let first, let second, let limit): return try findings(after: first, second, limit, report)
    }
  }

  /// Where the query becomes true; of a query about the action alone, every step.
  private func findings(where query: Query) throws(HistoryError) -> [Finding] {
    let (found, undecided) = try rows(where: query)
    let broken = try found.map { (row) throws(HistoryError) in
      let origin = try origin(of: query, at: row)
      let culprit = origin?.isOfOneRow == true ? origin?.row ?? row : row
      return Finding(
        .broken(rule), row: culprit, values: try values(of: query, at: row), origin: origin?.isOfOneRow == false ? origin : nil)
    }
    return broken + notes(about: undecided)
  }

  /// Where a query becomes true, or every row that it holds for, and where that is not known.
  private func rows(where query: Query) throws(HistoryError) -> (found: [Int], undecided: UndecidedRows) {
    var undecided = UndecidedRows()
    func note(_ progress: QueryProgress) -> Bool {
      undecided = progress.undecided
      return true
    }
    let isAboutStates = query.condition.looksAtStates
    let found = isAboutStates ? try history.rowsWhereBecame(query, report: note) : try history.rows(matching: query, report: note)
    return (found, undecided)
  }

  private func notes(about undecided: UndecidedRows...) -> [Finding] {
    undecided.filter { $0.count > 0 }.map { Finding(.uncertain(rule, $0), row: $0.first, isNote: true) }
  }

  /// Whose doing it is that the query holds at a row, where the state before that was not certain: the row then shows what it need not have
  /// done. As blame tells it.
  private func origin(of query: Query, at row: Int) throws(HistoryError) -> ValueOrigin? {
    guard query.condition.looksAtStates, let store = history.rows[row].store.map({ history.stores[$0] }) else { return nil }
    switch try history.state(of: store, before: row) {
    case .absent, .known(_, .exact), .unknown(.neverRecorded), .unknown(.nothingToPatch), .unknown(.needs): return nil
    case .known(_, .notRecordedSince), .known(_, .uncertain), .unknown(.patchFailed): break
    }
    var origins: [ValueOrigin] = []
    for path in query.condition.operands.compactMap(\.path) where path.store == nil || path.store == store {
      origins += try history.blame(path.beginning, store: store, after: row)?.map(\.origin) ?? []
    }
    return origins.first { !$0.isOfOneRow } ?? origins.max { $0.row < $1.row }
  }
}

// MARK: - What must follow

extension RuleCheck {
  private func findings(
    after first: Query, _ second: Query, _ limit: CheckRule.Limit?, _ report: (Int) -> Bool
  ) throws(HistoryError) -> [Finding] {
    let (begun, undecided) = try rows(where: first)
    guard !begun.isEmpty, report(history.rows.count / 2) else { return notes(about: undecided) }
    var open = UndecidedRows()
    let answers = try history.rows(matching: second) { progress in
      open = progress.undecided
      return true
    }
    var findings = notes(about: undecided, open)
    for row in begun {
      let place = answers.partitioningIndex { $0 > row }
      let answer = place < answers.count ? answers[place] : nil
      if let answer, isWithin(limit, from: row, to: answer) { continue }
      let isOpen = answer == nil && isStillRunning(limit, from: row)
      findings.append(
        Finding(
          isOpen ? .undecided(rule) : .broken(rule), row: row, isNote: isOpen, values: try values(of: first, at: row),
          answer: isOpen ? nil : answer.map { .late(row: $0) } ?? .none(lastRow: lastRow(within: limit, from: row))))
    }
    return findings
  }

  /// The last row before the limit passed.
  private func lastRow(within limit: CheckRule.Limit?, from row: Int) -> Int {
    let rows = history.rows
    switch limit {
    case nil: return rows.count - 1
    case .time(let time)?:
      guard let start = rows[row].time else { return rows.count - 1 }
      let next = rows[(row + 1)...].firstIndex { $0.time.map { $0.saturatingSubtract(start) > time } ?? false }
      return (next ?? rows.count) - 1
    case .actions(let count)?: return rows[(row + 1)...].indices.lazy.filter { rows[$0].kind == .action }.prefix(count).last ?? row
    }
  }

  /// Whether the log ends before the limit is reached.
  private func isStillRunning(_ limit: CheckRule.Limit?, from row: Int) -> Bool {
    switch limit {
    case nil: return false
    case .time(let time)?:
      guard let start = history.rows[row].time, let end = history.rows.last(where: { $0.time != nil })?.time else { return false }
      return end.saturatingSubtract(start) < time
    case .actions(let count)?: return history.rows[(row + 1)...].lazy.filter { $0.kind == .action }.prefix(count).count < count
    }
  }

  private func isWithin(_ limit: CheckRule.Limit?, from row: Int, to answer: Int) -> Bool {
    switch limit {
    case nil: return true
    case .time(let time)?:
      guard let start = history.rows[row].time, let end = history.rows[answer].time else { return true }
      return end.saturatingSubtract(start) <= time
    case .actions(let count)?:
      var seen = 0
      for place in (row + 1)..<max(row + 1, answer + 1) where history.rows[place].kind == .action {
        seen += 1
        if seen > count { return false }
      }
      return true
    }
  }
}

// MARK: - Values

extension RuleCheck {
  /// The values that the query speaks of, before and after a row.
  private func values(of query: Query, at row: Int) throws(HistoryError) -> [Finding.Value] {
    var values: [Finding.Value] = []
    var seen: Set<String> = []
    for operand in query.condition.operands where values.count < Finding.maximumValues {
      guard let value = try value(of: operand, at: row), seen.insert(value.path).inserted else { continue }
      values.append(value)
    }
    return values
  }

  private func value(of operand: Operand, at row: Int) throws(HistoryError) -> Finding.Value? {
    switch operand {
    case .literal, .arithmetic: return nil
    case .value(.payload, let path), .measure(_, .payload, let path):
      guard let payload = try history.action(at: row)?.payload else { return nil }
      return Finding.Value(path: "payload" + path.text, old: nil, new: path.found(in: JSONNode(payload)))
    case .value(_, let path), .measure(_, _, let path), .delta(let path):
      guard let store = path.store ?? history.rows[row].store.map({ history.stores[$0] }) else { return nil }
      let old = try history.state(of: store, before: row).node.flatMap(path.found)
      let new = try history.state(of: store, after: row).node.flatMap(path.found)
      return Finding.Value(path: StatePath(store: store).description + path.text, old: old, new: new)
    }
  }
}

extension PathPattern {
  /// The value there; of a path to many, an array of those that are.
  fileprivate func found(in document: JSONNode) -> JSONValue? {
    hasMany ? .array(values(in: document).map(\.value)) : value(in: document)?.value
  }

  /// As far as it leads to one value.
  fileprivate var beginning: StatePath {
    StatePath(parts: parts.prefix { $0 != .every }.compactMap { if case .one(let part) = $0 { part } else { nil } })
  }

  /// As a query writes it, without the store.
  var text: String {
    parts.map { part in
      switch part {
      case .every: "[*]"
      case .one(let part): StatePath(store: "x", parts: [part]).description.dropFirst().description
      }
    }.joined()
  }
}

extension Query {
  /// Holds where this is known not to.
  fileprivate var negated: Query { Query(.not(condition), text: "not (\(text))") }
}

extension Condition {
  /// Whether an answer depends on a state, and so may stay the same over many steps.
  fileprivate var looksAtStates: Bool {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.contains(where: \.looksAtStates)
    case .not(let condition): condition.looksAtStates
    case .stateText: true
    case .changed: false
    default: operands.contains { if case .delta = $0 { false } else { $0.path != nil } }
    }
  }

  /// What it compares; what that is computed from.
  var operands: [Operand] {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.operands)
    case .not(let condition): condition.operands
    case .comparison(let left, _, let right): left.leaves + right.leaves
    case .matches(let operand, _): operand.leaves
    case .changed(let path): [.value(.after, path)]
    default: []
    }
  }
}
