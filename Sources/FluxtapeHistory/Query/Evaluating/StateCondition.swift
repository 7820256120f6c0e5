import FluxtapeJSON

/// A condition on states.
struct StateCondition: Sendable {
  enum Question: Sendable {
    case comparison(Operand, Relation, Operand)
    case matches(Operand, TextPattern)
    case changed
    case text(TextPattern)
  }

  /// An operand that is not computed from others, and the store whose state it reads.
  struct Side: Sendable {
    let operand: Operand
    let store: StoreChoice
  }

  enum StoreChoice: Hashable, Sendable {
    /// The store of the step.
    case own
    case named(Int)
    /// A store that the log does not have.
    case missing
  }

  let question: Question
  /// The operands that those of the question are computed from, in their order.
  let sides: [Side]
  /// The stores that the paths name, including the step's own store.
  let choices: [StoreChoice]
  /// Whether the answer depends only on states after the step, so that it stays the same until one of them changes.
  let isLasting: Bool
  let needsPayload: Bool

  /// - Returns: `nil` for a condition of another kind.
  init?(_ condition: Condition, in history: History) {
    func choice(_ path: PathPattern?) -> StoreChoice {
      guard let name = path?.store else { return .own }
      return history.stores.firstIndex(where: name.hasSameBytes).map(StoreChoice.named) ?? .missing
    }
    let operands: [Operand]
    switch condition {
    case .comparison(let left, let relation, let right):
      question = .comparison(left, relation, right)
      operands = left.leaves + right.leaves
    case .matches(let operand, let pattern):
      question = .matches(operand, pattern)
      operands = operand.leaves
    case .stateText(let pattern):
      question = .text(pattern)
      operands = [.value(.after, PathPattern(parts: []))]
    case .changed(let path):
      question = .changed
      operands = [.delta(path)]
    case .all, .any, .not, .store, .type, .trace, .trait, .step, .cause, .chain, .field, .clock, .text: return nil
    }
    sides = operands.map { Side(operand: $0, store: choice($0.path)) }
    choices = sides.filter { $0.operand.path != nil }.map(\.store)
    needsPayload = operands.contains(where: \.needsPayload)
    isLasting = !needsPayload && !operands.contains(where: \.needsBefore)
  }

  /// The stores whose states may be needed.
  func stores(in history: History) -> Set<Int> {
    if choices.contains(.own) { return Set(history.stores.indices) }
    return Set(choices.compactMap { if case .named(let store) = $0 { store } else { nil } })
  }
}

extension StateCondition.StoreChoice {
  /// The store's number, if there is one.
  func store(own: Int?) -> Int? {
    switch self {
    case .own: own
    case .named(let store): store
    case .missing: nil
    }
  }
}
