/// What a run is checked for, besides what is always looked for.
public struct Checklist: Hashable, Sendable {
  /// The rules that every run must keep.
  public var rules: [CheckRule] = []
  /// Whether a log whose recorder was not closed is a problem, and not only a note.
  public var requiresEnd = false
  /// Whether to look for what should not be in a log. Takes reading all of it.
  public var looksForSecrets = false

  /// Creates a checklist; without arguments it looks for what is always a problem.
  public init(rules: [CheckRule] = [], requiresEnd: Bool = false, looksForSecrets: Bool = false) {
    self.rules = rules
    self.requiresEnd = requiresEnd
    self.looksForSecrets = looksForSecrets
  }
}

/// Something that holds for every run that is as it should be.
public struct CheckRule: Hashable, Sendable {
  /// What a rule asks for.
  public enum Demand: Hashable, Sendable {
    /// There is no step for which the query holds.
    case never(Query)
    /// There is no step for which its negation holds. What is not known is no reason to complain.
    case always(Query)
    /// Each step for which the first query holds is followed by one for which the second does. Of a query that looks at states the steps
    /// count at which it became true.
    case after(Query, Query, within: Limit?)
  }

  /// How soon an answer must follow.
  public enum Limit: Hashable, Sendable {
    /// Within this time.
    case time(microseconds: Int)
    /// Within so many actions.
    case actions(Int)
  }

  /// What people call it; the demand itself, where it has no name.
  public let name: String
  /// What the rule asks for.
  public let demand: Demand
  /// Where it is written: `shop.rules: line 3`; `nil` for what is in no file.
  public let place: String?

  /// Creates a rule; without a name it is called by its demand.
  public init(name: String? = nil, _ demand: Demand, place: String? = nil) {
    self.name = name ?? demand.text
    self.demand = demand
    self.place = place
  }
}

extension CheckRule.Demand {
  /// The demand as a file of rules has it.
  public var text: String {
    switch self {
    case .never(let query): "never \(query.text)"
    case .always(let query): "always \(query.text)"
    case .after(let first, let second, let limit): "after \(first.text), \(second.text)" + (limit.map { " within \($0.text)" } ?? "")
    }
  }

  /// The queries in it.
  public var queries: [Query] {
    switch self {
    case .never(let query), .always(let query): [query]
    case .after(let first, let second, _): [first, second]
    }
  }
}

extension CheckRule.Limit {
  /// `5s`, `20 actions`.
  public var text: String {
    switch self {
    case .actions(let count): return count == 1 ? "1 action" : "\(count) actions"
    case .time(let time):
      let unit = Self.units.first { time.isMultiple(of: $0.factor) } ?? (name: "us", factor: 1)
      return "\(time / unit.factor)\(unit.name)"
    }
  }
}
