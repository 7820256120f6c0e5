package import FluxtapeHistory
import FluxtapeRandomCases

/// Sets of runs as small as those of a test that fails now and then, of one kind of bug.
package struct KindTrial {
  let kind: BugKind
  let seed: Int
  /// Whether failed expectations say what they expected.
  let namesValues: Bool

  package init(_ kind: BugKind, seed: Int, namesValues: Bool = true) {
    (self.kind, self.seed, self.namesValues) = (kind, seed, namesValues)
  }

  package struct Outcome {
    /// For each cause that was planted, the place of the first fact that names it, in any group.
    package let places: [Int?]
    /// The first facts of each group.
    package let firstFacts: [[FailureFact]]

    package var isNamed: Bool { places.allSatisfy { ($0 ?? .max) <= 3 } }
  }

  /// 3 to 8 red runs (of two causes 4 to 8 each), and 20 to 60 green ones.
  package func outcome(noise: Bool) throws -> Outcome {
    var random = SplitMix64(seed: seed)
    let redCount = Int.random(in: kind.causes.count > 1 ? 8...16 : 3...8, using: &random)
    let greenCount = Int.random(in: 20...60, using: &random)
    return try withRuns(redCount, greenCount, noise) { red, green in
      let groups = try FailureCauses(red: red, green: green).groups
      let places = kind.causes.map { cause in
        (kind.causes.count > 1 ? groups : Array(groups.prefix(1)))
          .compactMap { group in group.facts.firstIndex { Self.names($0, cause) }.map { $0 + 1 } }.min()
      }
      return Outcome(
        places: kind.causes.count > 1 && groups.count < kind.causes.count ? kind.causes.map { _ in nil } : places,
        firstFacts: groups.map { Array($0.facts.prefix(3)) })
    }
  }

  /// Counts the sets of which the causes are named: without noise, with noise, and with noise and failures that do not say what was expected.
  ///
  /// - Returns: For each kind the counts, and what was told of sets with noise instead.
  package static func hits(of kinds: [BugKind], sets: Int, seed: Int) throws -> [(kind: BugKind, counts: [Int], misses: [Outcome])] {
    try kinds.map { kind in
      var misses: [Outcome] = []
      let counts = try [(false, true), (true, true), (true, false)].map { noise, namesValues in
        try (0..<sets).count { set in
          let outcome = try KindTrial(kind, seed: seed &* 101 &+ set, namesValues: namesValues).outcome(noise: noise)
          if noise, !outcome.isNamed { misses.append(outcome) }
          return outcome.isNamed
        }
      }
      return (kind, counts, misses)
    }
  }

  /// The facts that seem to tell why runs failed that are like those that passed, in some sets of all kinds.
  package static func falseAlarms(of kinds: [BugKind], sets: Int, seed: Int) throws -> [FailureFact] {
    try kinds.enumerated().flatMap { place, kind in
      try KindTrial(kind, seed: seed &* 101 &+ 77, namesValues: place % 2 == 0)
        .falseAlarms(deals: sets / kinds.count + (place < sets % kinds.count ? 1 : 0))
    }
  }

  /// Lets runs fail at random that are like those that passed, and returns the first fact of each set that seems to tell why.
  package func falseAlarms(deals: Int) throws -> [FailureFact] {
    try (0..<deals).compactMap { deal in
      var random = SplitMix64(seed: seed &* 7919 &+ deal)
      let (redCount, greenCount) = (Int.random(in: 3...8, using: &random), Int.random(in: 20...60, using: &random))
      let trial = KindTrial(kind, seed: seed &* 31 &+ deal, namesValues: namesValues)
      return try trial.withRuns(redCount, greenCount, true, hasCause: false) { red, green in
        try FailureCauses(red: red, green: green).groups.first?.facts.first
      }
    }
  }

  private func withRuns<Result>(
    _ redCount: Int, _ greenCount: Int, _ noise: Bool, hasCause: Bool = true,
    _ body: (_ red: [RunListing.Entry], _ green: [RunListing.Entry]) throws -> Result
  ) throws -> Result {
    try CausesTrial.withLogs(redCount + greenCount) { number in
      let isRed = number < redCount
      let text =
        hasCause || !isRed
        ? try kind.log(isRed: isRed, seed: seed &* 1009 &+ number, noise: noise)
        : try kind.logFailingWithoutCause(seed: seed &* 1009 &+ number)
      return namesValues ? text : text.replacing(#/"mark":".*","level":"error"/#, with: #""mark":"expectation failed","level":"error""#)
    } _: { paths in
      try body(RunListing(Array(paths.prefix(redCount))).entries, RunListing(Array(paths.dropFirst(redCount))).entries)
    }
  }

  private static func names(_ fact: FailureFact, _ cause: Set<String>) -> Bool {
    // Words name the third action of what comes between two others, too.
    let last = fact.kind == .between || fact.kind == .interrupts ? fact.path.split(separator: " ").last.map(String.init) : nil
    return last.map(cause.contains) ?? false
      || [fact.action, fact.other].compactMap(\.self).contains { cause.contains($0.type) || cause.contains("\($0.store) \($0.type)") }
  }
}
