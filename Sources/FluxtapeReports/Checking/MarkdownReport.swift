package import FluxtapeAnswers
import FluxtapeDocuments
package import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeScreen

/// A report on a run as Markdown for a job's page: the worst first, in few lines.
///
/// All text from a log is escaped: none of it becomes markup, a link or HTML.
package struct MarkdownReport: Sendable {
  private let run: CheckedRun
  private let beside: ComparisonReport?
  private let statistics: LogStatistics?
  private let hidesValues: Bool

  /// The maximum number of problems and of notes to write out.
  private static let shown = 20

  /// - Parameter beside: How the run differs from another one.
  package init(_ run: CheckedRun, beside: ComparisonReport? = nil, statistics: LogStatistics? = nil, hidesValues: Bool = false) {
    self.run = run
    self.beside = beside
    self.statistics = statistics
    self.hidesValues = hidesValues
  }

  /// The report's lines.
  package var lines: [String] {
    let heading = "## \(run.problems.isEmpty ? "✅" : "❌") \(MarkdownText.escaped("\(run.log): \(CheckReport.counts(run))"))"
    let differences = beside.map { [Passage("Beside \($0.first.log):")] + $0.passages } ?? []
    let notes = passages(of: run.findings.filter(\.isNote))
    let passages = problems(under: "") + notes + differences + slowest
    return [heading, ""] + Passage.markdown(passages) + ["", "Inspect: fluxtape \(MarkdownText.escaped(run.log))", ""]
  }

  /// Only the problems, the worst first, below a heading that may have the title of the first.
  package func problems(under heading: String) -> [Passage] {
    passages(of: run.sortedFindings.filter { !$0.isNote }, under: heading)
  }

  private func passages(of findings: [Finding], under heading: String = "") -> [Passage] {
    findings.prefix(Self.shown).enumerated().map { place, finding in
      FindingWords(finding, in: run, hidesValues: hidesValues).passage(below: place == 0 ? heading : "")
    }
      + (findings.count > Self.shown ? [Passage("… and \(findings.count - Self.shown) more")] : [])
  }

  private var slowest: [Passage] {
    var table = Table([.init("step"), .init("store"), .init("type"), .init("took", .right)])
    for row in statistics?.slowest.prefix(5) ?? [] {
      let time = run.history.rows[row].duration.map { ThreeDigits.duration($0) } ?? ""
      table.append([run.names.address(row), run.names.store(row), run.names.type(row), time])
    }
    return table.rows.isEmpty ? [] : [Passage("slowest reducers", table)]
  }
}
