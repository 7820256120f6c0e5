import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

struct ValueHistory: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: Question.history.help,
    usage: "fluxtape history LOG|FOLDER PATH… [--store NAME] [--spark] [--format FORM]",
    discussion: """
      Prints one line for each step that changed the value at the path, with the old and the new value. A path is written .items[0].qty, \
      cart.total, .items[id="p7"].qty or /items/0/qty. Exit status 1 if there is no such value. Of a folder, each run that has the value \
      is shown, red runs first.

      JSON: one object per change: path, store, old, new (missing if there is no value), and at, seq, t, type of the action. If states \
      were not recorded or are uncertain there is also between (two addresses) or beforeRecording, and 'at' is the row that shows the \
      value; uncertain (why) says that the state after the change is uncertain.
      """
  )

  @Option(help: "The store, if the paths do not name one.") var store: String?
  @Flag(help: "Print a sparkline of each value instead.") var spark = false
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var choice: RunChoice
  @Argument(help: "A log, a folder of logs, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var log: String
  @Argument(help: "The paths of the values.") var paths: [String]

  func run() throws {
    let format = try answer.resolved()
    if spark, format != .text { throw UsageError(message: "--spark prints text only") }
    let paths = try paths.map { try StatePath(argument: $0) }
    if LogFolder.isFolder(log) { return try printRuns(paths, as: format) }
    let history = try History.ofOneRun([log], run: choice.run, merge: choice.merge)
    let places = try places(of: paths, in: history)
    let answer = try Question.history.answer(history, log: log, paths: places, at: log)
    StandardOutput.write(lines: lines(of: answer, about: places, as: format))
  }

  private func places(of paths: [StatePath], in history: History) throws -> [StatePath] {
    try paths.map { StatePath(store: try history.store(of: $0, option: store), parts: $0.parts) }
  }

  private func lines(of answer: Answer, about places: [StatePath], as format: ReportFormat) -> [String] {
    spark ? answer.sparklines(of: places) : answer.lines(as: format)
  }

  /// Prints the changes in each run of a folder, red runs first.
  private func printRuns(_ paths: [StatePath], as format: ReportFormat) throws {
    guard choice.run == nil, !choice.merge else { throw UsageError(message: "--run and --merge are for logs, not for folders") }
    // A text each: many short ones take more memory.
    var answers: [RunPlace: (headings: String, changes: String)] = [:]
    let headings = format == .csv ? 1 : format == .md ? 2 : 0
    let listing = try RunListing(folders: [log]) { history, entry throws(HistoryError) in
      // Skip runs without such a store or value.
      guard let places = try? places(of: paths, in: history) else { return }
      let asked = Asked(history, log: entry.paths.first ?? "", paths: places)
      guard case .success(let answer) = try Question.history.answer(asked) else { return }
      let lines = lines(of: answer, about: places, as: format)
      answers[entry.place] = (
        lines.prefix(headings).joined(separator: "\n"), lines.dropFirst(headings).joined(separator: "\n")
      )
    }
    var shown = 0
    var output = StandardOutput()
    for entry in listing.entries {
      guard let answer = answers[entry.place] else { continue }
      if format == .text {
        if shown > 0 { output.line("") }
        output.line(entry.heading)
      }
      if shown == 0, headings > 0 { output.line(answer.headings) }
      output.line(answer.changes)
      shown += 1
    }
    if shown > 0, format == .text {
      output.line("")
      output.line("\(shown) of \(listing.entries.count.counted("run"))")
    }
    output.flush()
    for problem in listing.unreadable { StandardOutput.warn("fluxtape: left out: \(problem)") }
    guard shown > 0 else { throw NotThere(message: "\(log): no run has a value at \(paths[0])") }
    try ExitStatus.end(found: false, unreadable: !listing.unreadable.isEmpty)
  }
}
