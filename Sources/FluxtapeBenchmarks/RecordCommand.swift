import ArgumentParser
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

  @Option(help: "How often both sides of a row are measured, in turns.") var rounds = 15
  @Option(
    help: ArgumentHelp(
      "An editing session, packed or not. By default what FLUXTAPE_EDIT_SESSION names.", valueName: "file"), completion: .file())
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
