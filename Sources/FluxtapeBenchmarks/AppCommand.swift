import ArgumentParser
import Foundation

struct App: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure what linking Fluxtape costs an app.",
    discussion: """
      Builds a client package with and without Fluxtape, in clean folders, and runs it. A build is measured by its processor time, so other \
      work of the machine hardly matters. The packages and builds are in a temporary folder that is removed at the end. They take about \
      3 GB and several minutes.
      """
  )

  @Option(help: "How many times to build each client.") var builds = 1
  @Option(help: "How many times to run each client for a row.") var rounds = 25
  @Option(
    help: ArgumentHelp("The package that the client links: a checkout of Fluxtape.", valueName: "folder"), completion: .directory)
  var package = "."
  @OptionGroup var rows: RowOptions

  func validate() throws {
    guard builds >= 1, rounds >= 1 else { throw ValidationError("--builds and --rounds take a number, 1 or more") }
    guard FileManager.default.fileExists(atPath: package + "/Sources/Fluxtape") else {
      throw ValidationError("'\(package)' is not a checkout of Fluxtape; name one with --package")
    }
    try rows.check(AppBenchmarks.all)
  }

  func run() throws {
    let folder = URL(fileURLWithPath: package).standardizedFileURL.path
    let setting = try Setting(rounds: rounds, client: ClientPackage.Source(package: folder, builds: builds))
    defer { setting.folder.remove() }
    try rows.run(AppBenchmarks.all, in: setting)
  }
}
