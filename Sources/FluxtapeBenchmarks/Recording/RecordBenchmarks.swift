/// The rows of `benchmarks record`.
enum RecordBenchmarks {
  static let all: [Benchmark] = recording + checking + encoding + editing + debugBuild + attachedOff + killed
}
