import ArgumentParser
import FluxtapeHistory

/// The command `fluxtape`: one subcommand a file, the inspector where none is named.
@main
struct FluxtapeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fluxtape",
    abstract: "Record every action. Rewind any state.",
    discussion: """
      Opens the logs that a Fluxtape recorder wrote. 'fluxtape LOG' steps through a log in the terminal; into a pipe it is \
      'fluxtape list LOG'. '-' is standard input. A step is named LOG:N, with N as the log's 'seq' counts.

      Exit status: 0 fine, 1 a difference or nothing found, 2 wrong usage, 3 a log could not be read.

      A shell completes subcommands, options and logs after 'source <(fluxtape --generate-completion-script bash)'; likewise zsh, fish.
      """,
    version: "0.1.0",
    subcommands: [
      Inspect.self, List.self, Show.self, Diff.self, Blame.self, ValueHistory.self, Find.self, Why.self,
      Stats.self, Compare.self, Check.self, WriteReport.self,
      Export.self, Replay.self, Repair.self,
    ],
    defaultSubcommand: Inspect.self
  )

  static func main() {
    StandardOutput.exitQuietlyWhenNobodyReads()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      exit(for: error)
    }
  }

  /// Ends the program with the statuses that the help promises; the argument parser has others of its own.
  private static func exit(for error: any Error) -> Never {
    if let error = error as? HistoryError { leave(["fluxtape: \(error)"], .unreadable) }
    if let error = error as? UsageError {
      leave("fluxtape: \(error.message)".split(separator: "\n", omittingEmptySubsequences: false).map(String.init), .usage)
    }
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

  private static func leave(_ complaints: [String], _ status: ExitStatus) -> Never {
    for line in complaints { StandardOutput.tell(line) }
    status.exit()
  }
}
