/// What came of a replay.
public struct ReplayResult: Sendable {
  /// Actions that the reducer has seen.
  public internal(set) var replayed = 0
  /// States that were compared with the log.
  public internal(set) var compared = 0
  /// Where the states differ from the log's. Empty unless ``ReplayOptions/collectsDivergences`` is set: then the first one is thrown.
  public internal(set) var divergences: [ReplayDivergence] = []
  /// Actions that cannot be replayed, since the log does not hold all of them. The state goes on as the log has it after them.
  public internal(set) var notReplayable: [NotReplayable] = []
  /// Actions before a state was known, or after records were lost.
  public internal(set) var withoutState = 0
}

/// An action with contents that the log does not hold.
public struct NotReplayable: Hashable, Sendable, CustomStringConvertible {
  /// The action's number in the run.
  public let step: Int
  /// The action's type.
  public let type: String
  /// What the log does not hold of it.
  public let values: [UnknownValue]

  public var description: String {
    "action \(step) (\(printable(type))) cannot be replayed: \(values.map { printable($0.description) }.joined(separator: ", "))"
  }
}
