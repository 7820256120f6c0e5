import ArgumentParser
import FluxtapeHistory

struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Step through a log in the terminal (the default).",
    discussion: "'?' shows all keys, 'q' leaves. NO_COLOR is honoured. Into a pipe this is 'fluxtape list'."
  )

  @Flag(help: "Draw with ASCII characters only.") var ascii = false
  @Option(help: "How it looks: standard, colour-blind or mono.") var theme = "standard"
  @Argument(help: "Logs of one run, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  func run() throws {
    guard StandardOutput.isTerminal else { return try List.printTimeline(of: logs) }
    #if Inspector
      var session = try InspectorSession(try History.openToLookAt(logs), theme: theme, isASCII: ascii)
      session.run()
    #else
      StandardOutput.tell("fluxtape: built without the inspector, so this is 'fluxtape list'")
      try List.printTimeline(of: logs)
    #endif
  }
}
