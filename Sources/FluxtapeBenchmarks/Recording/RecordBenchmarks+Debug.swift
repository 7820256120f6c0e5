extension RecordBenchmarks {
  /// The cost during development: neither the app nor the recorder is optimized.
  static let debugBuild = [
    compared("debug-item-diff", "debug build, one item of a 100 KB state changed, diff alone", .percent(5), build: .debug) { .medium },
    recorded("debug-item", "debug build, one item of a 100 KB state changed, all in", .percent(5), build: .debug) { .medium },
  ]
}
