import ArgumentParser

struct Read: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "What reading costs.",
    discussion: """
      The logs are made up, 1 GB each, in a temporary folder that is removed at the end. Programs that a row is measured against and that \
      are not installed are named, and the row is left out. The rows of the first screen need 'swift build -c release --product fluxtape'.
      """
  )

  @Option(help: "How often both sides of a row are measured, in turns.") var rounds = 5
  @Option(help: ArgumentHelp("Megabytes that a log has.", valueName: "number")) var megabytes = 1024
  @Option(help: "An editing session as josephg/editing-traces publishes them; without it one is made up.") var session: String?
  @Flag(help: "Measure the first screen of a log ten times as large, too.") var huge = false
  @OptionGroup var rows: RowOptions

  func validate() throws {
    guard rounds >= 1, megabytes >= 1 else { throw ValidationError("--rounds and --megabytes take a number, 1 or more") }
    try rows.check(ReadBenchmarks.all)
  }

  func run() throws {
    let setting = try Setting(rounds: rounds, sessionPath: session, logByteCount: megabytes << 20)
    defer { setting.folder.remove() }
    try rows.run(ReadBenchmarks.all, and: huge ? ReadBenchmarks.huge : [], in: setting, absence: ReadBenchmarks.absence)
  }
}
