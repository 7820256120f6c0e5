// The words that the parser of queries knows, with what each is for. Help, the empty prompt and completion list them from here.

/// A name before a colon.
package enum QueryField: String, CaseIterable, Sendable {
  case store, type, `is`, seq, cause, chain, trace, changed, `in`

  fileprivate var beginning: String { self == .in ? "in:state " : rawValue + ":" }

  fileprivate var meaning: String {
    switch self {
    case .store: "steps of a store"
    case .type: "actions of a type"
    case .is: "steps with a trait"
    case .seq: "steps by their numbers"
    case .cause: "steps that a step caused itself"
    case .chain: "a step, all that led to it, and all that it led to"
    case .trace: "steps of a trace"
    case .changed: "steps that changed a value"
    case .in: "steps with a text anywhere in the state"
    }
  }

  fileprivate var examples: String {
    switch self {
    case .store: ", as in store:cart or store:cart*"
    case .type: ", as in type:cart.item* or type:/regex/"
    case .is: ": " + RowTrait.allCases.map(\.rawValue).joined(separator: " ")
    case .seq: ", as in seq:100..200"
    case .cause: ", as in cause:42"
    case .chain: ", as in chain:42"
    case .trace: ", as in trace:4bf92f*"
    case .changed: ", as in changed:cart.total or changed:.items"
    case .in: ", as in in:state \"tea\""
    }
  }
}

/// A function of the values of a path.
package enum QueryFunction: String, CaseIterable, Sendable {
  case len, sum, duplicates, descents, ascents, delta

  fileprivate var meaning: String {
    switch self {
    case .len: "how many elements, members or characters"
    case .sum: "the sum of values"
    case .duplicates: "how many values equal an earlier one"
    case .descents: "how many values are less than the one before"
    case .ascents: "how many values are greater than the one before"
    case .delta: "how far a number went in the step"
    }
  }

  fileprivate var examples: String {
    switch self {
    case .len: ", as in len(.items) > 100"
    case .sum: ", as in sum(.items[*].qty) or sum(.items[*], qty * price)"
    case .duplicates: ", as in duplicates(.ids) > 0"
    case .descents: ", as in descents(.times) > 0"
    case .ascents: ", as in ascents(.levels) > 0"
    case .delta: ", as in delta(.total) < 0"
    }
  }
}

/// A name before a path that is not in the state after the step.
package enum QuerySource: String, CaseIterable, Sendable {
  case payload, prev

  fileprivate var meaning: String {
    switch self {
    case .payload: "a value in the contents of the action"
    case .prev: "a value in the state before"
    }
  }

  fileprivate var examples: String {
    switch self {
    case .payload: ", as in payload.qty > 1"
    case .prev: ", as in prev.total != .total"
    }
  }
}

extension RowField {
  fileprivate var meaning: String {
    switch self {
    case .duration: "how long the action took"
    case .time: "the time since the run began"
    case .step: "the number of the step"
    }
  }

  fileprivate var examples: String {
    switch self {
    case .duration: ", as in dur > 10ms"
    case .time: ", as in t > 12.5s; or the time of day, as in t >= 09:30:00"
    case .step: ", as in seq >= 100"
    }
  }
}

/// A way to write a condition of a query.
package enum QueryForm: Hashable, Sendable {
  case field(QueryField)
  /// A comparison of a value in a state.
  case value
  case source(QuerySource)
  case number(RowField)
  case function(QueryFunction)
  case text
  case combination

  /// All ways, one for each word that the parser knows. The most useful ones come first, as a small screen shows only some.
  package static let all: [QueryForm] = useful + known.filter { !useful.contains($0) }

  private static let useful: [QueryForm] = [
    .field(.type), .field(.store), .field(.is), .field(.changed), .value, .source(.payload), .number(.duration), .number(.time),
    .field(.seq), .text,
  ]

  private static let known: [QueryForm] = [
    QueryField.allCases.map(QueryForm.field), QuerySource.allCases.map(QueryForm.source), RowField.allCases.map(QueryForm.number),
    QueryFunction.allCases.map(QueryForm.function), [.value, .text, .combination],
  ].flatMap { $0 }
}

extension QueryForm {
  /// How a condition begins, for completion; `nil` if no fixed text begins it.
  package var beginning: String? {
    switch self {
    case .field(let field): field.beginning
    case .source(let source): source.rawValue + "."
    case .number(let field): field.rawValue + " > "
    case .function(let function): function.rawValue + "("
    case .value, .text, .combination: nil
    }
  }

  /// The beginning, or whole conditions.
  package var text: String {
    switch self {
    case .value: ".total < 0  cart.total < 0"
    case .text: "tea  \"hot tea\"  /t.a/"
    case .combination: "and  or  not  -  ( )"
    case .field, .source, .number, .function: beginning ?? ""
    }
  }

  /// What such a condition is about.
  package var meaning: String {
    switch self {
    case .field(let field): field.meaning
    case .value: "a value in the state of the step's store, or of any store"
    case .source(let source): source.meaning
    case .number(let field): field.meaning
    case .function(let function): function.meaning
    case .text: "a text, or a regular expression"
    case .combination: "combine conditions"
    }
  }

  /// What to read after the meaning: examples, or the words that may follow.
  private var examples: String {
    switch self {
    case .field(let field): field.examples
    case .value: ": == != < <= > >=, or ~ and a regular expression; + - * / between numbers"
    case .source(let source): source.examples
    case .number(let field): field.examples
    case .function(let function): function.examples
    case .text: ": in types, contents, errors and changes"
    case .combination: "; side by side, both must hold"
    }
  }

  /// What such a condition is about, with examples.
  package var words: String { meaning + examples }
}
