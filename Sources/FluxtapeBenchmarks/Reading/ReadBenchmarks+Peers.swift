import FluxtapeHistory

extension ReadBenchmarks {
  /// The program that a row needs.
  static let peerPrograms = ["index-jq": "jq"]

  static let peers = [
    Benchmark(
      name: "index-jq", what: "index on two threads, against jq", target: .timesFaster(40),
      contains:
        "Ours: `History.open`, the median. Baseline: `jq -c .seq` on the same file, including its start; only once, because it takes long.",
      build: .optimized,
      measure: { setting in
        guard let jq = Program(named: "jq") else { throw BenchmarkError("jq is not installed") }
        let path = try setting.logs.path()
        let opening = Contender { keep(try History.open([path], threads: 2)) }
        let ours = try (0..<setting.rounds).map { _ in try opening.secondsPerCall(1) }.median ?? .nan
        let theirs = try Contender { try jq.run(["-c", ".seq", path]) }.secondsPerCall(1)
        return Measurement(ours: .seconds(ours), baseline: .seconds(theirs), ratio: ours / theirs)
      },
      profile: { _, _ in })
  ]
}
