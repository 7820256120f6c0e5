package import FluxtapeJSON

/// What a query asks of a step.
package indirect enum Condition: Hashable, Sendable {
  case all([Condition])
  case any([Condition])
  case not(Condition)
  case store(NamePattern)
  case type(NamePattern)
  case trait(RowTrait)
  /// The step's number.
  case step(ClosedRange<Int>)
  case cause(Int)
  /// What led to a step, the step, and all that it led to.
  case chain(Int)
  case field(RowField, Relation, Int)
  /// In type, payload, error, or in what the step changed.
  case text(TextPattern)
  /// Anywhere in the state after the step.
  case stateText(TextPattern)
  case changed(PathPattern)
  case comparison(Operand, Relation, Operand)
  case matches(Operand, TextPattern)
}

/// How two values are compared.
package enum Relation: String, Hashable, Sendable, CaseIterable {
  case equal = "=="
  case unequal = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// The relation with its sides exchanged.
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

/// A number that the index knows of a row. Times are in microseconds.
package enum RowField: String, Hashable, Sendable, CaseIterable {
  case duration = "dur"
  case time = "t"
  case step = "seq"
}

/// One side of a comparison.
package enum Operand: Hashable, Sendable {
  case literal(JSONValue)
  case value(ValueSource, PathPattern)
  /// How many elements, members or characters the value has.
  case length(ValueSource, PathPattern)
  /// How far a number in the state went in the step.
  case delta(PathPattern)
}

/// Where a value is looked for.
package enum ValueSource: Hashable, Sendable {
  /// The state after the step.
  case after
  /// The state before the step, of the step's store.
  case before
  /// The action's contents.
  case payload
}
