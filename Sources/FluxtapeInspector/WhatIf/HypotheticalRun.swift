package import FluxtapeHistory

/// A run replayed without some of its steps by a program that has the reducers.
package struct HypotheticalRun: Sendable {
  /// The replayed run, with new step numbers.
  package let history: History
  /// The new step numbers by recorded ones.
  package let steps: [Int: Int]
  /// The stores that were replayed. All others are as recorded.
  package let stores: Set<String>
  /// Recorded steps after which their store's state differs.
  package let differing: Set<Int>
  /// Steps that could not be replayed and changed nothing, with the reasons.
  package let unreplayed: [Int: String]

  package init(history: History, steps: [Int: Int], stores: Set<String>, differing: Set<Int>, unreplayed: [Int: String]) {
    self.history = history
    self.steps = steps
    self.stores = stores
    self.differing = differing
    self.unreplayed = unreplayed
  }
}

/// Replays steps with the app's reducers. The inspector itself runs none.
package struct StepReplayer: Sendable {
  /// The host's command line.
  let host: String
  let replay:
    @Sendable (_ run: History, _ leftOut: Set<Int>, _ shouldContinue: @escaping @Sendable (_ percent: Int) -> Bool) throws ->
      HypotheticalRun

  /// - Parameters:
  ///   - host: The host's command line.
  ///   - replay: Replays a run without some of its steps, on a background thread. It calls its last argument often with its progress, and
  ///     throws soon after that returns false. The inspector shows the description of other errors.
  package init(
    host: String,
    replay:
      @escaping @Sendable (
        _ run: History, _ leftOut: Set<Int>, _ shouldContinue: @escaping @Sendable (_ percent: Int) -> Bool
      ) throws -> HypotheticalRun
  ) {
    self.host = host
    self.replay = replay
  }
}
