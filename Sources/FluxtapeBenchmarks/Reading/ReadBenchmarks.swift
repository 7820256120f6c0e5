/// What `benchmarks read` measures.
enum ReadBenchmarks {
  static let all: [Benchmark] = indexing + peers + searching + opening + states + comparing + replaying

  /// The row of this name, or else those whose names begin with it.
  static func named(_ name: String) -> [Benchmark] {
    let rows = all.filter { $0.name == name }
    return rows.isEmpty ? all.filter { $0.name.hasPrefix(name) } : rows
  }

  /// Why a row cannot be measured on this machine.
  static func absence(of benchmark: Benchmark) -> String? {
    if comparing.contains(where: { $0.name == benchmark.name }), !hasJSONPatch { return "jsonpatch for python3 is not installed" }
    guard let peer = peerPrograms[benchmark.name] ?? searchPrograms[benchmark.name], Program(named: peer) == nil else { return nil }
    return "\(peer) is not installed"
  }
}
