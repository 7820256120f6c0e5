import ArgumentParser

struct Live: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Measure what a live session costs, and how fast it sets an app.")

  @Option(help: "How many times to measure both sides of a row, alternately.") var rounds = 15
  @OptionGroup var rows: RowOptions

  func validate() throws {
    guard rounds >= 1 else { throw ValidationError("--rounds takes a number, 1 or more") }
    try rows.check(LiveBenchmarks.all)
  }

  func run() throws {
    let setting = try Setting(rounds: rounds)
    defer { setting.folder.remove() }
    try rows.run(LiveBenchmarks.all, in: setting)
  }
}
