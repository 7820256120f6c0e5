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
  private static let shownProblems = 20

  /// - Parameter beside: How the run differs from another one.
  package init(_ run: CheckedRun, beside: ComparisonReport? = nil, statistics: LogStatistics? = nil, hidesValues: Bool = false) {
    self.run = run
    self.beside = beside
    self.statistics = statistics
    self.hidesValues = hidesValues
  }

  /// The report's lines.
  package var lines: [String] {
    let heading = "## \(run.problems.isEmpty ? "✅" : "❌") \(Self.escaped(run.log)): \(CheckReport.counts(run))"
    return [heading, ""] + problemLines(under: "") + notes + differences + slowest + stores + [
      "", "Inspect: fluxtape \(Self.escaped(run.log))", "",
    ]
  }

  /// Only the problems, the worst first. The title of the first one is left out if the heading above has it.
  package func problemLines(under heading: String) -> [String] {
    let sorted = run.sortedFindings.filter { !$0.isNote }
    let shown = sorted.prefix(Self.shownProblems).enumerated().flatMap { lines(of: $1, under: $0 == 0 ? heading : "") }
    return sorted.count > Self.shownProblems ? shown + ["- … and \(sorted.count - Self.shownProblems) more"] : shown
  }

  static func escaped(_ text: String) -> String { MarkdownText.escaped(text) }
}

// MARK: - Parts

extension MarkdownReport {
  private func lines(of finding: Finding, under heading: String) -> [String] {
    let words = FindingWords(finding, in: run, hidesValues: hidesValues)
    var places = [words.address]
    if let action = words.action { places.append(action + (finding.row.map { " of \(run.names.store($0))" } ?? "")) }
    if let site = words.site { places.append(site) }
    let title = heading.hasPrefix(words.title) ? "" : "**\(Self.escaped(words.title))** "
    var lines = ["- \(title)at " + places.map(Self.escaped).joined(separator: ", ")]
    for value in words.values { lines.append("  - \(Self.escaped(value.path)): \(Self.escaped(value.change))") }
    if let chain = words.chain { lines.append("  - caused by \(Self.escaped(chain))") }
    return lines
  }

  private var differences: [String] { beside.map { ["", "Beside \(Self.escaped($0.first.log)):", ""] + $0.differences } ?? [] }

  private var notes: [String] {
    let notes = run.findings.filter(\.isNote).prefix(Self.shownProblems)
    return notes.map { note in
      let words = FindingWords(note, in: run, hidesValues: hidesValues)
      return "- Note: \(Self.escaped(words.title)), \(Self.escaped(words.address))"
    }
  }

  private var slowest: [String] {
    guard let rows = statistics?.slowest.prefix(5), !rows.isEmpty else { return [] }
    var table = Table([.init("slowest reducers"), .init("store"), .init("action"), .init("took", .right)])
    for row in rows {
      let time = run.history.rows[row].duration.map { ThreeDigits.duration($0) } ?? ""
      table.append([run.names.address(row), run.names.store(row), run.names.type(row), time])
    }
    return [""] + table.markdown
  }

  private var stores: [String] {
    guard let statistics, !statistics.stores.isEmpty else { return [] }
    var table = Table([
      .init("store"), .init("actions", .right), .init("errors", .right), .init("state at first", .right), .init("at the end", .right),
    ])
    for store in statistics.stores {
      let size = statistics.states.first { $0.store == store.store }
      table.append([
        store.store, String(store.actions), String(store.errors), size.map { ThreeDigits.size($0.first) } ?? "",
        size.map { ThreeDigits.size($0.last) } ?? "",
      ])
    }
    return [""] + table.markdown
  }
}
