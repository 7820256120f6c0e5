package import FluxtapeHistory
import FluxtapeScreen

/// The facts that separate red runs of one signature from the green ones, in words.
package struct SeparatingFacts: Sendable {
  let facts: [FailureFact]
  /// The number of red runs with the signature, and of all red runs of the test.
  private let count: Int
  private let all: Int
  /// Whether there are enough runs to rule out chance.
  let isDecided: Bool
  /// Names the rows of the run that the facts refer to.
  let names: RowNames
  private let hidesValues: Bool

  /// The maximum number of facts to show. The others are mostly consequences of the first.
  private static let most = 8

  package init(_ facts: [FailureFact], of count: Int, redRuns all: Int, isDecided: Bool, names: RowNames, hidesValues: Bool = false) {
    self.facts = facts
    self.count = count
    self.all = all
    self.isDecided = isDecided
    self.names = names
    self.hidesValues = hidesValues
  }

  /// The row of the first fact.
  package var row: Int? { facts.first?.row }

  /// The heading above the facts.
  var heading: String {
    let runs = count == all ? "the red runs" : count.counted("red run")
    guard !facts.isEmpty else { return "nothing separates \(runs) from the green ones" }
    if isDecided { return "what separates \(runs) from the green ones, the earliest first" }
    return "what holds in \(runs) and in no green one, the earliest first; of so few runs it may be chance"
  }

  /// The first facts: words, the runs that support it, the probability of a coincidence, an address.
  var shown: [(fact: FailureFact, words: String, counts: String, likelihood: String, address: String)] {
    facts.prefix(Self.most).map { ($0, $0.words(hidesValues: hidesValues), $0.counts, $0.likelihood, names.address($0.row)) }
  }

  var leftOut: Int { max(0, facts.count - Self.most) }
}

extension SeparatingFacts {
  /// - Throws: ``HistoryError`` if the log of the facts' rows can no longer be read.
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

  /// Only the first fact; `nil` without one.
  package var line: String? {
    guard let fact = shown.first else { return nil }
    return "\(fact.words) (\(fact.counts); \(isDecided ? fact.likelihood : "may be chance"); \(fact.address))"
  }
}
