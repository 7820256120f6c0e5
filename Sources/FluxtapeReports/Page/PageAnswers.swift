import FluxtapeAnswers
package import FluxtapeHistory
import FluxtapeJSON

extension PageReport {
  /// The steps where a query holds. A button of the page narrows the timeline to them.
  package struct Answer: Sendable {
    /// The steps of one run of the page.
    package typealias Found = (rows: [Int], undecided: UndecidedReport?)

    private let query: Query
    private let found: [Found]

    /// - Parameter found: What the query found in the run, and in the other run if the page has one.
    package init(to query: Query, found: [Found]) { (self.query, self.found) = (query, found) }
  }
}

extension PageReport.Answer {
  /// As JSON. The count is that of the whole run.
  ///
  /// - Parameter windows: The rows of each run in the page.
  func json(in windows: [Range<Int>]) -> String {
    let shown = zip(found, windows).map { found, window in found.rows.filter(window.contains).map { $0 - window.lowerBound } }
    let (all, left) = (found[0].rows.count, found[0].rows.count - shown[0].count)
    let remarks = (left > 0 ? ["not on this page: \(left) of \(all.counted("step"))"] : []) + found.compactMap { $0.undecided?.text }
    return PageJSON.text(.object(members: ["query": query.text, "count": all, "rows": shown, "remark": remarks.joined(separator: "; ")]))
  }
}
