package import FluxtapeAnswers
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
  package let names: RowNames
  /// Whether there are several green runs. What differs from only one of them may differ among them too.
  package let hasSeveralGreen: Bool
  private let hidesValues: Bool

  /// The maximum number of facts to show. The others are mostly consequences of the first.
  private static let most = 8

  /// - Parameters:
  ///   - facts: The facts of some red runs; none, if nothing separates them.
  ///   - count: The number of these runs.
  ///   - run: The run to which the rows of the facts belong.
  private init(
    _ facts: [FailureFact], isDecided: Bool, of count: Int, in part: FolderCauses.Part, on run: RunListing.Entry, hidesValues: Bool
  ) throws(HistoryError) {
    self.facts = facts
    self.count = count
    self.isDecided = isDecided
    all = part.group.red.count
    hasSeveralGreen = part.group.green.count > 1
    names = RowNames(try run.open(), log: run.paths.first ?? "")
    self.hidesValues = hidesValues
  }

  /// The row of the first fact.
  package var row: Int? { facts.first?.row }

  /// The actions that led to the first fact.
  private var chain: String {
    guard let row, names.history.rows.indices.contains(row), names.history.rows[row].kind == .action else { return "" }
    let origins = names.history.why(row).origins.map(\.row)
    return origins.isEmpty ? "" : names.chain(of: origins + [row])
  }

  /// The heading above the facts.
  var heading: String {
    let runs = count == all ? "the red runs" : count.counted("red run")
    guard !facts.isEmpty else { return "nothing separates \(runs) from the green ones" + (hasSeveralGreen ? " beyond chance" : "") }
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
  package init(_ group: FailureCauses.Group, in part: FolderCauses.Part, hidesValues: Bool = false) throws(HistoryError) {
    try self.init(
      group.facts, isDecided: group.isDecided, of: group.red.count, in: part, on: group.red[0], hidesValues: hidesValues)
  }

  /// That nothing separates some red runs from the green ones.
  ///
  /// - Parameter run: The run whose rows are named; `nil` for the first.
  /// - Throws: ``HistoryError`` if the log of that run can no longer be read.
  package init(
    unexplained red: [RunListing.Entry], in part: FolderCauses.Part, on run: RunListing.Entry? = nil
  ) throws(HistoryError) {
    try self.init([], isDecided: part.causes.isDecided, of: red.count, in: part, on: run ?? red[0], hidesValues: false)
  }
}

// MARK: - Forms

extension SeparatingFacts {
  package var text: [String] {
    var table = Table([.init("#"), .init("what"), .init("runs"), .init("chance"), .init("at")])
    for (number, fact) in shown.enumerated() {
      table.append(["\(number + 1)", fact.words, fact.counts, fact.likelihood, fact.address])
    }
    let chain = chain.isEmpty ? [] : ["  led there by " + chain.displayed()]
    return [heading.displayed()] + table.textRows.map { "  " + $0 } + (leftOut > 0 ? ["  and \(leftOut) more"] : []) + chain
  }

  package var markdown: [String] {
    var lines = [MarkdownText.escaped(heading) + (facts.isEmpty ? "." : ":")] + (facts.isEmpty ? [] : [""])
    lines += shown.enumerated().map { number, fact in
      let counts = MarkdownText.escaped("\(fact.counts); \(fact.likelihood); \(fact.address)")
      return "\(number + 1). **" + MarkdownText.escaped(fact.words) + "** (" + counts + ")"
    }
    return lines + (leftOut > 0 ? ["", "And \(leftOut) more."] : []) + (chain.isEmpty ? [] : ["", "Chain: " + MarkdownText.escaped(chain)])
  }
}
