import ArgumentParser
import Foundation

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure what recording costs.",
    discussion: """
      To see where the time of a row goes, run only our side under a profiler with the option --profile:

        valgrind --tool=callgrind .build/release/benchmarks record --only leaf-diff --profile 200
        perf record -g .build/release/benchmarks record --only leaf-diff --profile 200000

      Editing sessions are at https://github.com/josephg/editing-traces. Without one, a session is generated.
      """
  )

  @Option(help: "How many times to measure both sides of a row, alternately.") var rounds = 15
  @Option(
    help: ArgumentHelp(
      "An editing session, gzipped or not. Default: the file in FLUXTAPE_EDIT_SESSION.", valueName: "file"), completion: .file())
  var session: String?
  @OptionGroup var rows: RowOptions

  func validate() throws {
    guard rounds >= 1 else { throw ValidationError("--rounds takes a number, 1 or more") }
    try rows.check(RecordBenchmarks.all)
  }

  func run() throws {
    let setting = try Setting(
      rounds: rounds, sessionPath: session ?? ProcessInfo.processInfo.environment["FLUXTAPE_EDIT_SESSION"].flatMap { $0.isEmpty ? nil : $0 }
    )
    defer { setting.folder.remove() }
    try rows.run(RecordBenchmarks.all, in: setting)
  }
}
