import FluxtapeHistory

extension ReadBenchmarks {
  static let indexing = [
    .within(
      "open-gigabyte", "all lines of 1 GB, read on two threads", seconds: 3,
      contains: "Ours: `History.open` of lines of 500 bytes. Baseline: 3 s."
    ) { setting in
      let path = try setting.logs.path()
      let opening = Contender { keep(try History.open([path], threads: 2)) }
      return try (0..<setting.rounds).map { _ in try opening.secondsPerCall(1) }
    },
    Benchmark(
      name: "index-memory", what: "memory of the index for a line", target: .times(1),
      contains: "Ours: bytes of all rows, outcomes and events, divided by the lines. Baseline: the 80 bytes that a line may take.",
      build: .any,
      measure: { setting in
        let history = try History.open([setting.logs.path()], threads: 2)[0]
        let perLine = (Double(history.indexByteCount) / Double(max(1, history.rows.count))).rounded(.up)
        return Measurement(ours: .bytes(Int(perLine)), baseline: .bytes(80), ratio: perLine / 80, remark: "\(history.rows.count) rows.")
      },
      profile: { _, _ in }),
  ]
}
