import ArgumentParser
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeReports

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the timeline, a line a step.",
    discussion: "Marks, gaps in the numbering and lines that are no record have lines of their own."
  )

  @Flag(help: "Print one JSON object a step.") var json = false
  @Argument(help: "Logs of one run, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  func run() throws {
    Self.printTimeline(of: try History.ofOneRun(logs), asJSON: json)
  }

  static func printTimeline(of history: History, asJSON: Bool = false) {
    let report = TimelineReport(history)
    var output = StandardOutput()
    for row in history.rows.indices {
      output.line(asJSON ? report.json(row).printableText : report.line(row))
    }
  }
}
