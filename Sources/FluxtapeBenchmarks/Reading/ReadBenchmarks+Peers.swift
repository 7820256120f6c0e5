import FluxtapeHistory

extension ReadBenchmarks {
  /// The program that a row needs.
  static let peerPrograms = ["index-jq": "jq", "index-duckdb": "duckdb", "index-lnav": "lnav"]

  static let peers = [
    peer("index-jq", 80, "`jq -c .seq`") { ["-c", ".seq", $0] },
    peer("index-duckdb", 4, "`select count(*) … where type = …` on two threads") {
      [
        "-c",
        "set threads=2; select count(*) from read_json('\($0)', format='newline_delimited', columns={type: 'VARCHAR'}) where type = 'cart.action1'",
      ]
    },
    peer("index-lnav", 50, "`lnav -n`") { ["-n", $0] },
  ]

  private static func peer(_ name: String, _ factor: Double, _ what: String, _ arguments: @escaping @Sendable (String) -> [String])
    -> Benchmark
  {
    let program = peerPrograms[name] ?? name
    return Benchmark(
      name: name, what: "index on two threads, against \(program)", target: .timesFaster(factor),
      contains:
        "Ours: `History.open`, the median. Baseline: \(what) on the same file, including its start; only once, because it takes long.",
      build: .optimized,
      measure: { setting in
        guard let peer = Program(named: program) else { throw BenchmarkError("\(program) is not installed") }
        let path = try setting.logs.path(.smallLines)
        let opening = Contender { keep(try History.open([path], depth: .quick, threads: 2)) }
        let ours = try (0..<setting.rounds).map { _ in try opening.secondsPerCall(1) }.median ?? .nan
        let theirs = try Contender { try peer.run(arguments(path)) }.secondsPerCall(1)
        return Measurement(ours: .seconds(ours), baseline: .seconds(theirs), ratio: ours / theirs)
      },
      profile: { _, _ in })
  }
}
