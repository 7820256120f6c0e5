extension RecordBenchmarks {
  static let killed = [
    Benchmark(
      name: "killed", what: "records lost by kill -9", target: .nothingLost,
      contains: """
        Baseline: the actions whose reducer had returned when the program was killed, at random moments, over all programs. \
        Ours: how many of them have no state in the log, as the history of the log reads it.
        """,
      build: .any,
      measure: { setting in try KillTrial(setting).measure(kills: 4 * setting.rounds) },
      profile: { setting, calls in _ = try KillTrial(setting).measure(kills: calls) })
  ]
}
