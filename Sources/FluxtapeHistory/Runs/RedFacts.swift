/// What every red run has and no green one.
public struct RedFacts: Hashable, Sendable {
  public struct Found: Hashable, Sendable {
    public let fact: RunFact
    /// Where it is first seen in the first red run.
    public let row: Int
  }

  /// In the order of the first red run. What follows from others is left out: what an action does that only red runs have.
  public private(set) var found: [Found] = []
  public let redCount: Int
  public let greenCount: Int

  /// - Parameters:
  ///   - red: Runs in which something is wrong. Where facts are first seen is told of the first.
  ///   - green: Runs in which all is well. Without any, nothing is found.
  ///   - report: Called before each run with how many were read, and of how many; returning `false` ends the search.
  /// - Throws: ``HistoryError`` if a log cannot be read any more.
  /// - Complexity: O(bytes of the logs).
  public init(
    red: [RunListing.Entry], green: [RunListing.Entry], report: (Int, Int) -> Bool = { _, _ in true }
  ) throws(HistoryError) {
    redCount = red.count
    greenCount = green.count
    guard let first = red.first, !green.isEmpty else { return }
    var common = try RunFact.all(in: first.open())
    for (count, run) in (red.dropFirst() + green).enumerated() where !common.isEmpty {
      guard report(count, red.count + green.count) else { return }
      let facts = try RunFact.all(in: run.open())
      let isRed = count < red.count - 1
      common = common.filter { (facts[$0.key] != nil) == isRed }
    }
    found = Self.withoutConsequences(common).map { Found(fact: $0.key, row: $0.value) }.sorted()
  }

  private static func withoutConsequences(_ facts: [RunFact: Int]) -> [RunFact: Int] {
    func has(_ kind: RunFact.Kind, _ store: String, _ type: String) -> Bool {
      facts[RunFact(kind: kind, store: store, type: type, detail: "")] != nil
    }
    let valued = Set(
      facts.keys.filter { $0.kind == .value }.map { $0.type + "\n" + ($0.detail.split(separator: " = ", maxSplits: 1).first ?? "") })
    return facts.filter { fact, _ in
      switch fact.kind {
      case .inFlight, .action, .error: return true
      case .value: return !has(.action, fact.store, fact.type)
      case .change:
        // The value that was written there says more.
        return !has(.action, fact.store, fact.type) && !valued.contains(fact.type + "\n" + fact.detail)
      case .order:
        let before = fact.detail.split(separator: " ", maxSplits: 1).map(String.init)
        return !has(.action, fact.store, fact.type) && !(before.count == 2 && has(.action, before[0], before[1]))
      }
    }
  }
}

extension RedFacts.Found: Comparable {
  /// By row, then by kind.
  public static func < (left: Self, right: Self) -> Bool {
    (left.row, left.fact.rank, left.fact.detail) < (right.row, right.fact.rank, right.fact.detail)
  }
}

extension RunFact {
  fileprivate var rank: Int { Kind.allCases.firstIndex(of: kind) ?? 0 }
}
