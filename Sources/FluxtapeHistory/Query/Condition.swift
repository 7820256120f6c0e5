package import FluxtapeJSON

/// A condition of a query on a step.
package indirect enum Condition: Hashable, Sendable {
  case all([Condition])
  case any([Condition])
  case not(Condition)
  case store(NamePattern)
  case type(NamePattern)
  /// The trace in which the action was dispatched.
  case trace(NamePattern)
  case trait(RowTrait)
  /// The step's number.
  case step(ClosedRange<Int>)
  case cause(Int)
  /// The step with its causes and everything that it caused.
  case chain(Int)
  case field(RowField, Relation, Int)
  /// The time of day (UTC) on the day when the run began, in microseconds.
  case clock(Relation, Int)
  /// In the type, the effect and its phase, the payload, the error, the step's changes, or the store beside `@@INIT` and the like.
  case text(TextPattern)
  /// Anywhere in the state after the step.
  case stateText(TextPattern)
  case changed(PathPattern)
  case comparison(Operand, Relation, Operand)
  case matches(Operand, TextPattern)
}

/// A comparison operator.
package enum Relation: String, Hashable, Sendable, CaseIterable {
  case equal = "=="
  case unequal = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// The relation for exchanged sides.
  var mirrored: Relation {
    switch self {
    case .equal, .unequal: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

/// A number that the index has for each row. Times are in microseconds.
package enum RowField: String, Hashable, Sendable, CaseIterable {
  case duration = "dur"
  case time = "t"
  case step = "seq"

  /// Returns the field that a word of other tools means, for a suggestion.
  static func meant(by word: String) -> RowField? {
    switch word.lowercased() {
    case "took", "takes", "duration", "elapsed": .duration
    case "time", "at": .time
    case "step", "n": .step
    default: nil
    }
  }
}

extension PathPattern {
  /// The field that is meant if the path is a single word and no store has that name.
  var meantField: RowField? { parts.isEmpty ? store.flatMap(RowField.meant) : nil }
}

/// One side of a comparison.
package indirect enum Operand: Hashable, Sendable {
  case literal(JSONValue)
  case value(ValueSource, PathPattern)
  /// A number that is computed from the values of a path.
  case measure(Measure, ValueSource, PathPattern)
  /// The change of a number in the state in this step.
  case delta(PathPattern)
  /// A number that is computed from others.
  case arithmetic(Operand, Arithmetic, Operand)
}

/// An operation on two numbers.
package enum Arithmetic: Character, Hashable, Sendable {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case dividedBy = "/"

  /// Whether it binds its operands before a sum does.
  var isProduct: Bool { self == .times || self == .dividedBy }
}

/// A number that values have together, or each.
package enum Measure: Hashable, Sendable {
  /// The number of elements, members or characters of each value.
  case length
  /// The sum of all values; with members, each value counts as the product of these.
  case sum([String])
  /// The number of values that equal an earlier one.
  case duplicates
  /// The number of values that are less than the one before, or greater.
  case descents, ascents
}

/// The document that a path refers to.
package enum ValueSource: Hashable, Sendable {
  /// The state after the step.
  case after
  /// The state of the step's store before the step.
  case before
  /// The action's contents.
  case payload
}
