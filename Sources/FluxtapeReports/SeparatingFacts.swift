package import FluxtapeHistory
import FluxtapeScreen

/// What separates red runs of one signature from the green ones, in words.
package struct SeparatingFacts: Sendable {
  let facts: [FailureFact]
  /// How many red runs have the signature, and how many red runs there are of the test.
  private let count: Int
  private let all: Int
  /// Whether there are runs enough to rule chance out.
  let isDecided: Bool
  /// Names the rows of the run that the facts' rows are of.
  let names: RowNames
  private let hidesValues: Bool

  /// How many facts are told. The rest are mostly what came of the first.
  private static let most = 8

  package init(_ facts: [FailureFact], of count: Int, redRuns all: Int, isDecided: Bool, names: RowNames, hidesValues: Bool = false) {
    self.facts = facts
    self.count = count
    self.all = all
    self.isDecided = isDecided
    self.names = names
    self.hidesValues = hidesValues
  }

  /// The row where the first fact shows.
  package var row: Int? { facts.first?.row }

  /// What stands above the facts.
  var heading: String {
    let runs = count == all ? "the red runs" : count.counted("red run")
    guard !facts.isEmpty else { return "nothing separates \(runs) from the green ones" }
    if isDecided { return "what separates \(runs) from the green ones, the earliest first" }
    return "what holds in \(runs) and in no green one, the earliest first; of so few runs it may be chance"
  }

  /// The first facts: words, the runs that speak for it, how likely it is by chance, an address.
  var shown: [(fact: FailureFact, words: String, counts: String, likelihood: String, address: String)] {
    facts.prefix(Self.most).map { ($0, $0.words(hidesValues: hidesValues), $0.counts, $0.likelihood, names.address($0.row)) }
  }

  var leftOut: Int { max(0, facts.count - Self.most) }
}

extension SeparatingFacts {
  /// - Throws: ``HistoryError`` if the log that rows are told of can no longer be read.
  package init(_ group: FailureCauses.Group, of part: FolderCauses.Part, hidesValues: Bool = false) throws(HistoryError) {
    let names = RowNames(try group.red[0].open(), log: group.red[0].paths.first ?? "")
    self.init(
      group.facts, of: group.red.count, redRuns: part.group.red.count, isDecided: part.causes.isDecided, names: names,
      hidesValues: hidesValues)
  }
}

// MARK: - Forms

extension SeparatingFacts {
  package var text: [String] {
    var table = Table([.init("#"), .init("what"), .init("runs"), .init("chance"), .init("at")])
    for (number, fact) in shown.enumerated() {
      table.append(["\(number + 1)", fact.words, fact.counts, fact.likelihood, fact.address])
    }
    return [heading.displayed()] + table.textRows.map { "  " + $0 } + (leftOut > 0 ? ["  and \(leftOut) more"] : [])
  }

  package var markdown: [String] {
    var lines = [MarkdownText.escaped(heading) + (facts.isEmpty ? "." : ":")] + (facts.isEmpty ? [] : [""])
    lines += shown.enumerated().map { number, fact in
      let counts = MarkdownText.escaped("\(fact.counts); \(fact.likelihood); \(fact.address)")
      return "\(number + 1). **" + MarkdownText.escaped(fact.words) + "** (" + counts + ")"
    }
    return lines + (leftOut > 0 ? ["", "And \(leftOut) more."] : [])
  }

  /// The first fact alone; `nil` without one.
  package var line: String? {
    guard let fact = shown.first else { return nil }
    return "\(fact.words) (\(fact.counts); \(isDecided ? fact.likelihood : "may be chance"); \(fact.address))"
  }
}
