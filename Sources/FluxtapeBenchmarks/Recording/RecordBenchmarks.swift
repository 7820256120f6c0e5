/// What `benchmarks record` measures.
enum RecordBenchmarks {
  static let all: [Benchmark] = recording + checking + encoding + editing + debugBuild + attachedOff + killed
}
