/// What tells red runs from green ones, and is likely to have led there.
///
/// Each run is read once and turned into observations: how often an action happens and what it leads to, orders within a store, values in
/// payloads and states, times (``FactKind``). A fact is an observation with a bound that is learnt from the runs, in either direction.
/// The method is that of statistical debugging, with these parts:
///
/// - Predicates that are counted in failing and passing runs, weighed only where they could be observed, and groups by elimination: Liblit,
///   Aiken, Zheng, Jordan, *Bug Isolation via Remote Program Sampling*, PLDI 2003; Liblit, Naik, Zheng, Aiken, Jordan, *Scalable
///   Statistical Bug Isolation*, PLDI 2005.
/// - The score of Ochiai: Abreu, Zoeteweij, van Gemund, *On the Accuracy of Spectrum-based Fault Localization*, TAIC-PART 2007.
/// - Each red run beside its nearest green one: Renieris, Reiss, *Fault Localization With Nearest Neighbor Queries*, ASE 2003; what
///   differs there is what delta debugging would narrow down: Zeller, *Isolating Cause-Effect Chains from Computer Programs*, FSE 2002.
/// - Relations that always hold, such as a payload that equals a value of the state: Ernst et al., *Daikon*, 2007. Which action wrote the
///   value that is replaced: Shi et al., *Do I Use the Wrong Definition?*, OOPSLA 2010.
///
/// Runs that failed at different places of the source are searched apart. If all red runs together can rule out chance, places that cannot
/// on their own are searched together first.
/// A fact is told only if so clean a separation would come by chance, among all facts of its share that could have shown one, in three of a
/// thousand comparisons (Tarone, *A Modified Bonferroni Method for Discrete Data*, Biometrics 1990). Shares are kinds of facts, on the way to
/// the failure or beside it: the actions that wrote the values which the failure names, and those from which these come (Weiser, *Program
/// Slicing*, ICSE 1981). Between actions on the way, others are looked for that interrupt them; and pairs of values that separate the runs
/// while neither alone does.
/// Orders, counts, times and interruptions need a third of that chance, and a tenth beside the way, as do all facts of sets so large that a
/// real cause scores far lower by chance. A fact that only repeats the failure does not hide others that separate nearly as well.
/// Where the runs are so few that no fact could reach that (``isDecided``), those are told that hold in all red runs and in no green one, and
/// are about nothing that varies among green runs.
public struct FailureCauses: Hashable, Sendable {
  /// Red runs with one signature.
  public struct Group: Hashable, Sendable {
    /// The first is the one that rows are told of.
    public let red: [RunListing.Entry]
    /// The green run that is most like the first red one.
    public let nearest: RunListing.Entry
    /// Those that separate best, in the order in which they show. Of each step there is one.
    public let facts: [FailureFact]
    /// Whether there are runs enough to tell a cause from chance.
    public let isDecided: Bool
  }

  public private(set) var groups: [Group] = []
  /// Red runs that nothing separates from the green ones.
  public private(set) var unexplained: [RunListing.Entry] = []
  /// The same by what failed.
  package var unexplainedFailures: [[RunListing.Entry]] { Self.failurePlaces(of: unexplained).map { $0.map { unexplained[$0] } } }
  /// Whether there are runs enough to tell a cause of all red runs from chance.
  public private(set) var isDecided = false

  /// - Parameters:
  ///   - red: Runs in which something is wrong.
  ///   - green: Runs in which all is well. Without any, nothing is found.
  ///   - ignoring: Paths whose values do not count, in every store or, if they name one, in that.
  ///   - report: Called now and then with how many runs were read, and of how many; returning `false` ends the search.
  /// - Throws: ``HistoryError`` if a log cannot be read any more.
  /// - Complexity: O(bytes of the logs), on two threads. Some 40 KB of memory a run.
  public init(
    red: [RunListing.Entry], green: [RunListing.Entry], ignoring: [StatePath] = [], report: (Int, Int) -> Bool = { _, _ in true }
  ) throws(HistoryError) {
    unexplained = red
    guard !red.isEmpty, !green.isEmpty else { return }
    let runs = red + green
    var table = try FactTable(runs, ignoring: IgnoredPaths(ignoring), report: report)
    var way = FailureWay(table, failures: red.compactMap(\.summary.problem?.text))
    if !way.isNamed {
      // What separates the runs is where to look for what led there.
      let found = CauseSearch(table: table, redCount: red.count, way: way).decidedFacts(of: Array(red.indices))
      if found.isDecidable { way.add(found.facts.map(\.key)) }
    }
    table.addInterruptions(on: way)
    let search = CauseSearch(table: table, redCount: red.count, way: way)
    let places = Self.failurePlaces(of: red)
    let (found, isDecided) = try search.groups(places) { (run) throws(HistoryError) in
      var collector = FactCollector(FactNameCache(search.table.names), ignoring: IgnoredPaths(ignoring))
      collector.keepsTexts = true
      return try collector.sheet(of: runs[run])
    }
    self.isDecided = isDecided
    for group in found {
      let others = group.red.filter { $0 != group.exemplar }
      groups.append(
        Group(
          red: [runs[group.exemplar]] + others.map { runs[$0] }, nearest: runs[group.nearest], facts: group.places.ranked(group.facts),
          isDecided: group.isDecided))
    }
    let explained = Set(found.flatMap(\.red))
    unexplained = red.indices.filter { !explained.contains($0) }.map { red[$0] }
  }
}

extension FailureCauses {
  /// Red runs by the place of the source where they failed, and there by what failed unless that differs in single runs.
  private static func failurePlaces(of red: [RunListing.Entry]) -> [[Int]] {
    let sites = Dictionary(grouping: red.indices) { red[$0].summary.failurePlace }
    return sites.values.flatMap { runs in
      let texts = Dictionary(grouping: runs) { red[$0].summary.signature }.values
      return texts.contains { $0.count == 1 } ? [runs] : Array(texts)
    }.sorted { $0[0] < $1[0] }
  }
}

extension RunSummary {
  /// The same for failures at one place of the source, or alike ones without a place.
  fileprivate var failurePlace: String { problem?.site.map { "\(problem?.kind.rawValue ?? "") \($0)" } ?? signature }
}

/// Something that holds in red runs and not in green ones, or the other way round.
public struct FailureFact: Hashable, Sendable {
  /// An action of a store.
  public struct Action: Hashable, Sendable {
    public let store: String
    public let type: String
  }

  public let kind: FactKind
  public let action: Action
  /// The action that the kind sets beside it.
  public let other: Action?
  /// Elements of arrays and identifiers are `*`. Of payloads it begins with `/payload`.
  public let path: String
  /// The value, the type of the error, or the other path.
  public let detail: String
  /// In red runs the observation is below the bound; else it is at least as large.
  public let isBelow: Bool
  public let bound: Double
  /// What it is in green runs.
  public let green: ClosedRange<Double>?
  /// In how many runs it holds, and in how many it could be observed.
  public let redCount: Int
  public let redObserved: Int
  public let greenCount: Int
  public let greenObserved: Int
  /// How likely one of all facts would separate the runs so well by chance.
  public let chance: Double
  /// Where it shows in the group's first red run; of what is missing there, behind which row it would have been. `nil` if that run is empty.
  public let row: Int?
}
