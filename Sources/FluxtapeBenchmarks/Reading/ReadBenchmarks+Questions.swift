extension ReadBenchmarks {
  /// Questions about a whole editing session, answered by the program, including its start and the index.
  static let questions = [
    question("find-state", "find on a state", ["find", "LOG", ".cursor.line > 20"], times: 40),
    question("find-payload", "find on contents", ["find", "LOG", "payload.patches[0][0] > 1000"], times: 40),
    question("find-changed", "find of changes", ["find", "LOG", "changed:.cursor.line"], times: 40),
    question("blame", "blame of a whole state", ["blame", "LOG", "."], times: 40),
    question("stats", "statistics", ["stats", "LOG"], times: 40),
    question("check", "check", ["check", "LOG"], times: 40),
    question("history", "history with all its output", ["history", "LOG", ".cursor.column"], times: 80),
    question("compare", "comparison with itself", ["compare", "LOG", "LOG"], times: 80),
    question("export-csv", "export as CSV", ["export", "LOG", "--to", "csv"], times: 80),
    question(
      "export-part", "export of 2,000 steps with their states", ["export", "LOG", "--to", "jsonl", "--full", "--range", "1..2000"],
      times: 40),
  ]

  private static func question(_ name: String, _ what: String, _ arguments: [String], times limit: Double) -> Benchmark {
    let shown = arguments.joined(separator: " ")
    return Benchmark(
      name, "\(what), editing session", target: .times(limit),
      contains: "Ours: `fluxtape \(shown)`, with its output discarded. Baseline: the program `wc -l` on the same log of at least 50 MB."
    ) { setting in
      let path = try setting.logs.path(ofSession: setting.session())
      let fluxtape = try Program(builtHere: "fluxtape")
      guard let wc = Program(named: "wc") else { throw BenchmarkError("wc is not installed") }
      return PairedMeasurement(
        baseline: Contender { try wc.run(["-l", path]) },
        ours: Contender { try fluxtape.run(arguments.map { $0 == "LOG" ? path : $0 }) })
    }
  }
}
