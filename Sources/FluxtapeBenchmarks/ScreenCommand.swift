import ArgumentParser

struct Screen: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure how soon the inspector answers.",
    discussion: """
      Generates a log of 1 GB in a temporary folder that is removed at the end. The inspector runs on a pseudo-terminal of 200x60. \
      Run 'swift build -c release --product fluxtape' first.
      """
  )

  @Option(help: ArgumentHelp("The size of the log in megabytes.", valueName: "number")) var megabytes = 1024
  @OptionGroup var rows: RowOptions

  func validate() throws {
    guard megabytes >= 1 else { throw ValidationError("--megabytes takes a number, 1 or more") }
    try rows.check(ScreenBenchmarks.all)
  }

  func run() throws {
    let setting = try Setting(rounds: 1, logByteCount: megabytes << 20)
    defer { setting.folder.remove() }
    try rows.run(ScreenBenchmarks.all, in: setting)
  }
}
