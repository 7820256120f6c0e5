import ArgumentParser
import FluxtapeHistory

struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Step through a log in the terminal (the default).",
    discussion: """
      Press '?' for all keys and 'q' to quit. Records that are appended to the log, or arrive on standard input, show up as they come. \
      NO_COLOR is honored. Into a pipe this is 'fluxtape list'.

      --script runs keys headless from a file. A line holds names of keys separated by blanks (j, ctrl-d, enter, space); other words are \
      typed. ':goto 12' and other commands have lines of their own, as do ':size 80x24', ':wait log' and ':save-screen FILE' ('-' is \
      standard output).
      """
  )

  @Flag(help: "Draw with ASCII characters only.") var ascii = false
  @Option(help: "The theme: standard, colour-blind or mono.") var theme = "standard"
  @Flag(name: .shortAndLong, help: "Open at the end and follow new records.") var follow = false
  @Option(help: "Record the inspector's own actions to this log.", completion: .file()) var record: String?
  @Option(
    help: ArgumentHelp("A program with your reducers (in quotes if it has arguments); 'X' replays without an action.", valueName: "program")
  )
  var host: String?
  @Option(help: ArgumentHelp("Seconds to wait for each answer of the host.", valueName: "seconds")) var hostTimeout = 10.0
  @Option(help: "Run the keys in this file, then quit.", completion: .file()) var script: String?
  @Argument(help: "Logs of one run, a folder, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  func run() throws {
    #if Inspector
    if let script { return try scripted(script) }
    #endif
    guard StandardOutput.isTerminal else { return try List.printAnything(of: logs) }
    #if Inspector
    try inspect()
    #else
    StandardOutput.tell("fluxtape: built without the inspector; running 'fluxtape list' instead")
    try List.printAnything(of: logs)
    #endif
  }
}

#if Inspector
import Fluxtape
import FluxtapeCurses
import FluxtapeReports
import FluxtapeScreen

extension Inspect {
  /// Expands folders, and records what was asked for.
  private func withRecorder(_ body: (Recorder?) throws -> Void) throws {
    let recorder = record.map { Recorder(to: $0) }
    defer { recorder?.close() }
    if let failure = recorder?.failure { throw UsageError(message: "\(failure)") }
    try body(recorder)
  }

  private func scripted(_ script: String) throws {
    try withRecorder { try InspectorScripting.run(script, on: paths().paths, isASCII: ascii, host: replayHost(), recorder: $0) }
  }

  /// What has the reducers, where the command line names it.
  private func replayHost() throws -> InspectorHost? { try host.map { InspectorHost(try HostCommand($0, seconds: hostTimeout)) } }

  /// The logs; of a folder, those in it that can be read, by name. Why others cannot is told.
  ///
  /// - Throws: ``HistoryError`` if there is nothing to read in a folder.
  private func paths() throws -> (paths: [String], unreadable: [HistoryError]) {
    var (paths, unreadable): ([String], [HistoryError]) = ([], [])
    for log in logs {
      let found = try LogFolder.logs(at: log)
      let problems = LogFolder.isFolder(log) ? found.compactMap(HistoryError.init(opening:)) : []
      guard problems.isEmpty || problems.count < found.count else { throw problems[0] }
      paths += found.filter { path in !problems.contains { $0.path == path } }
      unreadable += problems
    }
    for problem in unreadable { StandardOutput.tell("fluxtape: left out: \(problem)") }
    return (paths, unreadable)
  }

  /// Standard input, where it is the log and may come for as long as somebody looks at it. What a person types there is read to its end
  /// first, as keys come from there too.
  private func liveInput(_ paths: [String]) throws -> LiveInput? {
    paths == [LogFile.standardInputPath] && !Keyboard.isStandardInput ? try LiveInput() : nil
  }

  /// The logs, and the terminal to show them on. With `--follow` a log that is not there yet or holds nothing is waited for, as standard input is
  /// always.
  ///
  /// - Returns: nil where the user leaves before that.
  private func opened(_ paths: [String], from input: LiveInput?, _ look: Theme) throws -> (HistoryOpening, Terminal)? {
    func open() throws -> Terminal {
      do { return try Terminal(theme: look) } catch { throw UsageError(message: "\(error)") }
    }
    if let input {
      let terminal = try open()
      var first = BeginningOfInput(input)
      let screen = WaitingScreen(title: "standard input", words: "waiting for standard input", terminal: terminal, isASCII: ascii)
      return try screen.wait(for: { () throws(HistoryError) in try first.opening() }).map { ($0, terminal) }
    }
    do {
      return (try HistoryOpening(toLookAt: paths), try open())
    } catch let error as HistoryError where follow && error.isBeforeFirstLine {
      let terminal = try open()
      let screen = WaitingScreen(title: paths.last ?? "", words: "waiting for the first step", terminal: terminal, isASCII: ascii)
      return try screen.wait(for: { () throws(HistoryError) in try HistoryOpening.ofWritten(paths) }).map { ($0, terminal) }
    }
  }

  private func inspect() throws {
    guard let look = Theme.all.first(where: { $0.name == theme }) else {
      throw UsageError(message: "unknown theme '\(theme)'; themes are \(Theme.all.map(\.name).joined(separator: ", "))")
    }
    let (paths, unreadable) = try paths()
    let input = try liveInput(paths)
    let host = try replayHost()
    try withRecorder { recorder in
      guard let (opening, terminal) = try opened(paths, from: input, look) else { return }
      let session = try InspectorSession(
        opening, of: paths, from: input, isFollowing: follow, on: terminal, isASCII: ascii, host: host, recorder: recorder)
      if let first = unreadable.first {
        session.tell(unreadable.count == 1 ? "left out: \(first)" : "left out \(unreadable.count.counted("log")), the first: \(first)")
      }
      session.run()
      opening.cancel()
    }
  }
}
#endif
