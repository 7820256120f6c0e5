import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeReports

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the timeline, one line per step.",
    discussion: """
      Marks, gaps in the numbering and lines that are not records have rows of their own. --where takes a query, as 'find' does; exit \
      status 1 if no step matches.

      A folder is listed with one line per run, red runs first: result, test, steps, first problem; then the failures that several \
      runs share, the tests with several attempts, and totals. Exit status 3 if a log cannot be read. If a process died within an \
      action of one test, the other tests that ran in it are 'interrupted'. With --where, a folder's steps are printed as by 'find'.

      --rerun prints filters for 'swift test --filter' with the tests whose last attempt is red, one filter a line, each for a run of \
      its own: first what failed or was interrupted, then each test whose process died. Exit status 1 if there are none.
      """
  )

  @Option(name: .customLong("where"), help: "Only steps for which this query holds.") var query: String?
  @Flag(name: .shortAndLong, help: "Follow the log, across rotation, until interrupted.") var follow = false
  @Option(help: ArgumentHelp("Folders: also write an HTML page that lists the runs.", valueName: "file")) var index: String?
  @Flag(help: "Folders: print filters for the tests to rerun, one a line.") var rerun = false
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var detail: DetailOptions
  @OptionGroup var choice: RunChoice
  @Argument(help: "Logs of one run, a folder of logs, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs:
    [String]

  func run() throws {
    if logs.contains(where: LogFolder.isFolder) { return try printRuns() }
    guard index == nil, !rerun else { throw UsageError(message: "--index and --rerun are for folders") }
    let format = try answer.resolved()
    let query = try query.map { try Query(argument: $0) }
    let details = try detail.resolved(as: format)
    if follow {
      guard query == nil, choice.run == nil, details.isEmpty else {
        throw UsageError(message: "--follow excludes --where, --run, --with and --value")
      }
      var follower = try LogFollower(logs, as: format)
      return try follower.run()
    }
    guard let query else {
      guard choice.merge else {
        return try Self.printTimeline(of: logs, run: choice.run, as: format, details) { try detail.check(amongStores: $0) }
      }
      let merged = try History.ofOneRun(logs, merge: true)
      try detail.check(amongStores: merged.stores)
      var output = StandardOutput()
      return output.print(timeline: merged.rows.indices, of: merged, as: format, details: details)
    }
    let history = try History.ofOneRun(logs, run: choice.run, merge: choice.merge)
    try query.check(against: history)
    try detail.check(amongStores: history.stores)
    let (rows, undecided) = try history.rowsAndUndecided(matching: query, task: "searching")
    var output = StandardOutput()
    output.print(timeline: rows, of: history, as: format, details: details)
    output.print(UndecidedReport(undecided, of: history, log: logs[0]), as: format)
    output.flush()
    guard rows.isEmpty else { return }
    try history.warnAboutUnseenNames(in: query, log: logs[0])
    throw ExitStatus.found
  }

  /// Prints the timeline of the chosen run, or of all runs.
  ///
  /// - Parameter check: Called with the stores before rows with details are printed.
  static func printTimeline(
    of logs: [String], run: Int? = nil, as format: ReportFormat = .text, _ details: RowDetails = RowDetails(),
    check: ([String]) throws -> Void = { _ in }
  ) throws {
    let opening = try HistoryOpening(any: logs, isHeldBack: true)
    var output = StandardOutput()
    // States are known when the log is read.
    if !details.isEmpty {
      try opening.wait()
      try check(opening.histories.flatMap(\.stores))
    }
    guard run == nil, let first = opening.histories.first, format == .text || format == .json else {
      try opening.wait()
      let runs = try run == nil ? opening.histories : [opening.histories.run(run)]
      for run in runs { output.print(timeline: run.rows.indices, of: run, as: format, details: details) }
      return
    }
    first.warnAboutHeader()
    try output.print(timelineOf: first, from: opening, as: format, details)
    if opening.histories.allSatisfy(\.rows.isEmpty) {
      StandardOutput.warn("fluxtape: \(logs[0]): no steps: the log has a header and no records")
    }
    for (place, run) in opening.histories.enumerated().dropFirst() {
      output.line(format == .json ? run.jsonHeading(place + 1).printableText : run.heading(place + 1))
      output.print(timeline: run.rows.indices, of: run, as: format, details: details)
    }
  }
}

extension StandardOutput {
  /// Prints the first run while it is being read, so that the first lines of a large log appear at once.
  fileprivate mutating func print(
    timelineOf run: History, from opening: HistoryOpening, as format: ReportFormat, _ details: RowDetails
  ) throws {
    let report = TimelineReport(run, stores: opening.firstStores, lastStep: opening.lastStepHint, details: details)
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
