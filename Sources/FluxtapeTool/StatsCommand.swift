import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: Question.stats.help,
    usage: "fluxtape stats LOG…|FOLDER… [--format FORM]",
    discussion: Question.stats.discussion
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
      output.print(Answer(statistics, names: RowNames(history, log: history.files.first?.path ?? logs[0])).lines(as: format))
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
