/// What `benchmarks record` measures.
enum RecordBenchmarks {
  static let all: [Benchmark] = recording + encoding + editing + debugBuild + attachedOff + killed
}
