import FluxtapeHistory

/// A query for a search or a filter.
///
/// A text that is not a valid query is searched as plain text, so that finding a word needs no query language.
package struct RowFilter: Hashable, Sendable {
  /// The text as typed.
  let text: String
  let query: Query
  /// Why the text is not a valid query.
  let problem: QueryError?

  /// - Returns: Nil for an empty text.
  init?(_ text: String, in history: History) {
    self.text = text
    do throws(QueryError) {
      query = try Query(parsing: text)
      problem = history.problem(with: query) ?? query.condition.unknownStore(in: history.stores, text)
    } catch {
      guard let literal = try? Query(parsing: Self.quoted(text)) else { return nil }
      query = literal
      problem = error
    }
  }

  /// Returns the text as a quoted string of the query language.
  private static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }

  /// The texts to highlight in matching rows.
  var marks: [String] { problem == nil ? query.condition.literals : [text] }

  /// The first path in a named store that the query reads.
  var statePath: (store: String, parts: [StatePath.Part])? {
    problem == nil ? query.condition.statePaths.first : nil
  }
}

extension QueryError {
  /// The message. The position and the suggestion come first, as a narrow screen cuts the rest.
  var words: String {
    "not a query at character \(offset + 1): " + (suggestion.map { "did you mean '\($0)'? " } ?? "") + "expected \(expected)"
  }
}

extension Condition {
  /// Returns an error if the query names a store that the log does not have.
  fileprivate func unknownStore(in stores: [String], _ text: String) -> QueryError? {
    switch self {
    case .all(let conditions), .any(let conditions): return conditions.lazy.compactMap { $0.unknownStore(in: stores, text) }.first
    case .not(let condition): return condition.unknownStore(in: stores, text)
    case .store(let pattern):
      guard !stores.isEmpty, !stores.contains(where: { pattern.matches($0) }) else { return nil }
      let name: String? = if case .exactly(let name) = pattern { name } else { nil }
      let near = name.flatMap { QueryError.nearest(to: $0, among: stores) }
      let (characters, word) = (Array(text), Array("store:" + (name ?? "")))
      let place = characters.indices.first { characters[$0...].starts(with: word) }.map { $0 + "store:".count } ?? 0
      return QueryError(at: place, expected: "a store of this log (\(stores.prefix(12).joined(separator: ", ")))", suggestion: near)
    case .type, .trait, .step, .cause, .chain, .field, .text, .stateText, .changed, .comparison, .matches: return nil
    }
  }

  /// The literal texts that the query searches for.
  fileprivate var literals: [String] {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.literals)
    case .text(let pattern), .matches(_, let pattern):
      if case .literal(let text) = pattern.kind { [text.text] } else { [] }
    default: []
    }
  }

  /// The paths in named stores that the query compares or whose changes it asks for.
  fileprivate var statePaths: [(store: String, parts: [StatePath.Part])] {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.statePaths)
    case .changed(let pattern): [pattern].compactMap(\.single)
    case .comparison(let left, _, let right): [left, right].compactMap { $0.statePattern?.single }
    case .matches(let operand, _): [operand.statePattern?.single].compactMap(\.self)
    default: []
    }
  }
}

extension Operand {
  fileprivate var statePattern: PathPattern? {
    switch self {
    case .value(.after, let path), .measure(_, .after, let path), .delta(let path): path
    case .literal, .value, .measure: nil
    }
  }
}

extension PathPattern {
  /// The path, if the pattern has no wildcards.
  fileprivate var single: (store: String, parts: [StatePath.Part])? {
    guard let store else { return nil }
    var places: [StatePath.Part] = []
    for part in parts {
      guard case .one(let place) = part else { return nil }
      places.append(place)
    }
    return (store, places)
  }
}
