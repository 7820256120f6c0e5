extension RecordBenchmarks {
  /// States of various sizes; each action changes a small part.
  static let recording = [
    recorded("small", "one item of a 1 KB state changed, all in", .percent(60)) { .small },
    recorded("item", "one item of a 100 KB state changed, all in", .percent(2)) { .medium },
    recorded("item-10k", "one of 10,000 items changed, all in", .percent(2)) { .catalog(items: 10_000) },
    recorded("item-100k", "one of 100,000 items changed, all in", .percent(1.5)) { .catalog(items: 100_000) },
    recorded("insert-100k", "one of 100,000 items inserted at the front or removed, all in", .percent(2)) { .queue(items: 100_000) },
    compared("leaf-diff", "a leaf in a tree of 37,449 nodes changed, diff alone", .percent(0.1)) { .taskTree },
  ]

  static func compared<State, Action>(
    _ name: String, _ what: String, _ target: Target, build: Benchmark.Build = .optimized,
    of workload: @escaping @Sendable () -> Workload<State, Action>
  ) -> Benchmark {
    Benchmark(name, what, target: target, build: build, contains: Workload<State, Action>.comparedContains) { _ in workload().compared() }
  }

  static func recorded<State, Action>(
    _ name: String, _ what: String, _ target: Target, build: Benchmark.Build = .optimized,
    of workload: @escaping @Sendable () -> Workload<State, Action>
  ) -> Benchmark {
    Benchmark(name, what, target: target, build: build, contains: Workload<State, Action>.recordedContains) { setting in
      try workload().recorded(in: setting)
    }
  }
}
