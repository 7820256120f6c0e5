import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeScreen

// The commands of these names ask about any number of runs, and have help of their own.

extension Question {
  /// ```text
  /// #26  failed: OutOfStock: cart.total 4860 → -300
  /// ```
  package static let check = Question(
    "check", "what went wrong, and what looks wrong: what 'fluxtape check' finds", [.run], title: "Problems", discussion: "")

  /// ```text
  ///   #39       cart.itemAdded
  /// ▶ #41  #40  cart.couponApplied  cart.total  15 → -5
  ///        #41  cart.paid                       only in run 2
  /// ```
  package static let compare = Question(
    "compare", "what differs from another run: :compare 2, :compare FILE, :compare 3 2", [.other], title: "Comparison",
    discussion: ""
  ) { (asked, report) throws(HistoryError) in
    guard let other = asked.other else { return .failure(Unanswered("no other run is named")) }
    let comparison = try RunComparison(
      other.history, asked.history, ignoring: other.ignored, valuesOfFirst: ComparisonReport.mostListed, report: report)
    return .success(ComparisonReport(comparison, (other.history, other.name), (asked.history, "this run"), listsAll: true).answer)
  }
}

extension ComparisonReport {
  /// The number of differences that are listed: more than anyone reads.
  package static let mostListed = 5000
  /// The number of steps before and after a difference that are listed too.
  private static let around = 2

  /// All differences with some steps around them, in the order of the runs, and then those of the last states.
  package var answer: Answer {
    let all = rows
    let differing = all.indices.filter { if case .different = all[$0] { true } else { false } }
    let listed = Set(differing.prefix(Self.mostListed).flatMap { ($0 - Self.around)...($0 + Self.around) })
      .subtracting(differing.dropFirst(Self.mostListed))
    var cells: [[Answer.Cell]] = []
    var (nearest, skipped, start) = (0, 0, Int?.none)
    func skip() {
      if skipped > 0 {
        cells.append([.pair(first: nil, second: nil, nearest: nil), .words(""), .difference(nil, words: "\(skipped) alike")])
      }
      skipped = 0
    }
    for (number, row) in all.enumerated() {
      let (first, second, difference) = self.cells(of: row)
      nearest = second ?? nearest
      guard listed.contains(number) else {
        skipped += 1
        continue
      }
      skip()
      if case .different = row { start = start ?? cells.count }
      cells.append([.pair(first: first, second: second, nearest: nearest)] + difference)
    }
    if differing.count <= Self.mostListed, start != nil { skip() }
    let final = comparison.finalStates.map { state -> [Answer.Cell] in
      let rows = (first.history.lastRow(withStateOf: state.store), second.history.lastRow(withStateOf: state.store))
      return [.pair(first: rows.0, second: rows.1, nearest: rows.1)]
        + self.cells(of: state.differences, of: state.store, else: "state differs")
    }
    if start == nil, !final.isEmpty { start = cells.count }
    func section(_ title: String?, _ rows: [[Answer.Cell]]) -> Answer.Section {
      Answer.Section(title: title, titles: ["", "path", ""], rows: rows, textColumns: nil, dispensable: ["other"], isTold: true)
    }
    var answer = Answer(names: RowNames(second.history, log: ""), sections: [section(nil, cells), section("at the end", final)])
    answer.isInOrder = true
    answer.otherNames = RowNames(first.history, log: "")
    answer.start = start
    let count = comparison.different + comparison.onlyFirst + comparison.onlySecond
    answer.summary = count > 0 ? count.counted("difference") : comparison.isSame ? "no difference" : "different at the end"
    let left = differing.count - Self.mostListed
    answer.isCut = left > 0
    answer.ending = (left > 0 ? ["\(left) more"] : []) + [start == nil ? "no difference: \(counts)" : counts]
    return answer
  }

  /// The row in both runs, and what differs.
  private func cells(of row: Row) -> (first: Int?, second: Int?, difference: [Answer.Cell]) {
    switch row {
    case .alike(let first, let second): (first, second, [.words(""), .difference(nil, words: "")])
    case .different(let part): (part.first, part.second, cells(of: part))
    }
  }

  private func cells(of part: Part) -> [Answer.Cell] {
    func failed(_ row: Int?, _ names: RowNames) -> Bool { row.map { names.history.rows[$0].hasError } ?? false }
    let words: String
    switch part.why {
    case .states: return cells(of: part.differences, of: part.second.map(second.store), else: "state differs")
    case .contents: return cells(of: part.differences, of: part.owner, else: "payload differs")
    case .outcomes:
      let (one, other) = (failed(part.first, first), failed(part.second, second))
      words = one == other ? "failed differently" : "failed only in \(one ? first.log : second.log)"
    case .inFlight:
      words = "\(part.second.map { second.history.rows[$0].isInFlight } == true ? second.log : first.log) ends in this action"
    case .missing, .additional, .actions, .order:
      let (own, other) = part.second == nil ? (first, second) : (second, first)
      let elsewhere = part.elsewhere.map { "in a different order: #\(other.name($0)) in \(other.log)" }
      words = elsewhere ?? "only in \(own.log)"
    }
    return [.words(""), .difference(nil, words: words)]
  }

  /// The first of the values that differ, as the others follow from it more often than not.
  private func cells(of differences: [ValueDifference], of owner: String?, else words: String) -> [Answer.Cell] {
    guard let first = differences.first else { return [.words(""), .difference(nil, words: words)] }
    let others = differences.count < RunComparison.mostValues ? "\(differences.count - 1) more" : "more"
    return [
      .words(StatePath(store: owner, first.pointer).description), .difference(first, words: differences.count > 1 ? "and \(others)" : ""),
    ]
  }
}
