import ArgumentParser

struct Read: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure what reading costs.",
    discussion: """
      Generates logs of 1 GB each in a temporary folder that is removed at the end. A row is skipped, and says so, if the program it is \
      compared with is not installed. The rows of the first screen need 'swift build -c release --product fluxtape'.
      """
  )

  @Option(help: "How many times to measure both sides of a row, alternately.") var rounds = 5
  @Option(help: ArgumentHelp("The size of a log in megabytes.", valueName: "number")) var megabytes = 1024
  @Option(help: "An editing session in the format of josephg/editing-traces; by default one is generated.") var session: String?
  @Flag(help: "Also measure the first screen of a log ten times as large.") var huge = false
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
