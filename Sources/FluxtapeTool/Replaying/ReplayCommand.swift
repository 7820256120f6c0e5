import ArgumentParser
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeReplay
import FluxtapeReports
import FluxtapeScreen

struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replay a log through your reducers: are the results the same, and what if an action were missing or different?",
    usage: """
      fluxtape replay LOG --host PROGRAM
             fluxtape replay LOG --host PROGRAM [--skip N]… [--only EXPR] [--edit N=JSON]… [--output FILE]
             fluxtape replay LOG --host PROGRAM --minimize --never EXPR [--output FILE]
      """,
    discussion: """
      The host is your program with a ReplayHost in it (FluxtapeReplay); it answers line by line in its own process. Without further \
      options, replay compares each state with the log's.

      --skip skips a step, --only keeps the steps where a query holds, --edit changes a step's payload. The answer lists the states that \
      change, by the recorded step numbers; --output writes the run as it would have been. Effects stay recorded facts.

      --minimize searches for a small set of actions after which EXPR holds at some step, such that none can be removed, and writes them \
      as a log. Redacted values are replayed as the text of their digests. Exit status 0 if everything is the same, 1 if something \
      differs or was found, 2 if the host or the command line is wrong.

      JSON: one object per line, distinguished by 'kind': divergence, notReplayable and summary; or whatIf, otherState and atEnd; or \
      repro.
      """
  )

  @Option(help: ArgumentHelp("The program with your reducers; in quotes if it has arguments.", valueName: "program")) var host: String
  @Option(help: ArgumentHelp("Seconds to wait for each answer of the host.", valueName: "seconds")) var hostTimeout = 10.0
  @Option(
    help: ArgumentHelp("Skip this step, N or LOG:N; repeatable.", valueName: "step"),
    transform: NamedStep.init(argument:))
  var skip: [NamedStep] = []
  @Option(help: ArgumentHelp("Keep only steps for which this query holds.", valueName: "expr")) var only: String?
  @Option(help: ArgumentHelp("Give a step this payload: 12={\"qty\":1}; repeatable.", valueName: "N=JSON")) var edit: [String] = []
  @Option(
    name: .customLong("ignore"), help: ArgumentHelp("Ignore this pointer in states, such as /items/*/at.", valueName: "pointer"))
  var ignored: [String] = []
  @Flag(help: "Find a small set of actions that breaks the rule.") var minimize = false
  @Option(help: ArgumentHelp("The rule: a query that must hold at no step.", valueName: "expr")) var never: String?
  @Option(name: .shortAndLong, help: ArgumentHelp("A new file for the resulting log.", valueName: "file")) var output: String?
  @Flag(help: "Print JSON Lines.") var json = false
  @OptionGroup var choice: RunChoice
  @Argument(help: "A log, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var log: String

  func run() throws {
    guard minimize == (never != nil) else { throw UsageError(message: "--minimize and --never need each other") }
    let command = try HostCommand(host, seconds: hostTimeout)
    let whatIf = try whatIf()
    if minimize, whatIf != WhatIf() || only != nil { throw UsageError(message: "--minimize excludes --skip, --only and --edit") }
    let isCheck = !minimize && whatIf == WhatIf() && only == nil
    if isCheck, output != nil { throw UsageError(message: "--output is for --skip, --only, --edit and --minimize") }
    let history = try History.ofOneRun([log], run: choice.run, merge: choice.merge)
    do {
      let process = try command.start()
      if isCheck {
        try check(history, process)
      } else if minimize {
        try shrink(history, process)
      } else {
        try ask(whatIf, of: history, process)
      }
    } catch let error as HostError {
      throw UsageError(message: error.description)
    } catch let error as ReplayError {
      throw UsageError(message: "\(error)")
    }
  }

  private func whatIf() throws -> WhatIf {
    var whatIf = WhatIf()
    whatIf.skipped = Set(skip.map(\.number))
    for text in edit {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let step = NamedStep(String(parts[0]))?.number else {
        throw UsageError(message: "--edit \(text): write 12={\"qty\":1}")
      }
      do { whatIf.payloads[step] = try JSONValue(parsing: String(parts[1])) } catch {
        throw UsageError(message: "--edit \(text): the payload is not JSON: \(error)")
      }
    }
    return whatIf
  }
}

