/// The result of a replay.
public struct ReplayResult: Sendable {
  /// The number of actions that were reduced.
  public internal(set) var replayed = 0
  /// The number of states that were compared with the log.
  public internal(set) var compared = 0
  /// The states that differ from the log's. Empty unless ``ReplayOptions/collectsDivergences`` is set; otherwise the first one is thrown.
  public internal(set) var divergences: [ReplayDivergence] = []
  /// Actions that cannot be replayed, because the log lacks some values. The replay continues from the recorded state after them.
  public internal(set) var notReplayable: [NotReplayable] = []
  /// The number of compared states in which a `null` member counted as equal to a missing one.
  ///
  /// A log from before a type was `Codable` has `null` where the type now leaves `nil` out.
  public internal(set) var nullsAsMissing = 0
  /// The number of actions before the first known state, or after lost records.
  public internal(set) var withoutState = 0
}

/// An action with values that the log lacks.
public struct NotReplayable: Hashable, Sendable, CustomStringConvertible {
  /// The action's number in the run.
  public let step: Int
  /// The action's type.
  public let type: String
  /// The values that the log lacks.
  public let values: [UnknownValue]

  public var description: String {
    "action \(step) (\(printable(type))) cannot be replayed: \(values.map { printable($0.description) }.joined(separator: ", "))"
  }
}
