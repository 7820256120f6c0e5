public import FluxtapeHistory

/// A run as it would have been without some of its steps, as a program that has the reducers tells it.
public struct HypotheticalRun: Sendable {
  /// The run, with steps numbered anew.
  public let history: History
  /// The numbers of its steps there, by those in the recorded run.
  public let steps: [Int: Int]
  /// Stores whose states were made anew. Those of all others are as they were recorded.
  public let stores: Set<String>
  /// Recorded steps after which their store stands otherwise.
  public let differing: Set<Int>
  /// Steps that could not be replayed, so that they changed nothing, and why.
  public let unreplayed: [Int: String]

  public init(history: History, steps: [Int: Int], stores: Set<String>, differing: Set<Int>, unreplayed: [Int: String]) {
    self.history = history
    self.steps = steps
    self.stores = stores
    self.differing = differing
    self.unreplayed = unreplayed
  }
}

/// What has the reducers: the inspector itself runs none.
public struct StepReplayer: Sendable {
  /// How the host is named on the command line.
  let host: String
  let replay:
    @Sendable (_ run: History, _ leftOut: Set<Int>, _ goOn: @escaping @Sendable (_ percent: Int) -> Bool) throws -> HypotheticalRun

  /// - Parameters:
  ///   - host: How the host is named on the command line.
  ///   - replay: Makes a run anew without some of its steps. It is called on a thread that may be waited for, asks its last argument often
  ///     whether to go on, and throws soon after that was denied. What else it throws is shown in its own words.
  public init(
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
