// The words that the parser of queries knows, with what each is for. Help lists them from here.

/// A name before a colon.
package enum QueryField: String, CaseIterable, Sendable {
  case store, type, `is`, seq, cause, chain, trace, changed, `in`

  /// How the condition begins.
  package var beginning: String { self == .in ? "in:state " : rawValue + ":" }

  package var words: String {
    switch self {
    case .store: "steps of a store, as in store:cart or store:cart*"
    case .type: "actions of a type, as in type:cart.item* or type:/regex/"
    case .is: "steps with a trait: " + RowTrait.allCases.map(\.rawValue).joined(separator: " ")
    case .seq: "steps by their numbers, as in seq:100..200"
    case .cause: "steps that a step caused itself, as in cause:42"
    case .chain: "all steps of a step's chain of causes, as in chain:42"
    case .trace: "steps of a trace, as in trace:4bf92f*"
    case .changed: "steps that changed a value, as in changed:cart.total or changed:.items"
    case .in: "steps with a text anywhere in the state, as in in:state \"tea\""
    }
  }
}

/// A function of the values of a path.
enum QueryFunction: String, CaseIterable {
  case len, sum, duplicates, descents, ascents, delta

  var words: String {
    switch self {
    case .len: "how many elements, members or characters, as in len(.items) > 100"
    case .sum: "the sum of values, as in sum(.items[*].qty) or sum(.items[*], qty * price)"
    case .duplicates: "how many values equal an earlier one, as in duplicates(.ids) > 0"
    case .descents: "how many values are less than the one before, as in descents(.times) > 0"
    case .ascents: "how many values are greater than the one before"
    case .delta: "how far a number went in the step, as in delta(.total) < 0"
    }
  }
}

/// A name before a path that is not in the state after the step.
enum QuerySource: String, CaseIterable {
  case payload, prev

  var words: String {
    switch self {
    case .payload: "a value in the contents of the action, as in payload.qty > 1"
    case .prev: "a value in the state before, as in prev.total != .total"
    }
  }
}

extension RowField {
  fileprivate var words: String {
    switch self {
    case .duration: "how long the action took, as in dur > 10ms"
    case .time: "the time since the run began, as in t > 12.5s"
    case .step: "the number of the step, as in seq >= 100"
    }
  }
}

/// A way to write a condition of a query.
package struct QueryForm: Hashable, Sendable {
  /// Its beginning, or all of it.
  package let text: String
  package let words: String

  /// All ways, one for each word that the parser knows.
  package static let all: [QueryForm] = [fields, values, sources, numbers, functions, others].flatMap { $0 }

  private static let fields: [QueryForm] = QueryField.allCases.map { QueryForm(text: $0.beginning, words: $0.words) }
  private static let values: [QueryForm] = [
    QueryForm(text: ".total < 0", words: "a value in the state of the step's store: == != < <= > >=, or ~ and a regular expression"),
    QueryForm(text: "cart.total < 0", words: "a value in the state of any store"),
  ]
  private static let sources: [QueryForm] = QuerySource.allCases.map { QueryForm(text: "\($0.rawValue).", words: $0.words) }
  private static let numbers: [QueryForm] = RowField.allCases.map { QueryForm(text: "\($0.rawValue) > ", words: $0.words) }
  private static let functions: [QueryForm] = QueryFunction.allCases.map { QueryForm(text: "\($0.rawValue)(", words: $0.words) }
  private static let others: [QueryForm] = [
    QueryForm(text: "tea  \"green tea\"  /gr.*tea/", words: "a text, or a regular expression: in types, contents, errors and changes"),
    QueryForm(text: "and  or  not  -  ( )", words: "combine conditions; side by side, both must hold"),
  ]
}
