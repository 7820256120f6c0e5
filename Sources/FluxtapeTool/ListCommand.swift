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

      Of a folder, what it holds is printed, a line a run: how it ended, the test, steps, the first problem, the red ones first. \
      Exit status 3 if one of the logs cannot be read. \
      --rerun prints the tests that have failed and not passed since, for 'swift test --filter'; exit status 1 if there is none.
      """
  )

  @Option(name: .customLong("where"), help: "Only steps for which this query holds.") var query: String?
  @Flag(name: .shortAndLong, help: "Go on with what is written to the log, over its rotation too, until interrupted.") var follow = false
  @Option(help: ArgumentHelp("Of a folder: also write an HTML page that lists its runs.", valueName: "file")) var index: String?
  @Flag(help: "Of a folder: print a pattern of the tests to run again.") var rerun = false
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var choice: RunChoice
  @Argument(help: "Logs of one run, a folder of logs, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs:
    [String]

  func run() throws {
    if logs.contains(where: LogFolder.isFolder) { return try printRuns() }
    guard index == nil, !rerun else { throw UsageError(message: "--index and --rerun are for folders") }
    let format = try answer.resolved()
    let query = try query.map { try Query(argument: $0) }
    if follow {
      guard query == nil, choice.run == nil else { throw UsageError(message: "--follow goes without --where and --run") }
      var follower = try LogFollower(logs, as: format)
      return try follower.run()
    }
    guard let query else {
      if choice.merge { return Self.printRows(of: try History.ofOneRun(logs, merge: true), as: format) }
      return try Self.printTimeline(of: logs, run: choice.run, as: format)
    }
    let history = try History.ofOneRun(logs, run: choice.run, merge: choice.merge)
    try query.check(against: history)
    let (rows, undecided) = try history.rowsAndUndecided(matching: query, telling: "searching")
    var output = StandardOutput()
    output.print(timeline: rows, of: history, as: format)
    output.print(UndecidedReport(undecided, of: history, log: logs[0]), as: format)
    output.flush()
    if rows.isEmpty { throw ExitStatus.found }
  }

  private static func printRows(of history: History, as format: ReportFormat) {
    var output = StandardOutput()
    output.print(timeline: history.rows.indices, of: history, as: format)
  }

  /// Prints the timeline of the run that was chosen, or of all runs, one after another.
  static func printTimeline(of logs: [String], run: Int? = nil, as format: ReportFormat = .text) throws {
    let opening = try HistoryOpening(any: logs, isHeldBack: true)
    var output = StandardOutput()
    guard run == nil, let first = opening.histories.first, format == .text || format == .json else {
      try opening.wait()
      let runs = try run == nil ? opening.histories : [opening.histories.run(run)]
      for run in runs { output.print(timeline: run.rows.indices, of: run, as: format) }
      return
    }
    first.tellNeeds()
    try output.print(timelineOf: first, from: opening, as: format)
    if opening.histories.allSatisfy(\.rows.isEmpty) {
      StandardOutput.tell("fluxtape: \(logs[0]): no step: the log has its header and no record")
    }
    for (place, run) in opening.histories.enumerated().dropFirst() {
      output.line(format == .json ? run.jsonHeading(place + 1).printableText : run.heading(place + 1))
      output.print(timeline: run.rows.indices, of: run, as: format)
    }
  }
}

extension StandardOutput {
  /// Prints the first run while it is still being read: the first lines are out at once, whatever the log's size.
  fileprivate mutating func print(timelineOf run: History, from opening: HistoryOpening, as format: ReportFormat) throws {
    let report = TimelineReport(run, stores: opening.firstStores, lastStep: opening.lastStepHint)
    var printed = 0
    while true {
      let isDone = opening.progress.isDone
      let settled = run.settledRowCount
      print(timeline: printed..<settled, of: run, as: format, report)
      printed = settled
      if isDone { break }
      flush()
      try opening.wait(forMoreThan: printed, of: run)
    }
    try opening.wait()
  }
}
