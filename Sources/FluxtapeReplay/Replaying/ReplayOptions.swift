/// What of a log is replayed, and what counts as different.
public struct ReplayOptions: Sendable {
  /// The first step that is replayed; the store starts in the state that the log has before it.
  public var firstStep: Int?
  /// The last step that is replayed.
  public var lastStep: Int?
  /// Places in the state that do not count, and all below them, as RFC 6901 pointers; `*` stands for any one token: `/items/*/addedAt`.
  ///
  /// Where one of them differs at every step, every step costs the size of the state.
  public var ignoredPaths: [String] = []
  /// Whether all differences are collected, each state starting from the log again after one; otherwise the first one is thrown.
  public var collectsDivergences = false
  /// Whether states are compared only where the log has whole ones.
  public var comparesSnapshotsOnly = false
  /// Whether a redacted value is replayed as the text of its digest. Equal secrets of one run have equal digests, so a reducer that only
  /// keeps and compares them does the same as it did.
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

  /// The defaults, with redacted values replayed as the text of their digests.
  public static var replayingDigests: ReplayOptions {
    var options = ReplayOptions()
    options.replaysDigests = true
    return options
  }

  /// Turns actions of an earlier version into those of today, before they are decoded.
  ///
  /// - Parameters:
  ///   - type: The action's type in the log.
  ///   - version: Its `v` in the log; `nil` for actions without one.
  ///   - change: Gives the action its new form, and a new type or version: an action that stays what it was is upcast only once.
  public mutating func upcast(_ type: String, from version: Int? = nil, _ change: @escaping @Sendable (inout RecordedAction) throws -> Void)
  {
    upcasts.append(Upcast(type: type, version: version, change: change))
  }

  /// The action as it is today.
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
