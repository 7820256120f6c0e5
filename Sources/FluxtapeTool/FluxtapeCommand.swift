import ArgumentParser
import FluxtapeHistory

/// The command `fluxtape`. Each subcommand has a file; without a subcommand, the inspector runs.
@main
struct FluxtapeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fluxtape",
    abstract: "Record every action. Rewind any state.",
    usage: "fluxtape LOG…\n       fluxtape SUBCOMMAND …",
    discussion: """
      Opens the logs that a Fluxtape recorder wrote. 'fluxtape LOG' steps through a log in the terminal; into a pipe it is 'fluxtape \
      list LOG'. '-' is standard input. LOG:N names a step; N is its 'seq' in the log.

      Exit status: 0 fine, 1 a difference, a problem or nothing found, 2 wrong usage, 3 a log could not be read. With several logs, \
      fluxtape answers for those that it can read, and 1 takes precedence over 3.

      JSON of another tool opens if you name its members: --type .eventType, and as far as it has them --time .eventTime, --store \
      .workflow, --state .snapshot, --payload .attributes, --prefix REGEX. They go with every subcommand. --form NAME takes them from \
      '.fluxtape.json' in this folder or above: {"forms": {"NAME": {"type": ".eventType"}}}. The file may also have the lists "rules", \
      "ignore" and "watches", for commands and logs without such options: {"rules": ["no debt: never cart.total < 0"]}.

      'source <(fluxtape --generate-completion-script bash)' enables shell completion of subcommands, options and logs; likewise zsh and \
      fish.
      """,
    version: Version.text,
    subcommands: [
      Inspect.self, List.self, Show.self, Diff.self, Blame.self, ValueHistory.self, Top.self, Find.self, Why.self, Pending.self,
      Stats.self, PrintNotes.self, Compare.self, Check.self, WriteReport.self,
      Export.self, WriteTables.self, Redact.self, Replay.self, DriveApp.self, Repair.self, ServeAgents.self, AgentsHelp.self,
      QueryHelp.self,
    ],
    defaultSubcommand: Inspect.self
  )

  static func main() {
    StandardOutput.ignoreBrokenPipes()
    do {
      var words = Array(CommandLine.arguments.dropFirst())
      if words.first == LogNames.firstWord {
        words.removeFirst()
        try LogNames.read().use()
      }
      try FormOptions.take(from: &words)
      var command = try parseAsRoot(words)
      try command.run()
    } catch {
      exit(for: error)
    }
  }

  /// Exits with the documented statuses, which differ from the argument parser's.
  private static func exit(for error: any Error) -> Never {
    if let error = error as? HistoryError, let mistake = mistakenSubcommand(error) { leave(mistake, .usage) }
    if let error = error as? HistoryError, error.isUsage { leave(["fluxtape: \(error)"], .usage) }
    if let error = error as? HistoryError { leave(["fluxtape: \(error)"], .unreadable) }
    if let error = error as? UsageError { leave(["fluxtape: " + (error.lines.first ?? "")] + error.lines.dropFirst(), .usage) }
    if let error = error as? LiveClient.Failure { leave(["fluxtape: \(error.message)"], .unreadable) }
    if let error = error as? NotThere { leave(["fluxtape: \(error.message)"], .found) }
    if let status = error as? ExitStatus { status.exit() }
    let code = exitCode(for: error)
    let message = fullMessage(for: error)
    if code.isSuccess {
      StandardOutput.write(message + (message.isEmpty ? "" : "\n"))
      leave([], .fine)
    }
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    leave(message.isEmpty ? [] : lines, code == .validationFailure ? .usage : ExitStatus(code: code.rawValue))
  }

  /// Returns the message for a first word that is not a log and looks like a subcommand.
  private static func mistakenSubcommand(_ error: HistoryError) -> [String]? {
    let names = configuration.subcommands.map { $0.configuration.commandName ?? "\($0)".lowercased() }
    let isFirstWordALog = CommandLine.arguments.dropFirst().first.map { OutputFile.kind(of: $0) != nil } ?? false
    if error.reason == .notFound, isFirstWordALog, names.contains(error.path) {
      return ["fluxtape: '\(error.path)' is a subcommand, which comes first: fluxtape \(error.path) LOG"]
    }
    guard error.reason == .notFound, let word = CommandLine.arguments.dropFirst().first, error.path == word,
      word.allSatisfy({ $0.isLetter || $0 == "-" })
    else { return nil }
    let guess =
      QueryError.nearest(to: word, among: names).map { "; did you mean '\($0)'?" } ?? "; there are \(names.joined(separator: " "))"
    return ["fluxtape: '\(word)' is not a subcommand, and there is no such log\(guess)"]
  }

  private static func leave(_ complaints: [String], _ status: ExitStatus) -> Never {
    for line in complaints { StandardOutput.warn(line) }
    status.exit()
  }
}

extension HistoryError {
  /// Whether the command line is wrong, and not a log: a folder for a command that accepts only logs, or a form that the log has not.
  fileprivate var isUsage: Bool {
    switch reason {
    case .isDirectory, .notDeclared: true
    default: false
    }
  }
}
