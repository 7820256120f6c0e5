import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
package import FluxtapeLogReading

/// A condition that a row's own record answers: on its text, its contents or its trace.
enum LineCondition: Sendable {
  case text(TextPattern)
  case trace(NamePattern)
  case comparison(Operand, Relation, Operand)
  case matches(Operand, TextPattern)

  init?(_ condition: Condition) {
    switch condition {
    case .text(let pattern): self = .text(pattern)
    case .trace(let pattern): self = .trace(pattern)
    case .comparison(let left, let relation, let right):
      guard (left.leaves + right.leaves).allSatisfy({ $0.path == nil }) else { return nil }
      self = .comparison(left, relation, right)
    case .matches(let operand, let pattern):
      guard operand.leaves.allSatisfy({ $0.path == nil }) else { return nil }
      self = .matches(operand, pattern)
    default: return nil
    }
  }
}

extension LineCondition {
  func truth(of content: RowContent) -> Truth {
    switch self {
    case .text(let pattern): return Truth(content.holds(pattern))
    case .trace(let pattern): return Truth(content.trace.map(pattern.matches) ?? false)
    case .comparison(let left, let relation, let right):
      return relation.holds(left.values(payload: content.payload), right.values(payload: content.payload))
    case .matches(let operand, let pattern): return operand.values(payload: content.payload).truth(of: pattern)
    }
  }
}

extension Operand {
  /// The values of a literal or of a path in an action's contents.
  func values(payload: JSONNode?) -> OperandValues {
    switch self {
    case .literal(let value): OperandValues(values: [JSONNode(value)])
    case .value(_, let path): path.operandValues(in: payload)
    case .measure(let measure, _, let path): path.operandValues(in: payload).measured(by: measure)
    case .delta: .unknown
    case .arithmetic(let left, let operation, let right): operation.result(left.values(payload: payload), right.values(payload: payload))
    }
  }
}

extension PathPattern {
  /// The values that the path leads to. A path without `[*]` gives one value, which may be absent.
  func operandValues(in document: JSONNode?) -> OperandValues {
    guard let document else { return OperandValues(values: hasMany ? [] : [nil]) }
    if !hasMany { return OperandValues(values: [value(in: document)]) }
    return OperandValues(values: values(in: document))
  }
}

extension OperandValues {
  /// Whether one of the texts, numbers or truth values matches.
  func truth(of pattern: TextPattern) -> Truth {
    var isUnknown = isUnknown
    for case let value? in values {
      if value.isLeftOut {
        isUnknown = true
      } else if !value.isNull, !value.isContainer, let text = value.value.scalarText, pattern.matches(text) {
        return .yes
      }
    }
    return isUnknown ? .unknown : .no
  }
}

// MARK: - Contents

/// The contents of a row that the index does not have.
enum RowContent {
  case action(ActionRecord)
  /// Only the contents of an action.
  case payload(JSONNode?)
  /// A state without an action.
  case state(Outcome, store: String)
  /// The text of a mark, a gap, an end or a jump.
  case words(String)
  /// A record of an unknown kind.
  case members(JSONObject)
  /// A line that is not a record.
  case line([UInt8])

  init(of row: Int, in history: History) throws(HistoryError) {
    let facts = history.rows[row]
    switch facts.kind {
    case .action:
      if let action = try history.action(at: row) { self = .action(action) } else { self = .words(facts.type) }
    case .state:
      let store = facts.store.map { history.stores[$0] } ?? ""
      if let outcome = try history.record(at: row)?.outcomeIfAny { self = .state(outcome, store: store) } else { self = .words(facts.type) }
    case .mark, .gap, .jump, .end: self = .words(facts.type)
    case .badLine: self = .line(try history.line(at: row).bytes)
    case .unknown:
      if case .unknown(let record) = try history.record(at: row) {
        self = .members(record.members)
      } else {
        self = .line(try history.line(at: row).bytes)
      }
    }
  }

  var payload: JSONNode? {
    switch self {
    case .action(let action): action.payload.map { JSONNode($0) }
    case .payload(let payload): payload
    case .state, .words, .members, .line: nil
    }
  }

  var trace: String? { if case .action(let action) = self { action.trace } else { nil } }

  /// Whether the words of the row, the contents, the error, or the paths and values of the changes contain the text.
  func holds(_ pattern: TextPattern) -> Bool {
    switch self {
    case .action(let action):
      pattern.matchesWords(of: action) || action.payload.map(pattern.matches) == true || pattern.isIn(action.outcome)
    case .payload(let payload): payload.map(pattern.matches) == true
    case .state(let outcome, let store): pattern.matches(StateRecord.type) || pattern.matches(store) || pattern.isIn(outcome)
    case .words(let words): pattern.matches(words)
    case .members(let members): pattern.matches(JSONValue.object(members))
    case .line(let bytes): pattern.matches(String(decoding: bytes, as: UTF8.self))
    }
  }
}

extension TextPattern {
  /// Whether one of the words that a timeline prints for an action matches: its type, its effect and the effect's phase, or the store that
  /// is named beside `@@INIT` and the like.
  ///
  /// Words match one by one, as ``LinePrefilter`` looks for each in the bytes of the line.
  package func matchesWords(of action: ActionRecord) -> Bool {
    if matches(action.type) || (action.type.hasPrefix("@@") && matches(action.store)) { return true }
    return action.effect.map { matches($0.name) || matches($0.phase.rawValue) } ?? false
  }

  fileprivate func isIn(_ outcome: Outcome) -> Bool {
    if let error = outcome.error, matches(error.type) || matches(error.message) { return true }
    guard let patch = outcome.patch else { return outcome.state.map(matches) ?? false }
    return patch.operations.contains { operation in
      if matches(operation.path.description) { return true }
      return switch operation {
      case .add(_, let value), .replace(_, let value), .test(_, let value): matches(value)
      case .splice(_, _, _, let text): matches(text)
      case .remove, .move, .copy: false
      }
    }
  }
}
