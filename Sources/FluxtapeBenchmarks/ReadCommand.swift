import ArgumentParser
import FluxtapeJSON
import Foundation

struct Read: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "What reading costs.",
    discussion: """
      The logs are made up, 1 GB each, in a temporary folder that is removed at the end. Programs that a row is measured against and that \
      are not installed are named, and the row is left out. The rows of the first screen need 'swift build -c release --product fluxtape'.
      """
  )

  @Option(help: ArgumentHelp("Only the row of this name, or else those whose names begin with it.", valueName: "name")) var only: [String] =
    []
  @Option(help: "How often both sides of a row are measured, in turns.") var rounds = 5
  @Option(help: ArgumentHelp("Megabytes that a log has.", valueName: "number")) var megabytes = 1024
  @Option(help: "An editing session as josephg/editing-traces publishes them; without it one is made up.") var session: String?
  @Flag(help: "Measure the first screen of a log ten times as large, too.") var huge = false
  @Flag(help: "Print one JSON object a row.") var json = false
  @Option(help: ArgumentHelp("Measure nothing: run our side of the row this many times.", valueName: "calls")) var profile: Int?

  func validate() throws {
    guard rounds >= 1, megabytes >= 1 else { throw ValidationError("--rounds and --megabytes take a number, 1 or more") }
    for name in only where ReadBenchmarks.named(name).isEmpty {
      throw ValidationError("no row's name begins with '\(name)'; there are: \(ReadBenchmarks.all.map(\.name).joined(separator: " "))")
    }
  }

  func run() throws {
    let setting = try Setting(rounds: rounds, sessionPath: session, logByteCount: megabytes << 20)
    defer { setting.folder.remove() }
    let chosen = (only.isEmpty ? ReadBenchmarks.all : only.flatMap(ReadBenchmarks.named)) + (huge ? ReadBenchmarks.huge : [])
    if let profile {
      for benchmark in chosen { try benchmark.profile(setting, profile) }
      return
    }
    let here = chosen.filter { $0.isMeaningfulHere && ReadBenchmarks.absence(of: $0) == nil }
    let table = BenchmarkTable(here)
    if !json { Self.printLines(table.heading) }
    var rows: [BenchmarkRow] = []
    for benchmark in here {
      let row = BenchmarkRow(benchmark, try benchmark.measure(setting))
      rows.append(row)
      Self.printLines([json ? row.json.text : table.line(row)])
    }
    if !json { Self.printLines(table.footnotes(rows, leftOut: chosen.filter { !$0.isMeaningfulHere })) }
    for benchmark in chosen {
      guard let reason = ReadBenchmarks.absence(of: benchmark) else { continue }
      Self.printLines([
        json ? JSONValue.object(["name": .string(benchmark.name), "absent": .string(reason)]).text : "\(benchmark.name): \(reason)"
      ])
    }
    if rows.contains(where: { !$0.holds }) { throw ExitCode(1) }
  }

  /// Each row is out at once: a run takes minutes, and somebody may be watching.
  private static func printLines(_ lines: [String]) {
    FileHandle.standardOutput.write(Data(lines.map { $0 + "\n" }.joined().utf8))
  }
}
