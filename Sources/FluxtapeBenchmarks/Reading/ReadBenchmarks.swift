/// The rows of `benchmarks read`.
enum ReadBenchmarks {
  static let all: [Benchmark] = indexing + peers + searching + questions + opening + states + comparing + replaying

  /// Returns why a row cannot be measured on this machine, or `nil` if it can.
  static func absence(of benchmark: Benchmark) -> String? {
    if comparing.contains(where: { $0.name == benchmark.name }), !hasJSONPatch { return "jsonpatch for python3 is not installed" }
    guard let peer = peerPrograms[benchmark.name] ?? searchPrograms[benchmark.name], Program(named: peer) == nil else { return nil }
    return "\(peer) is not installed"
  }
}
