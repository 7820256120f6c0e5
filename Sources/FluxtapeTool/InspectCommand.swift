import ArgumentParser
import FluxtapeHistory

struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Step through a log in the terminal (the default).",
    discussion: """
      '?' shows all keys, 'q' leaves. What is written to the log meanwhile is shown too. NO_COLOR is honoured. Into a pipe this is \
      'fluxtape list'.

      --script presses the keys that stand in a file, on a screen that nobody sees: a line is names of keys with blanks between (j, \
      ctrl-d, enter, space), other words are typed; ':goto 12' and other commands stand on lines of their own, with ':size 80x24', \
      ':wait log' and ':save-screen FILE' ('-' is standard output).
      """
  )

  @Flag(help: "Draw with ASCII characters only.") var ascii = false
  @Option(help: "How it looks: standard, colour-blind or mono.") var theme = "standard"
  @Flag(name: .shortAndLong, help: "Open at the end, and go on with what is written.") var follow = false
  @Option(help: "Press the keys of this file, and leave.", completion: .file()) var script: String?
  @Argument(help: "Logs of one run, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  func run() throws {
    #if Inspector
      if let script { return try InspectorScripting.run(script, on: logs, isASCII: ascii) }
    #endif
    guard StandardOutput.isTerminal else { return try List.printTimeline(of: logs) }
    #if Inspector
      try inspect()
    #else
      StandardOutput.tell("fluxtape: built without the inspector, so this is 'fluxtape list'")
      try List.printTimeline(of: logs)
    #endif
  }
}

#if Inspector
  import FluxtapeScreen

  extension Inspect {
    private func inspect() throws {
      guard let look = Theme.all.first(where: { $0.name == theme }) else {
        throw UsageError(message: "there is no theme '\(theme)'; themes are \(Theme.all.map(\.name).joined(separator: ", "))")
      }
      let opening = try HistoryOpening(toLookAt: logs)
      let session = try InspectorSession(opening, of: logs, isFollowing: follow, theme: look, isASCII: ascii)
      session.run()
      opening.cancel()
    }
  }
#endif
