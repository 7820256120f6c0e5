import FluxtapeHistory

extension ReadBenchmarks {
  static let opening = [firstScreen("first-screen", "first screen of a log of 1 GB", times: 1)]
  /// Only on request: it takes 10 GB of the disk.
  static let huge = [firstScreen("first-screen-huge", "first screen of a log of 10 GB", times: 10)]

  private static func firstScreen(_ name: String, _ what: String, times factor: Int) -> Benchmark {
    Benchmark(
      name: name, what: what, target: .added(milliseconds: 20),
      contains: "Ours: `fluxtape list LOG` until 60 lines are out. Baseline: `fluxtape --version`. Both from start to end.",
      build: .optimized,
      measure: { setting in
        let fluxtape = try Program(builtHere: "fluxtape")
        let path = try setting.logs.path(times: factor)
        var pairs: [(ours: Double, baseline: Double)] = []
        for _ in 0..<max(5, setting.rounds) {
          let theirs = try Contender { try fluxtape.run(["--version"]) }.secondsPerCall(1)
          pairs.append((try Contender { try fluxtape.run(["list", path], untilLine: 60) }.secondsPerCall(1), theirs))
        }
        let added = pairs.map { $0.ours - $0.baseline }.median ?? .nan
        return Measurement(
          ours: .seconds(pairs.map(\.ours).median ?? .nan), baseline: .seconds(pairs.map(\.baseline).median ?? .nan), ratio: added / 0.020)
      },
      profile: { _, _ in })
  }
}
