extension RecordBenchmarks {
  /// What people see while they develop: a build in which neither the app nor the recorder is optimized.
  static let debugBuild = [
    Benchmark(
      "debug-item", "debug build, one item of a 100 KB state changed, all in", target: .percent(5), build: .debug,
      contains: Workload<Shop, ShopAction>.recordedContains + " JSONEncoder comes optimized with the toolchain."
    ) { try Workload.medium.recorded(in: $0) }
  ]
}
