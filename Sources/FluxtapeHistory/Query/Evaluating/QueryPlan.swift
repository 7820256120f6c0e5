import FluxtapeJSON

/// A query prepared for one log: names are resolved, and conditions are sorted by the data that they need.
struct QueryPlan: Sendable {
  /// A condition that is not a combination of others.
  enum Leaf: Sendable {
    /// The index answers it.
    case row(RowCondition)
    /// It needs the row's line.
    case line(LineCondition)
    /// It needs states.
    case state(StateCondition)
  }

  private(set) var leaves: [Leaf] = []
  private(set) var formula = Formula.all([])
  /// The numbers of the stores whose states are needed, ascending.
  private(set) var stores: [Int] = []

  init(_ query: Query, for history: History) {
    formula = add(query.condition, history)
    var wanted: Set<Int> = []
    for case .state(let condition) in leaves { wanted.formUnion(condition.stores(in: history)) }
    stores = wanted.sorted()
  }
}

extension QueryPlan {
  private mutating func add(_ condition: Condition, _ history: History) -> Formula {
    switch condition {
    case .all(let conditions): return .all(conditions.map { add($0, history) })
    case .any(let conditions): return .any(conditions.map { add($0, history) })
    case .not(let condition): return .not(add(condition, history))
    default:
      guard let leaf = Self.leaf(condition, history) else { return .all([]) }
      leaves.append(leaf)
      return .leaf(leaves.count - 1)
    }
  }

  private static func leaf(_ condition: Condition, _ history: History) -> Leaf? {
    RowCondition(condition, in: history).map(Leaf.row) ?? LineCondition(condition).map(Leaf.line)
      ?? StateCondition(condition, in: history).map(Leaf.state)
  }

  /// Whether any leaf needs the rows' lines.
  var needsLines: Bool { leaves.contains { if case .line = $0 { true } else { false } } }
}

// MARK: - Checking

extension History {
  /// Why the query cannot match anything in this log: a path names a store that is not there. `nil` if it can.
  public func problem(with query: Query) -> QueryError? { query.problem(amongStores: stores) }
}

extension Query {
  /// Why the query cannot match anything in a log with only these stores: a path names another one. `nil` if it can.
  public func problem(amongStores stores: [String]) -> QueryError? {
    for path in condition.paths {
      guard let store = path.store, !stores.contains(where: store.hasSameBytes) else { continue }
      let known = stores.prefix(12).joined(separator: ", ") + (stores.count > 12 ? ", …" : "")
      return QueryError(
        at: path.offset, expected: "a store of this log (\(known)), '.' before a member of the step's own store, or quotes around a text",
        suggestion: path.meantField?.rawValue ?? QueryError.nearest(to: store, among: stores))
    }
    return nil
  }
}

extension Condition {
  /// All paths in states.
  var paths: [PathPattern] { operands.compactMap(\.path) }

  /// Whether it needs the state of the step's own store.
  var looksAtOwnStore: Bool {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.contains(where: \.looksAtOwnStore)
    case .not(let condition): condition.looksAtOwnStore
    case .stateText: true
    default: paths.contains { $0.store == nil }
    }
  }
}

extension Operand {
  /// The operands that it is computed from, in their order; itself if it is none of two others.
  package var leaves: [Operand] {
    if case .arithmetic(let left, _, let right) = self { left.leaves + right.leaves } else { [self] }
  }

  /// The path in a state, of an operand that is not computed from others.
  var path: PathPattern? {
    switch self {
    case .value(.payload, _), .measure(_, .payload, _), .literal, .arithmetic: nil
    case .value(_, let path), .measure(_, _, let path), .delta(let path): path
    }
  }

  var needsPayload: Bool {
    switch self {
    case .value(.payload, _), .measure(_, .payload, _): true
    default: false
    }
  }

  /// Whether it needs the state before the step.
  var needsBefore: Bool {
    switch self {
    case .value(.before, _), .measure(_, .before, _), .delta: true
    default: false
    }
  }
}
