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
      let runs = try History.openToLookAt(logs)
      // Meanwhile, so that going to any step takes milliseconds. What cannot be read is told where it is asked for.
      let checkpoints = Task.detached(priority: .background) {
        for run in runs { try? run.makeCheckpoints { Task.isCancelled } }
      }
      defer { checkpoints.cancel() }
      var session = try InspectorSession(runs, theme: theme, isASCII: ascii)
      session.run()
    #else
      StandardOutput.tell("fluxtape: built without the inspector, so this is 'fluxtape list'")
      try List.printTimeline(of: logs)
    #endif
  }
}
