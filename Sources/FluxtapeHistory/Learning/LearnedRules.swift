/// Rules that nobody wrote: what held in all of many green runs.
///
/// The observations are those by which ``FailureCauses`` tells red runs from green ones. What all green runs have in common, and had the
/// occasion to break, becomes a rule: Ernst et al., *The Daikon System for Dynamic Detection of Likely Invariants*, 2007. A bound is told
/// only if most runs reach it, else it would be the largest value by accident. Each rule is then checked against every run, as it is going
/// to be against red ones, so that none of the runs breaks it.
///
/// - Values of states and payloads: ranges, never negative, never smaller than before, one of a few words.
/// - A payload that equals a value of the state before: an answer to the query that is still asked.
/// - An action that always leads to another one, and how soon.
/// - Arrays: unique identifiers, sorted elements, a number that is the sum or the count of elements.
public struct LearnedRules: Sendable {
  public struct Rule: Hashable, Sendable {
    public let rule: CheckRule
    /// How many actions it was tested at, and in how many runs.
    public let steps: Int
    public let runs: Int
  }

  /// Those that say most come first.
  public let rules: [Rule]
  /// Rules beyond ``mostRules``.
  public let leftOut: Int

  /// What holds in fewer runs may hold by accident.
  public static let fewestRuns = 5
  /// Nobody reviews more.
  public static let mostRules = 40

  /// - Parameters:
  ///   - green: Runs in which all is well, ``fewestRuns`` at least; of fewer nothing is learnt.
  ///   - report: Called now and then with how much was done, and of how much; returning `false` ends the search.
  /// - Throws: ``HistoryError`` if a log cannot be read any more.
  /// - Complexity: O(bytes of the logs) for each rule.
  public init(green: [RunListing.Entry], report: (Int, Int) -> Bool = { _, _ in true }) throws(HistoryError) {
    guard green.count >= Self.fewestRuns else {
      (rules, leftOut) = ([], 0)
      return
    }
    let table = try FactTable(green, ignoring: [], keepsTexts: true) { done, _ in report(done, green.count * 2) }
    var structures = StructureSearch()
    for (number, entry) in green.enumerated() { try structures.take(entry.open(), number: number) }
    let found = RuleSearch(table, structures).candidates
    var held = Array(found.prefix(Self.mostRules))
    for (count, entry) in green.enumerated() where report(green.count + count, green.count * 2) {
      let run = try entry.open()
      var unbroken: [Rule] = []
      for rule in held where try !Self.isBroken(rule.rule, in: run) { unbroken.append(rule) }
      held = unbroken
    }
    (rules, leftOut) = (held, max(0, found.count - Self.mostRules))
  }

  private static func isBroken(_ rule: CheckRule, in run: History) throws(HistoryError) -> Bool {
    try RuleCheck(rule, run).findings { _ in true }.contains { if case .broken = $0.kind { true } else { false } }
  }
}
