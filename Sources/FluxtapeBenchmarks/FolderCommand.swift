import ArgumentParser

struct Folder: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure what questions about a folder of logs cost.",
    discussion: """
      Generates a folder of \(Fleet.runCount) logs of simulated apps, 100 KB each, which is removed at the end. Needs 'swift build -c release \
      --product fluxtape'.
      """
  )

  @Option(help: "How many times to run each command.") var rounds = 5
  @OptionGroup var rows: RowOptions

  func validate() throws {
    guard rounds >= 1 else { throw ValidationError("--rounds takes a number, 1 or more") }
    try rows.check(FolderBenchmarks.all)
  }

  func run() throws {
    let setting = try Setting(rounds: rounds)
    defer { setting.folder.remove() }
    try rows.run(FolderBenchmarks.all, in: setting)
  }
}
