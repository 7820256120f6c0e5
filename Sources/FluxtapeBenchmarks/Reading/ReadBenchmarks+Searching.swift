import FluxtapeDocuments
import FluxtapeHistory

extension ReadBenchmarks {
  /// The program that a row needs.
  static let searchPrograms = ["filter-literal": "rg"]

  static let searching = [
    Benchmark(
      "filter-literal", "filter of a text that few lines hold, 1 GB", target: .times(4),
      contains: """
        Ours: with the log open, `rows(matching:)` finds the steps that contain a text, ignoring case. Baseline: `rg --count --smart-case` of \
        the same, its start included.
        """
    ) { setting in
      guard let rg = Program(named: "rg") else { throw BenchmarkError("rg is not installed") }
      let path = try setting.logs.path()
      guard let history = try History.open([path], threads: 2).first else { throw BenchmarkError("the log has no run") }
      let query = try Query(parsing: "\"p123\"")
      guard try !history.rows(matching: query).isEmpty else { throw BenchmarkError("nothing was found") }
      return PairedMeasurement(
        baseline: Contender { try rg.run(["--count", "--smart-case", "p123", path]) },
        ours: Contender { keep(try history.rows(matching: query)) })
    }
  ]
}
