import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON

/// A query for a search or a filter.
package struct RowFilter: Hashable, Sendable {
  /// The text as typed.
  let text: String
  let query: Query

  /// - Throws: ``QueryError`` if the text is not a query.
  init(_ text: String) throws(QueryError) {
    self.text = text
    query = try Query(parsing: text)
  }

  /// Looks for a text as it is, or for rows without it.
  ///
  /// - Parameter sign: What stands before the text for rows without it.
  init(literal text: String, sign: String = "") throws(QueryError) {
    self.text = sign + text
    query = try Query(parsing: sign + JSONValue.string(text).text)
  }

  /// The texts to highlight in matching rows.
  var marks: [String] { query.condition.literals }

  /// The first path in a named store that the query reads.
  var statePath: (store: String, parts: [StatePath.Part])? { query.condition.statePaths.first }
}

extension InspectorState {
  /// Returns the query for a typed text. A part of an action's type needs no quotes, though it may have dots.
  ///
  /// - Throws: ``QueryError`` if the text is not a query, or not one for this log.
  func filter(_ text: String) throws(QueryError) -> RowFilter {
    let filter: RowFilter
    do throws(QueryError) {
      filter = try RowFilter(text)
    } catch {
      // The name of a type may itself begin with a sign.
      for sign in ["", "-", "!"] where text.hasPrefix(sign) && text.count > sign.count {
        let part = String(text.dropFirst(sign.count))
        if index.types.contains(where: SearchText(part).isIn) { return try RowFilter(literal: part, sign: sign) }
      }
      throw error
    }
    if let problem = history.problem(with: filter.query) { throw problem }
    // While the log grows, the store may still appear.
    if !log.isFollowing, !log.isInputOpen, let problem = filter.query.condition.unknownStore(in: history.stores, text) { throw problem }
    return filter
  }

  /// Returns the query in a search or filter prompt; nil without a text.
  func filter(in prompt: Prompt) throws(QueryError) -> RowFilter? {
    prompt.line.text.isEmpty ? nil : try filter(prompt.line.text)
  }

  /// Returns why the text in a search or filter prompt is not a query.
  func problem(in prompt: Prompt) -> QueryError? {
    guard prompt.isQuery else { return nil }
    do throws(QueryError) {
      _ = try filter(in: prompt)
      return nil
    } catch {
      return error
    }
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
    case .type, .trace, .trait, .step, .cause, .chain, .field, .clock, .text, .stateText, .changed, .comparison, .matches: return nil
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
    case .comparison(let left, _, let right): (left.leaves + right.leaves).compactMap { $0.statePattern?.single }
    case .matches(let operand, _): operand.leaves.compactMap { $0.statePattern?.single }
    default: []
    }
  }
}

extension Operand {
  fileprivate var statePattern: PathPattern? {
    switch self {
    case .value(.after, let path), .measure(_, .after, let path), .delta(let path): path
    case .literal, .value, .measure, .arithmetic: nil
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
