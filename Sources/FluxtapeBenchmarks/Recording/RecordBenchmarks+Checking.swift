import Fluxtape

extension RecordBenchmarks {
  /// Recording with verification: the recorder checks the first patches, and a few later ones, against the whole state.
  static let checking = [
    Benchmark(
      "checked", "one item of a 100 KB state changed, with a check of the patch", target: .percent(100),
      contains: """
        Ours: the reducer as the recorder wraps it, with `verification: .every(1)`: besides the work of other rows the state before and the \
        state after are encoded, the patch is applied as a reader does, and the results are compared. Baseline: the reducer, JSONEncoder of \
        the whole state, one write.
        """
    ) { setting in try Workload.medium.recorded(in: setting, options: RecorderOptions(verification: .every(1))) }
  ]
}
