/// What `benchmarks record` measures.
enum RecordBenchmarks {
  static let all: [Benchmark] = recording + encoding + editing + debugBuild + attachedOff + killed

  /// The row of this name, or else those whose names begin with it.
  static func named(_ name: String) -> [Benchmark] {
    let rows = all.filter { $0.name == name }
    return rows.isEmpty ? all.filter { $0.name.hasPrefix(name) } : rows
  }
}
