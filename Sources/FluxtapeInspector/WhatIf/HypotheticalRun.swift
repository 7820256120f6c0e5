package import FluxtapeHistory
package import FluxtapeReplay

/// A run replayed without some actions by a program that has the reducers.
package struct HypotheticalRun: Sendable {
  /// The replayed run, with new step numbers.
  package let history: History
  /// How the recorded steps fared.
  let result: WhatIfResult
  /// The stores that were replayed. All others are as recorded.
  let stores: Set<String>
  /// Recorded steps after which their store's state differs.
  let differing: Set<Int>
  /// Recorded steps that could not be replayed and changed nothing, with the reasons.
  let unreplayed: [Int: String]

  package init(history: History, result: WhatIfResult, differing: Set<Int>) {
    self.history = history
    self.result = result
    self.differing = differing
    stores = Set(result.stores)
    unreplayed = Dictionary(result.failures.map { ($0.step, $0.reason) }, uniquingKeysWith: { first, _ in first })
  }
}

extension HypotheticalRun {
  /// Returns the number of the replayed row for a recorded one; nil if there is none.
  func number(of row: HistoryRow) -> Int? { result.number(of: row, in: history) }
}

/// Replays actions with the app's reducers. The inspector itself runs none.
package struct StepReplayer: Sendable {
  /// Replays a run on a background thread. Calls its last argument often with its progress, and throws soon after that returns false. The
  /// inspector shows the description of other errors.
  package typealias Replay =
    @Sendable (
      _ run: History, _ whatIf: WhatIf, _ shouldContinue: @escaping @Sendable (_ percent: Int) -> Bool
    ) throws -> HypotheticalRun

  /// The host's command line.
  let host: String
  let replay: Replay

  package init(host: String, replay: @escaping Replay) {
    self.host = host
    self.replay = replay
  }
}
