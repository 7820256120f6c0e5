/// What `benchmarks read` measures.
enum ReadBenchmarks {
  static let all: [Benchmark] = indexing + peers + opening

  /// The row of this name, or else those whose names begin with it.
  static func named(_ name: String) -> [Benchmark] {
    let rows = all.filter { $0.name == name }
    return rows.isEmpty ? all.filter { $0.name.hasPrefix(name) } : rows
  }

  /// Why a row cannot be measured on this machine.
  static func absence(of benchmark: Benchmark) -> String? {
    guard let peer = peerPrograms[benchmark.name], Program(named: peer) == nil else { return nil }
    return "\(peer) is not installed"
  }
}
