import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Step through a log in the terminal (the default).",
    discussion: """
      Press '?' for all keys and 'q' to quit. Records that are appended to the log, or arrive on standard input, show up as they come. \
      NO_COLOR is honored. LOG:N opens the log at a step. Into a pipe this is 'fluxtape list', and 'fluxtape show' for LOG:N.

      --script runs keys headless from a file. A line holds names of keys separated by blanks (j, ctrl-d, enter, space); other words are \
      typed. ':goto 12' and other commands have lines of their own, as do ':size 80x24', ':wait log' and ':save-screen FILE' ('-' is \
      standard output).
      """
  )

  @Flag(help: "Draw with ASCII characters only.") var ascii = false
  @Option(help: "The theme: standard, colour-blind or mono.") var theme = "standard"
  @Option(help: ArgumentHelp("The background, dark or light, if the terminal does not report it.", valueName: "background"))
  var background: String?
  @Flag(help: "Show several logs as one, ordered by time. Steps are renumbered. The log is temporary, until you quit.") var merge = false
  @Flag(name: .shortAndLong, help: "Open at the end and follow new records.") var follow = false
  @Option(help: "Record the inspector's own actions to this log.", completion: .file()) var record: String?
  @Option(
    help: ArgumentHelp("A program with your reducers (in quotes if it has arguments); 'X' replays without an action.", valueName: "program")
  )
  var host: String?
  @Option(help: ArgumentHelp("Seconds to wait for each answer of the host.", valueName: "seconds")) var hostTimeout = 10.0
  @Option(help: "Run the keys in this file, then quit.", completion: .file()) var script: String?
  @Argument(help: "Logs of one run, a folder, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  func validate() throws {
    if follow, merge { throw ValidationError("--follow and --merge exclude each other: a merged log does not grow") }
  }

  mutating func run() throws {
    if merge, script == nil, !StandardOutput.isTerminal { return try List.parse(["--merge", "--"] + logs).run() }
    let merged = try merge ? TemporaryFile(merging: mergedLogs()) : nil
    defer { withExtendedLifetime(merged) {} }
    if let merged { logs = [merged.path] }
    let address = Self.address(logs)
    if let address { logs = [address.log] }
    #if Inspector
    if let script {
      guard address == nil else { throw UsageError(message: "--script takes a log; go to the step with ':goto' in the script") }
      return try scripted(script)
    }
    #endif
    guard StandardOutput.isTerminal else { return try print(address) }
    #if Inspector
    try inspect(from: address?.row)
    #else
    StandardOutput.warn("fluxtape: built without the inspector; running 'fluxtape list' instead")
    try print(address)
    #endif
  }

  private func mergedLogs() throws -> [String] {
    try logs.flatMap { try LogFolder.logs(at: $0) }
  }

  private func print(_ address: StepAddress?) throws {
    guard let address else { return try List.printAnything(of: logs) }
    let history = try History.ofOneRun([address.log])
    let row = try history.row(at: address)
    StandardOutput.write(lines: try StepReport(history, row: row, address: address.text).lines)
  }

  /// The step that `LOG:N` or `LOG N` names, if these are not files.
  private static func address(_ logs: [String]) -> StepAddress? {
    guard let last = logs.last, OutputFile.kind(of: last) == nil else { return nil }
    if logs.count == 2, let row = StepAddress.Row(last) { return StepAddress(log: logs[0], row: row) }
    let address = StepAddress(argument: last)
    return logs.count == 1 && address.row != nil ? address : nil
  }
}

#if Inspector
import Fluxtape
import FluxtapeCurses
import FluxtapeScreen

extension Inspect {
  /// Runs `body` with the recorder for `--record`, if any.
  private func withRecorder(_ body: (Recorder?) throws -> Void) throws {
    let recorder = record.map { Recorder(to: $0) }
    defer { recorder?.close() }
    if let failure = recorder?.failure { throw UsageError(message: "\(failure)") }
    try body(recorder)
  }

  private func scripted(_ script: String) throws {
    try withRecorder { recorder in
      try InspectorScripting.run(
        script, on: paths().paths, isFolder: isFolder, isASCII: ascii, host: replayHost(), recorder: recorder)
    }
  }

  private var isFolder: Bool { logs.contains(where: LogFolder.isFolder) }

