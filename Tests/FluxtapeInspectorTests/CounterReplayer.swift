import FluxtapeHistory
import FluxtapeInspector
import FluxtapeReplay

/// A host with the reducer of the counter in `counter.jsonl`, in this process.
enum CounterReplayer {
  private struct Counter: Codable {
    var n: Int
    var card: String?
    var history: [Int]
  }

  static let replayer = replayer {}

  /// - Parameters:
  ///   - more: What this reducer adds to each amount, other than the recorded one.
  ///   - body: Runs at the beginning of each replay.
  static func replayer(adding more: Int = 0, _ body: @escaping @Sendable () throws -> Void = {}) -> StepReplayer {
    StepReplayer(host: "counter host") { run, whatIf, goOn in
      guard goOn(41) else { throw CancellationError() }
      try body()
      var host = ReplayHost()
      host.add("counter") { (state: inout Counter, amount: Int) in
        state.n += amount + more
        state.history.append(amount)
      }
      let recording = Recording(run)
      var result: WhatIfResult?
      let made = try History.spooled(named: "what if") { write in result = try recording.write(whatIf, by: &host, to: write) }
      guard let result else { throw CancellationError() }
      return HypotheticalRun(history: made, result: result, differing: try recording.steps(differingIn: made, result))
    }
  }
}
