import FluxtapeHistory
import FluxtapeReports

/// All differences between the shown run and another one, in their order. The other run is the first of the comparison.
package struct RunDifferences: Sendable {
  /// A line of the list.
  struct Line: Sendable {
    enum Kind: Sendable {
      case difference(ComparisonReport.Part)
      /// The last states of a store differ.
      case lastState(RunComparison.StoreDifference)
      /// A step that is alike in both runs, near a difference.
      case alike
      /// The number of further steps that are alike.
      case skipped(Int)
    }

    let kind: Kind
    /// The numbers of the row in both runs; nil in a run that lacks it.
    var other: Int?
    var shown: Int?
    /// The row in the shown run, or the nearest one before it; the first row if there is none before it.
    var target: LinePlace?

    var isDifference: Bool {
      switch kind {
      case .difference, .lastState: true
      case .alike, .skipped: false
      }
    }
  }

  let question: ComparisonQuestion
  let report: ComparisonReport
  /// The differences with some steps around them, in the order of the runs; those of the last states come last.
  private(set) var lines: [Line] = []
  /// The number of differences of rows beyond the limit.
  private(set) var unlistedCount = 0
  /// The rows of the shown run that differ, ascending.
  private(set) var places: [LinePlace] = []

  /// The number of steps before and after a difference that are listed too.
  private static let around = 2

  /// - Parameter comparison: Of the other run with the shown one, with its differences.
  /// - Complexity: O(rows of both runs).
  init(_ comparison: RunComparison, to question: ComparisonQuestion) {
    self.question = question
    let (other, shown) = (question.other.history, question.shown.history)
    report = ComparisonReport(comparison, (other, question.otherName), (shown, question.shownName), listsAll: true)
    addRows(report.rows)
    for state in comparison.finalStates {
      let row = shown.lastRow(withStateOf: state.store)
      lines.append(
        Line(
          kind: .lastState(state), other: other.lastRow(withStateOf: state.store), shown: row,
          target: row.flatMap { question.shown.rows.place(of: $0) }))
    }
  }

  private mutating func addRows(_ rows: [ComparisonReport.Row]) {
    let differing = rows.indices.filter { if case .different = rows[$0] { true } else { false } }
    let listed = Set(differing.prefix(OpenAnswer.limit).flatMap { ($0 - Self.around)...($0 + Self.around) })
    var (last, skipped) = (0, 0)
    for (number, row) in rows.enumerated() {
      var line =
        switch row {
        case .alike(let other, let shown): Line(kind: .alike, other: other, shown: shown)
        case .different(let part): Line(kind: .difference(part), other: part.first, shown: part.second)
        }
      last = line.shown ?? last
      if line.isDifference, let place = line.shown.flatMap(question.shown.rows.place) { places.append(place) }
      guard listed.contains(number) else {
        skipped += 1
        continue
      }
      if skipped > 0 { lines.append(Line(kind: .skipped(skipped))) }
      skipped = 0
      line.target = question.shown.rows.place(of: last)
      lines.append(line)
    }
    unlistedCount = differing.count - lines.count(where: \.isDifference)
    if unlistedCount == 0, skipped > 0 { lines.append(Line(kind: .skipped(skipped))) }
  }
}

extension RunDifferences {
  /// Which runs were compared, and how many differences there are.
  var title: String {
    let comparison = report.comparison
    let count = comparison.different + comparison.onlyFirst + comparison.onlySecond
    return question.title + "  "
      + (count > 0 ? QuantityText.counted(count, "difference") : comparison.isSame ? "no difference" : "different at the end")
  }
}