// MARK: - Checking

extension Replay {
  private func check(_ history: History, _ host: HostProcess) throws {
    var (host, progress) = (host, Progress("replaying"))
    let result = try Recording(history).replay(by: &host, ignoring: ignored) { progress.show($0, of: $1) }
    progress.end()
    var output = StandardOutput()
    output.print(ReplayAnswer(log: log, isJSON: json).lines(result))
    output.flush()
    if !result.divergences.isEmpty { throw ExitStatus.found }
  }
}

// MARK: - What if

extension Replay {
  private func ask(_ question: WhatIf, of history: History, _ host: HostProcess) throws {
    var (host, whatIf) = (host, question)
    try checkSteps(whatIf.skipped.union(whatIf.payloads.keys), in: history, &host)
    if let only {
      let query = try Query(argument: only)
      try query.check(against: history)
      whatIf.kept = Set(try history.rows(matching: query, task: "searching").compactMap { history.rows[$0].step?.rawValue })
    }
    let file = try output.map { try OutputFile($0, .new) }
    var written: WhatIfResult?
    let recording = Recording(history)
    let other = try History.spooled(named: output ?? "what if") { write in
      written = try recording.write(whatIf, by: &host) { bytes in
        try file?.write(bytes)
        try write(bytes)
      }
    }
    try file?.finish()
    guard let result = written, !result.stores.isEmpty else {
      throw UsageError(message: "the host has no reducer for any store of this log")
    }
    for failure in result.failures { StandardOutput.warn("fluxtape: action \(failure.step) (\(failure.type)): \(failure.message)") }
    var progress = Progress("comparing")
    let states = try recording.otherStates(in: other, result, atMost: json ? .max : WhatIfAnswer.shown) { progress.show($0, of: $1) }
    progress.end()
    var answer = StandardOutput()
    answer.print(WhatIfAnswer(history, log: log, whatIf, result, states).lines(isJSON: json))
    answer.flush()
    if !states.isEmpty { throw ExitStatus.found }
  }

  /// Rejects steps that the host cannot replay, which would have no effect.
  private func checkSteps(_ steps: Set<Int>, in history: History, _ host: inout HostProcess) throws {
    guard case .stores(let known) = try host.ask(.hello) else { return }
    for step in steps.sorted() {
      guard let row = history.row(of: .init(step)) else {
        throw UsageError(message: "no step \(step)" + (history.lastStep.map { "; the last step is \($0)" } ?? ""))
      }
      guard let store = history.rows[row].store.map({ history.stores[$0] }), known.contains(store) else {
        throw UsageError(
          message: "step \(step) is \(history.rows[row].type); the host has no reducer for its store, only for "
            + known.joined(separator: ", "))
      }
    }
  }
}

// MARK: - Minimizing

extension Replay {
  private func shrink(_ history: History, _ process: HostProcess) throws {
    var (host, progress) = (process, Progress("shrinking"))
    let query = try Query(argument: never ?? "")
    try query.check(against: history)
    guard try !history.rows(matching: query, task: "searching").isEmpty else {
      throw NotThere(message: "\(log): the rule is never broken; nothing to minimize")
    }
    let recording = Recording(history)
    let repro = try recording.repro(of: query, by: &host) { left, all in progress.show(all - left, of: all) }
    progress.end()
    guard let repro else {
      throw NotThere(message: "\(log): the rule holds when only the host's stores are replayed; does the host have different reducers?")
    }
    try print(repro, history) { write in try recording.write(.only(repro.steps), by: &host, to: write) }
    throw ExitStatus.found
  }

  private func print(_ repro: Recording.Repro, _ history: History, _ write: (([UInt8]) throws -> Void) throws -> Void) throws {
    var answer = StandardOutput()
    answer.print(ReplayAnswer(log: log, isJSON: json).lines(repro) { history.row(of: .init($0)).map { history.rows[$0].type } })
    if let output {
      let file = try OutputFile(output, .new)
      try write { try file.write($0) }
      try file.finish()
      if !json { answer.line("written to \(output)".displayed()) }
    }
  }
}
