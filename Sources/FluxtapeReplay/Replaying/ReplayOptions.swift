/// Which steps to replay, and what counts as a difference.
public struct ReplayOptions: Sendable {
  /// The first step to replay. The store starts in the recorded state before it.
  public var firstStep: Int?
  /// The last step to replay.
  public var lastStep: Int?
  /// Places in the state to ignore, with all below them, as RFC 6901 pointers. `*` matches any one token: `/items/*/addedAt`.
  ///
  /// If one of them differs at every step, every step costs O(size of the state).
  public var ignoredPaths: [String] = []
  /// Whether to collect all differences, continuing from the recorded state after each. Otherwise the first one is thrown.
  public var collectsDivergences = false
  /// Whether to compare only at snapshots.
  public var comparesSnapshotsOnly = false
  /// Whether to replay a redacted value as its digest. In one run, equal secrets have equal digests, so a reducer that only stores and
  /// compares them gives the same results.
  public var replaysDigests = false
  /// The sentence at the end of a divergence.
  public var advice = "Did the reducer change? Record the log again, or fix the reducer."

  var upcasts: [Upcast] = []

  struct Upcast: Sendable {
    let type: String
    let version: Int?
    let change: @Sendable (inout RecordedAction) throws -> Void
  }

  /// Creates options with their defaults.
  public init() {}

  /// The defaults, with redacted values replayed as their digests.
  public static var replayingDigests: ReplayOptions {
    var options = ReplayOptions()
    options.replaysDigests = true
    return options
  }

  /// Converts actions of an earlier version before they are decoded.
  ///
  /// - Parameters:
  ///   - type: The action's type in the log.
  ///   - version: Its `v` in the log; `nil` for actions without one.
  ///   - change: Changes the contents, and the type or version. Each conversion applies at most once.
  public mutating func upcast(_ type: String, from version: Int? = nil, _ change: @escaping @Sendable (inout RecordedAction) throws -> Void)
  {
    upcasts.append(Upcast(type: type, version: version, change: change))
  }

  /// Returns the action in its current form.
  func upcast(_ action: RecordedAction) throws -> RecordedAction {
    var action = action
    var used: Set<Int> = []
    while let next = upcasts.indices.first(where: {
      !used.contains($0) && upcasts[$0].type == action.type && upcasts[$0].version == action.version
    }) {
      used.insert(next)
      try upcasts[next].change(&action)
    }
    return action
  }
}
