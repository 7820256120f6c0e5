/// What `benchmarks screen` measures: how soon a key is seen, at 200x60 on a log of 1 GB.
enum ScreenBenchmarks {
  static let all: [Benchmark] = painting + keys + thread + bytes

  /// One frame of a screen that shows sixty a second.
  static let frameTime = 0.016
}
