import ArgumentParser
import FluxtapeDocuments
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
             fluxtape replay LOG --host PROGRAM [--skip N]… [--only EXPR] [--edit N=JSON]… [--move N=M]… [--copy N=M]… [--output FILE]
             fluxtape replay LOG --host PROGRAM --minimize --never EXPR [--output FILE]
      """,
    discussion: """
      The host is your program with a ReplayHost in it (FluxtapeReplay); it answers line by line in its own process. Without further \
      options, replay compares each state with the log's.

      --skip skips a step, --only keeps the steps where a query holds, --edit changes a step's payload, --move moves a step before another \
      one, --copy repeats it there. The answer lists the states that change, by the recorded step numbers; --output writes the run as it \
      would have been. Effects stay recorded facts.

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
    transform: StepAddress.step(argument:))
  var skip: [Int] = []
  @Option(help: ArgumentHelp("Keep only steps for which this query holds.", valueName: "expr")) var only: String?
  @Option(help: ArgumentHelp("Give a step this payload: 12={\"qty\":1}; repeatable.", valueName: "N=JSON")) var edit: [String] = []
  @Option(help: ArgumentHelp("Move step N before step M: 12=9; repeatable.", valueName: "N=M")) var move: [String] = []
  @Option(help: ArgumentHelp("Repeat step N before step M: 12=20, with a payload 12=20={\"qty\":1}; repeatable.", valueName: "N=M"))
  var copy: [String] = []
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
    if minimize, whatIf != WhatIf() || only != nil {
      throw UsageError(message: "--minimize excludes --skip, --only, --edit, --move and --copy")
    }
    let isCheck = !minimize && whatIf == WhatIf() && only == nil
    if isCheck, output != nil { throw UsageError(message: "--output is for --skip, --only, --edit, --move, --copy and --minimize") }
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
    var whatIf = WhatIf(skip.map { .skip($0) })
    for text in edit {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let step = StepAddress.step(String(parts[0])) else {
        throw UsageError(message: "--edit \(text): write 12={\"qty\":1}")
      }
      whatIf.edits.append(.contents(step, try payload(parts[1], of: "--edit \(text)")))
    }
    for text in move {
      let parts = text.split(separator: "=")
      guard parts.count == 2, let step = StepAddress.step(String(parts[0])), let place = StepAddress.step(String(parts[1])) else {
        throw UsageError(message: "--move \(text): write 12=9, for step 12 before step 9")
      }
      whatIf.edits.append(.move(step, before: place))
    }
    for text in copy {
      let parts = text.split(separator: "=", maxSplits: 2)
      guard parts.count > 1, let step = StepAddress.step(String(parts[0])), let place = StepAddress.step(String(parts[1])) else {
        throw UsageError(message: "--copy \(text): write 12=20, for step 12 again before step 20")
      }
      let contents: JSONValue? = try parts.count == 3 ? payload(parts[2], of: "--copy \(text)") : nil
      whatIf.edits.append(.copy(step, before: place, contents: contents))
    }
    return whatIf
  }

  private func payload(_ text: Substring, of option: String) throws -> JSONValue {
    do { return try JSONValue(parsing: String(text)) } catch { throw UsageError(message: "\(option): the payload is not JSON: \(error)") }
  }
}

// MARK: - Checking

extension Replay {
  private func check(_ history: History, _ host: HostProcess) throws {
    var (host, progress) = (host, Progress("replaying"))
    let result = try Recording(history).replay(by: &host, ignoring: ignored) { progress.show($0, of: $1) }
    progress.end()
    StandardOutput.write(lines: ReplayAnswer(log: log, isJSON: json).lines(result))
    if !result.divergences.isEmpty { throw ExitStatus.found }
  }
}

// MARK: - What if

extension Replay {
  private func ask(_ question: WhatIf, of history: History, _ host: HostProcess) throws {
    var (host, whatIf) = (host, question)
    try check(whatIf.edits, in: history, &host)
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
    StandardOutput.write(lines: WhatIfAnswer(history, log: log, whatIf, result, states).lines(isJSON: json))
    if !states.isEmpty { throw ExitStatus.found }
  }

  /// Rejects edits that the host cannot replay, which would have no effect.
  private func check(_ edits: [WhatIf.Edit], in history: History, _ host: inout HostProcess) throws {
    guard case .stores(let known) = try host.ask(.hello) else { return }
    let last = history.lastStep?.rawValue ?? 0
    func find(_ step: Int) throws(UsageError) -> HistoryRow {
      guard let row = history.row(of: .init(step)) else {
        throw UsageError(message: "no step \(step)" + (last > 0 ? "; the last step is \(last)" : ""))
      }
      return history.rows[row]
    }
    for edit in edits.sorted(by: { $0.step < $1.step }) {
      let row = try find(edit.step)
      guard let store = row.store.map({ history.stores[$0] }), known.contains(store) else {
        throw UsageError(
          message: "step \(edit.step) is \(row.type); the host has no reducer for its store, only for " + known.joined(separator: ", "))
      }
      if case .skip = edit { continue }
      guard row.isReplayed else {
        throw UsageError(message: "step \(edit.step) is \(row.type), which no reducer got; only what a reducer got can be edited")
      }
      if let place = edit.place, place != last &+ 1 { _ = try find(place) }
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
