import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

/// A step of a log.
struct StepArguments: ParsableArguments {
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var choice: RunChoice
  @Argument(help: "A log and a step: LOG N, or LOG:N.", completion: .file(extensions: ["jsonl"])) var step: [String]

  func answer(_ question: Question) throws {
    let format = try answer.resolved()
    let address = try StepAddress.steps(step, count: 1, usage: "\(question.name) LOG N, or \(question.name) LOG:N")[0]
    let history = try History.ofOneRun([address.log], run: choice.run, merge: choice.merge)
    let answer = try question.answer(history, log: address.log, row: try history.row(at: address), at: address.text)
    StandardOutput.write(lines: answer.lines(as: format))
  }
}

/// A value in one state.
struct StateArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Ask about the state after this step, N or @LINE (default: the end of the log).", valueName: "step"),
    transform: StepAddress.Row.init(argument:))
  var at: StepAddress.Row?
  @Option(help: "The store, if the path does not name one.") var store: String?
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var choice: RunChoice
  @Argument(help: "A log, or LOG:N.", completion: .file(extensions: ["jsonl"])) var log: String
  @Argument(help: "The path of the values.") var path: String

  func answer(_ question: Question) throws {
    let format = try answer.resolved()
    let typed = try StatePath(argument: path)
    let address = try address()
    let history = try History.ofOneRun([address.log], run: choice.run, merge: choice.merge)
    let asked = address.row == nil ? nil : try history.row(at: address)
    let store = try history.store(of: typed, option: store, after: asked)
    let path = StatePath(store: store, parts: typed.parts)
    let answer = try question.answer(history, log: address.log, row: asked, paths: [path], at: address.text)
    if let doubt = answer.doubt { StandardOutput.warn("fluxtape: \(address.text): \(store): \(doubt)") }
    StandardOutput.write(lines: answer.lines(as: format))
  }

  private func address() throws -> StepAddress {
    let address = StepAddress(argument: log)
    guard let at else { return address }
    guard address.row == nil else { throw UsageError(message: "--at \(at.text) and \(address.text) name two steps") }
    return StepAddress(log: address.log, row: at)
  }
}

/// Values over a whole run, or over each run of a folder.
struct ValueArguments: ParsableArguments {
  @Option(help: "The store, if the paths do not name one.") var store: String?
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var choice: RunChoice
  @Argument(help: "A log, a folder of logs, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var log: String
  @Argument(help: "The paths of the values.") var paths: [String]

  func answer(_ question: Question, asSparklines isSpark: Bool = false) throws {
    let format = try answer.resolved()
    if isSpark, format != .text { throw UsageError(message: "--spark prints text only") }
    let paths = try paths.map { try StatePath(argument: $0) }
    func lines(_ answer: Answer, about places: [StatePath]) -> [String] {
      isSpark ? answer.sparklines(of: places) : answer.lines(as: format)
    }
    if LogFolder.isFolder(log) { return try answer(question, of: paths, as: format, lines) }
    let history = try History.ofOneRun([log], run: choice.run, merge: choice.merge)
    let places = try places(of: paths, in: history)
    StandardOutput.write(lines: lines(try question.answer(history, log: log, paths: places, at: log), about: places))
  }

  private func places(of paths: [StatePath], in history: History) throws -> [StatePath] {
    try paths.map { StatePath(store: try history.store(of: $0, option: store), parts: $0.parts) }
  }

  /// Prints the answer for each run of a folder, red runs first.
  private func answer(
    _ question: Question, of paths: [StatePath], as format: ReportFormat, _ lines: (Answer, [StatePath]) -> [String]
  ) throws {
    guard choice.run == nil, !choice.merge else { throw UsageError(message: "--run and --merge are for logs, not for folders") }
    // A text each: many short ones take more memory.
    var answers: [RunPlace: (headings: String, rows: String)] = [:]
    let headings = format == .csv ? 1 : format == .md ? 2 : 0
    let listing = try RunListing(folders: [log]) { history, entry throws(HistoryError) in
      // Skip runs without such a store or value.
      guard let places = try? places(of: paths, in: history) else { return }
      let asked = Asked(history, log: entry.paths.first ?? "", paths: places)
      guard case .success(var answer) = try question.answer(asked) else { return }
      // The run's heading names the log.
      answer.title = nil
      let lines = lines(answer, places)
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
      output.line(answer.rows)
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
