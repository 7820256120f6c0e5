import ArgumentParser
import FluxtapeJSON
import Foundation

struct Screen: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "How soon the inspector answers.",
    discussion: """
      The log is made up, 1 GB, in a temporary folder that is removed at the end. The inspector runs on a pseudo-terminal of 200x60: \
      'swift build -c release --product fluxtape' first.
      """
  )

  @Option(help: ArgumentHelp("Only the row of this name, or else those whose names begin with it.", valueName: "name")) var only: [String] =
    []
  @Option(help: ArgumentHelp("Megabytes that the log has.", valueName: "number")) var megabytes = 1024
  @Flag(help: "Print one JSON object a row.") var json = false
  @Option(help: ArgumentHelp("Measure nothing: run our side of the row this many times.", valueName: "calls")) var profile: Int?

  func validate() throws {
    guard megabytes >= 1 else { throw ValidationError("--megabytes takes a number, 1 or more") }
    for name in only where ScreenBenchmarks.named(name).isEmpty {
      throw ValidationError("no row's name begins with '\(name)'; there are: \(ScreenBenchmarks.all.map(\.name).joined(separator: " "))")
    }
  }

  func run() throws {
    let setting = try Setting(rounds: 1, logByteCount: megabytes << 20)
    defer { setting.folder.remove() }
    let chosen = only.isEmpty ? ScreenBenchmarks.all : only.flatMap(ScreenBenchmarks.named)
    if let profile {
      for benchmark in chosen { try benchmark.profile(setting, profile) }
      return
    }
    let here = chosen.filter(\.isMeaningfulHere)
    let table = BenchmarkTable(here)
    if !json { Self.printLines(table.heading) }
    var rows: [BenchmarkRow] = []
    for benchmark in here {
      let row = BenchmarkRow(benchmark, try benchmark.measure(setting))
      rows.append(row)
      Self.printLines([json ? row.json.text : table.line(row)])
    }
    if !json { Self.printLines(table.footnotes(rows, leftOut: chosen.filter { !$0.isMeaningfulHere })) }
    if rows.contains(where: { !$0.holds }) { throw ExitCode(1) }
  }

  private static func printLines(_ lines: [String]) {
    FileHandle.standardOutput.write(Data(lines.map { $0 + "\n" }.joined().utf8))
  }
}
