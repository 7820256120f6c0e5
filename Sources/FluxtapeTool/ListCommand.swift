import ArgumentParser
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeReports

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the timeline, a line a step.",
    discussion: """
      Marks, gaps in the numbering and lines that are no record have lines of their own. --where takes a query as 'find' does; \
      exit status 1 if no step matches it.
      """
  )

  @Option(name: .customLong("where"), help: "Only steps for which this query holds.") var query: String?
  @OptionGroup var answer: AnswerOptions
  @Argument(help: "Logs of one run, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  func run() throws {
    let format = try answer.resolved()
    let query = try query.map { try Query(argument: $0) }
    let history = try History.ofOneRun(logs)
    guard let query else { return Self.printTimeline(of: history, as: format) }
    try query.check(against: history)
    let rows = try history.rows(matching: query, telling: "searching")
    var output = StandardOutput()
    output.print(timeline: rows, of: history, as: format)
    output.flush()
    if rows.isEmpty { throw ExitStatus.found }
  }

  static func printTimeline(of history: History, as format: ReportFormat = .text) {
    var output = StandardOutput()
    output.print(timeline: history.rows.indices, of: history, as: format)
  }
}
