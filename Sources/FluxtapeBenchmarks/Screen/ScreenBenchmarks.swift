/// The rows of `benchmarks screen`: how soon the screen shows the effect of a key, at 200x60 on a log of 1 GB.
enum ScreenBenchmarks {
  static let all: [Benchmark] = painting + keys + thread + bytes

  /// One frame at sixty frames a second.
  static let frameTime = 0.016
}
