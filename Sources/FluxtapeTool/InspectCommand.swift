import ArgumentParser
import FluxtapeHistory

struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Step through a log in the terminal (the default).")

  @Argument(help: "Logs of one run, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  func run() throws {
    List.printTimeline(of: try History.ofOneRun(logs))
  }
}
