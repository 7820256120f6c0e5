import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show statistics of logs: counts, rates, durations, sizes, errors, gaps.",
    usage: "fluxtape stats LOG…|FOLDER… [--format FORM]",
    discussion: """
      Each run is shown separately; the runs of a folder are counted together: how many runs, and how many red ones, have each type of \
      action. Durations are reducer times in microseconds; asynchronous work that took long is listed apart. Rates are actions per \
      second; '% steps' is the share of the run's steps, '% time' that of the time in all reducers. CSV and Markdown contain the table of \
      stores and types.

      JSON: one object per line, distinguished by 'kind': run, store, type, state, path, slow, slowEffect, slowType, redacted; for folders type and \
      totals.
      """
  )

  @OptionGroup var answer: AnswerOptions
  @Argument(help: "Logs, folders of logs, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  func run() throws {
    let format = try answer.resolved()
    if logs.contains(where: LogFolder.isFolder) { return try printTogether(as: format) }
    var output = StandardOutput()
    for (number, history) in try History.openAny(logs).enumerated() {
      let statistics = try Progress.of("counting") { try history.statistics(report: $0) }
      if number > 0, format == .text || format == .md { output.line("") }
      output.print(StatisticsReport(statistics, of: history, log: history.files.first?.path ?? logs[0]).lines(as: format))
    }
  }

  private func printTogether(as format: ReportFormat) throws {
    var report = FolderStatisticsReport()
    let listing = try RunListing(folders: logs) { history, entry in report.add(history, isRed: entry.summary.isRed) }
    report.end(listing.totals)
    StandardOutput.write(lines: report.lines(as: format))
    for problem in listing.unreadable { StandardOutput.warn("fluxtape: left out: \(problem)") }
    try ExitStatus.end(found: false, unreadable: !listing.unreadable.isEmpty)
  }
}
