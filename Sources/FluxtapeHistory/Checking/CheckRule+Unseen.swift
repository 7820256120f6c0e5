import FluxtapeJSON

extension CheckRule {
  /// What a rule speaks of and no log has: a name that is misspelt, most likely.
  public enum Unseen: Hashable, Sendable {
    /// No step has a value at this path. `near` is the similar path that the log has.
    case value(path: String, near: String? = nil)
    /// No step is an action of this type. `near` is the similar type that the log has.
    case type(String, near: String? = nil)
    /// No step has this store. `near` is the similar one that the log has.
    case store(String, near: String? = nil)
  }

  /// Returns the names in the rule that do not occur in a run. Comparisons with `null` do not count, since such rules hold when the name is
  /// absent.
  ///
  /// - Throws: ``HistoryError`` if a log can no longer be read.
  /// - Complexity: O(bytes of the log) for each path.
  public func unseen(in run: History) throws(HistoryError) -> [Unseen] {
    var found: [Unseen] = []
    let query: Query
    switch demand {
    case .never(let asked), .always(let asked), .after(let asked, _, _): query = asked
    }
    for pattern in query.condition.wantedTypes where !run.hasAction(of: pattern) { found.append(.type(pattern.text)) }
    for pattern in query.condition.wantedStores where !run.stores.contains(where: pattern.matches) { found.append(.store(pattern.text)) }
    for (source, path) in query.condition.comparedPaths {
      let text = path.address(in: source)
      guard !found.contains(.value(path: text)) else { continue }
      if try !run.hasValue(at: path, in: source) { found.append(.value(path: text)) }
    }
    return found
  }
}

extension PathPattern {
  /// The path as a query has it.
  func address(in source: ValueSource) -> String {
    source == .payload ? "payload" + text : (store.map { StatePath(store: $0).description } ?? "") + text
  }
}

extension History {
  /// Whether any step has a value other than `null` at a path.
  ///
  /// - Complexity: O(bytes of the log) up to the first such step.
  func hasValue(at path: PathPattern, in source: ValueSource) throws(HistoryError) -> Bool {
    let isThere = Query(.comparison(.value(source, path), .unequal, .literal(.null)), text: "")
    guard problem(with: isThere) == nil else { return false }
    var isSeen = false
    _ = try rows(matching: isThere) { progress in
      isSeen = isSeen || !progress.found.isEmpty
      return !isSeen
    }
    return isSeen
  }

  fileprivate func hasAction(of pattern: NamePattern) -> Bool {
    rows.contains { ($0.kind == .action || $0.kind == .state) && pattern.matches($0.type) }
  }
}

extension Condition {
  /// Types that a step must have one of.
  var wantedTypes: [NamePattern] {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.wantedTypes)
    case .type(let pattern): [pattern]
    default: []
    }
  }

  /// Paths to values that are compared with others than `null`.
  fileprivate var comparedPaths: [(ValueSource, PathPattern)] {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.comparedPaths)
    case .not(let condition): condition.comparedPaths
    case .comparison(.literal(.null), _, _), .comparison(_, _, .literal(.null)), .changed: []
    default:
      operands.compactMap { operand in
        switch operand {
        case .literal, .arithmetic: nil
        case .value(let source, let path), .measure(_, let source, let path): (source == .before ? .after : source, path)
        case .delta(let path): (.after, path)
        }
      }
    }
  }
}
