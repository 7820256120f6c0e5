/// What `benchmarks screen` measures: how soon a key is seen, at 200x60 on a log of 1 GB.
enum ScreenBenchmarks {
  static let all: [Benchmark] = painting + keys + thread + bytes

  /// The row of this name, or else those whose names begin with it.
  static func named(_ name: String) -> [Benchmark] {
    let rows = all.filter { $0.name == name }
    return rows.isEmpty ? all.filter { $0.name.hasPrefix(name) } : rows
  }

  /// One frame of a screen that shows sixty a second.
  static let frameTime = 0.016
}
