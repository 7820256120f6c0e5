import ArgumentParser
import FluxtapeJSON
import Foundation

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "What recording costs.",
    discussion: """
      To see where the time of a row goes, run only our side of it under a profiler, with the option --profile:

        valgrind --tool=callgrind .build/release/benchmarks record --only leaf-diff --profile 200
        perf record -g .build/release/benchmarks record --only leaf-diff --profile 200000

      Editing sessions come from https://github.com/josephg/editing-traces. Without one a session is made up.
      """
  )

  @Option(help: ArgumentHelp("Only the row of this name, or else those whose names begin with it.", valueName: "name")) var only: [String] =
    []
  @Option(help: "How often both sides of a row are measured, in turns.") var rounds = 15
  @Option(
    help: ArgumentHelp(
      "An editing session, packed or not. By default what FLUXTAPE_EDIT_SESSION names.", valueName: "file"), completion: .file())
  var session: String?
  @Flag(help: "Print one JSON object a row.") var json = false
  @Option(help: ArgumentHelp("Measure nothing: run our side of the row this many times.", valueName: "calls")) var profile: Int?

  func validate() throws {
    guard rounds >= 1 else { throw ValidationError("--rounds takes a number, 1 or more") }
    for name in only where RecordBenchmarks.named(name).isEmpty {
      let names = RecordBenchmarks.all.map(\.name).joined(separator: " ")
      throw ValidationError("no row's name begins with '\(name)'; there are: \(names)")
    }
  }

  func run() throws {
    let setting = try Setting(
      rounds: rounds, sessionPath: session ?? ProcessInfo.processInfo.environment["FLUXTAPE_EDIT_SESSION"].flatMap { $0.isEmpty ? nil : $0 }
    )
    defer { setting.folder.remove() }
    let chosen = only.isEmpty ? RecordBenchmarks.all : only.flatMap(RecordBenchmarks.named)
    if let profile {
      for benchmark in chosen { try benchmark.profile(setting, profile) }
      return
    }
    let table = BenchmarkTable(chosen.filter(\.isMeaningfulHere))
    if !json { Self.printLines(table.heading) }
    var rows: [BenchmarkRow] = []
    for benchmark in chosen where benchmark.isMeaningfulHere {
      let row = BenchmarkRow(benchmark, try benchmark.measure(setting))
      rows.append(row)
      Self.printLines([json ? row.json.text : table.line(row)])
    }
    if !json { Self.printLines(table.footnotes(rows, leftOut: chosen.filter { !$0.isMeaningfulHere })) }
    if rows.contains(where: { !$0.holds }) { throw ExitCode(1) }
  }

  /// Each row is out at once: a run takes a minute, and somebody may be watching.
  private static func printLines(_ lines: [String]) {
    FileHandle.standardOutput.write(Data(lines.map { $0 + "\n" }.joined().utf8))
  }
}