  /// Returns the host for `--host`, if any.
  private func replayHost() throws -> InspectorHost? { try host.map { InspectorHost(try HostCommand($0, seconds: hostTimeout)) } }

  /// Returns the logs, and the readable logs in folders, by name. Warns about unreadable ones.
  ///
  /// - Throws: ``HistoryError`` if a folder has no readable log.
  private func paths() throws -> (paths: [String], unreadable: [HistoryError]) {
    var (paths, unreadable): ([String], [HistoryError]) = ([], [])
    for log in logs {
      let found = try LogFolder.logs(at: log)
      let problems = LogFolder.isFolder(log) ? found.compactMap(HistoryError.init(opening:)) : []
      guard problems.isEmpty || problems.count < found.count else { throw problems[0] }
      paths += found.filter { path in !problems.contains { $0.path == path } }
      unreadable += problems
    }
    for problem in unreadable { StandardOutput.warn("fluxtape: left out: \(problem)") }
    return (paths, unreadable)
  }

  /// Returns standard input if it is the log and still arriving. Input typed at a terminal is read to its end first, as keys arrive there
  /// too.
  private func liveInput(_ paths: [String]) throws -> LiveInput? {
    paths == [LogFile.standardInputPath] && !Keyboard.isStandardInput ? try LiveInput() : nil
  }

  /// Opens the logs and the terminal. Waits for standard input and, with `--follow`, for a missing or empty log.
  ///
  /// - Returns: Nil if the user quits while waiting.
  private func opened(_ paths: [String], from input: LiveInput?, isAtStep: Bool, _ theme: Theme, on background: Theme.Background?)
    throws -> (HistoryOpening, Terminal)?
  {
    func open() throws -> Terminal {
      do { return try Terminal(theme: theme, background: background) } catch { throw UsageError(message: "\(error)") }
    }
    if let input {
      let terminal = try open()
      var first = BeginningOfInput(input)
      let screen = WaitingScreen(title: "standard input", words: "waiting for standard input", terminal: terminal, isASCII: ascii)
      return try screen.wait(for: { () throws(HistoryError) in try first.opening() }).map { ($0, terminal) }
    }
    do {
      let opening = try HistoryOpening(inspecting: paths)
      // The step may be anywhere in the log.
      if isAtStep { try opening.waitShowingProgress() }
      return (opening, try open())
    } catch let error as HistoryError where follow && error.isBeforeFirstLine {
      let terminal = try open()
      let screen = WaitingScreen(title: paths.last ?? "", words: "waiting for the first step", terminal: terminal, isASCII: ascii)
      return try screen.wait(for: { () throws(HistoryError) in try HistoryOpening.ofWritten(paths) }).map { ($0, terminal) }
    }
  }

  private func inspect(from start: StepAddress.Row?) throws {
    guard let theme = Theme.all.first(where: { $0.name == theme }) else {
      throw UsageError(message: "unknown theme '\(theme)'; themes are \(Theme.all.map(\.name).joined(separator: ", "))")
    }
    let background = try self.background.map { name in
      guard let background = Theme.Background(rawValue: name) else {
        throw UsageError(message: "unknown background '\(name)'; backgrounds are dark and light")
      }
      return background
    }
    let (paths, unreadable) = try paths()
    let input = try liveInput(paths)
    let host = try replayHost()
    try withRecorder { recorder in
      guard let (opening, terminal) = try opened(paths, from: input, isAtStep: start != nil, theme, on: background) else { return }
      let session = try InspectorSession(
        opening, of: paths, isFolder: isFolder, from: input, isFollowing: follow, on: terminal, isASCII: ascii, host: host,
        recorder: recorder)
      if let first = unreadable.first {
        session.show(
          problem: unreadable.count == 1 ? "left out: \(first)" : "left out \(unreadable.count.counted("log")), the first: \(first)")
      }
      session.run(from: start)
      opening.cancel()
    }
  }
}

extension HistoryError {
  /// Returns why a log of a folder cannot be opened; `nil` if it can be. An empty log cannot be opened.
  fileprivate init?(opening log: String) {
    do {
      _ = try HistoryOpening(any: [log], isHeldBack: true)
      return nil
    } catch { self = error }
  }
}
#endif
