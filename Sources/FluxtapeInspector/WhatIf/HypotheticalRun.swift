package import FluxtapeHistory

/// A run as it would have been without some of its steps, as a program that has the reducers tells it.
package struct HypotheticalRun: Sendable {
  /// The run, with steps numbered anew.
  package let history: History
  /// The numbers of its steps there, by those in the recorded run.
  package let steps: [Int: Int]
  /// Stores whose states were made anew. Those of all others are as they were recorded.
  package let stores: Set<String>
  /// Recorded steps after which their store stands otherwise.
  package let differing: Set<Int>
  /// Steps that could not be replayed, so that they changed nothing, and why.
  package let unreplayed: [Int: String]

  package init(history: History, steps: [Int: Int], stores: Set<String>, differing: Set<Int>, unreplayed: [Int: String]) {
    self.history = history
    self.steps = steps
    self.stores = stores
    self.differing = differing
    self.unreplayed = unreplayed
  }
}

/// What has the reducers: the inspector itself runs none.
package struct StepReplayer: Sendable {
  /// How the host is named on the command line.
  let host: String
  let replay:
    @Sendable (_ run: History, _ leftOut: Set<Int>, _ goOn: @escaping @Sendable (_ percent: Int) -> Bool) throws -> HypotheticalRun

  /// - Parameters:
  ///   - host: How the host is named on the command line.
  ///   - replay: Makes a run anew without some of its steps. It is called on a thread that may be waited for, asks its last argument often
  ///     whether to go on, and throws soon after that was denied. What else it throws is shown in its own words.
  package init(
    host: String,
    replay:
      @escaping @Sendable (
        _ run: History, _ leftOut: Set<Int>, _ goOn: @escaping @Sendable (_ percent: Int) -> Bool
      ) throws -> HypotheticalRun
  ) {
    self.host = host
    self.replay = replay
  }
}
