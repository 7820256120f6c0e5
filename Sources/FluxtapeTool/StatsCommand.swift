import ArgumentParser
import FluxtapeHistory
import FluxtapeReports

struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show statistics of logs: counts, rates, durations, sizes, errors, gaps.",
    usage: "fluxtape stats LOG… [--format FORM]",
    discussion: """
      Each run is shown separately. Durations are reducer times in microseconds; rates are actions per second. CSV and Markdown contain \
      the table of stores and types.

      JSON: one object per line, distinguished by 'kind': run, store, type, state, path, slow, redacted.
      """
  )

  @OptionGroup var answer: AnswerOptions
  @Argument(help: "Logs, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  func run() throws {
    let format = try answer.resolved()
    var output = StandardOutput()
    for (number, history) in try History.openAny(logs).enumerated() {
      var progress = Progress("counting")
      let statistics = try history.statistics { done, total in
        progress.show(done, of: total)
        return true
      }
      progress.end()
      if number > 0, format == .text || format == .md { output.line("") }
      output.print(StatisticsReport(statistics, of: history, log: history.files.first?.path ?? logs[0]).lines(as: format))
    }
  }
}
