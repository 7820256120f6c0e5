/// The rows of `benchmarks folder`: processor time and memory of each command.
enum FolderBenchmarks {
  static func all(logs: Int) -> [Benchmark] { questions.flatMap { [time(of: $0, logs: logs), memory(of: $0, logs: logs)] } }

  private struct Question {
    let name: String
    let what: String
    let arguments: [String]
    /// For the usual number of logs.
    var seconds = 3.0
    var megabytes = 100
    /// Whether the time is that of a clock, and not that of the processors.
    var isElapsed = false
  }

  private static let questions = [
    Question(name: "list", what: "list of the runs", arguments: ["list", "FOLDER"]),
    Question(name: "stats", what: "statistics", arguments: ["stats", "FOLDER"]),
    Question(name: "find", what: "find on a state", arguments: ["find", "FOLDER", "cart.total > 250"]),
    Question(name: "find-type", what: "find of a type", arguments: ["find", "FOLDER", "type:paymentTimedOut"]),
    Question(name: "history", what: "history of a value", arguments: ["history", "FOLDER", "cart.total"]),
    Question(name: "check", what: "check", arguments: ["check", "FOLDER"]),
    // 60 MB of logs a second.
    Question(
      name: "tables", what: "tables", arguments: ["tables", "FOLDER", "--output", "TABLES"], seconds: 3.3, megabytes: 300, isElapsed: true),
  ]

  private static func time(of question: Question, logs: Int) -> Benchmark {
    let kind = question.isElapsed ? " Time of the clock." : " Processor time."
    let seconds = question.seconds * Double(logs) / Double(Fleet.usualCount)
    return Benchmark.within(question.name, "\(question.what), time", seconds: seconds, contains: words(question, logs) + kind) { setting in
      try (0..<setting.rounds).map { _ in
        let usage = try usage(question, setting)
        return question.isElapsed ? usage.elapsedSeconds : usage.processorSeconds
      }
    }
  }

  private static func memory(of question: Question, logs: Int) -> Benchmark {
    Benchmark(
      name: question.name + "-memory", what: "\(question.what), memory", target: .times(1),
      contains: words(question, logs) + " The most memory at a time.", build: .optimized,
      measure: { setting in
        let most = try usage(question, setting).peakBytes
        let bytes = question.megabytes * 1_000_000
        return Measurement(ours: .bytes(most), baseline: .bytes(bytes), ratio: Double(most) / Double(bytes))
      },
      profile: { setting, calls in for _ in 0..<calls { _ = try usage(question, setting) } })
  }

  private static func words(_ question: Question, _ logs: Int) -> String {
    "Ours: `fluxtape \(question.arguments.joined(separator: " "))` on \(logs) logs of 100 KB, one in 50 of a run with a bug."
  }

  private static func usage(_ question: Question, _ setting: Setting) throws -> Program.Usage {
    let folder = try setting.fleet.path()
    let (output, tables) = (setting.folder.path("output"), setting.folder.path("tables"))
    defer {
      setting.folder.remove(output)
      setting.folder.remove(tables)
    }
    // Status 1: something was found.
    return try Program(builtHere: "fluxtape").usage(
      question.arguments.map { ["FOLDER": folder, "TABLES": tables][$0] ?? $0 }, output: output, statuses: [0, 1])
  }
}
