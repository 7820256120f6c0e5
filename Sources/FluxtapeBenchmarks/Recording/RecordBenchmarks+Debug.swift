extension RecordBenchmarks {
  /// The cost during development: neither the app nor the recorder is optimized.
  static let debugBuild = [
    recorded("debug-item-1k", "debug build, one of 1,000 items changed, all in", .percent(4), build: .debug) { .catalog(items: 1000) },
    recorded("debug-item-100k", "debug build, one of 100,000 items changed, all in", .percent(3), build: .debug) {
      .catalog(items: 100_000)
    },
    recorded("debug-insert-100k", "debug build, one of 100,000 items inserted at the front or removed, all in", .percent(5), build: .debug)
    {
      .queue(items: 100_000)
    },
  ]
}
