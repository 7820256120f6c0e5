#if !RECORDING_COMPILED_OUT
/// How large a store's states may be. See ``RecorderOptions/Limits/stateBytes``.
///
/// How large a state is turns out when it is encoded. So after one that is too large some actions go by without a try, twice as many
/// each time.
struct StateSizeLimit {
  private let bytes: Int
  private var wait = 0
  private var nextWait = 1

  private static let longestWait = 1 << 10

  init(bytes: Int) { self.bytes = bytes }

  /// Whether so many bytes may be written.
  func allows(_ count: Int) -> Bool { count <= bytes }

  /// Counts an action; says whether its state may be encoded.
  mutating func allowsTry() -> Bool {
    guard wait > 0 else { return true }
    wait -= 1
    return false
  }

  /// Notes how a whole state turned out.
  mutating func note(isTooLarge: Bool) {
    guard isTooLarge else { return nextWait = 1 }
    wait = nextWait
    nextWait = min(2 * nextWait, Self.longestWait)
  }
}
#endif
