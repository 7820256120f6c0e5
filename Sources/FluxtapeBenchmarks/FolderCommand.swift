import ArgumentParser

struct Folder: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure what questions about a folder of logs cost.",
    discussion: """
      Generates a folder of logs of simulated apps, 100 KB each, which is removed at the end. Needs 'swift build -c release --product \
      fluxtape'.
      """
  )

  @Option(help: "How many times to run each command.") var rounds = 5
  @Option(help: "How many logs. Targets of time grow with them.") var logs = Fleet.usualCount
  @OptionGroup var rows: RowOptions

  func validate() throws {
    guard rounds >= 1 else { throw ValidationError("--rounds takes a number, 1 or more") }
    guard logs >= 1 else { throw ValidationError("--logs takes a number, 1 or more") }
    try rows.check(FolderBenchmarks.all(logs: logs))
  }

  func run() throws {
    let setting = try Setting(rounds: rounds, fleet: logs)
    defer { setting.folder.remove() }
    try rows.run(FolderBenchmarks.all(logs: logs), in: setting)
  }
}
