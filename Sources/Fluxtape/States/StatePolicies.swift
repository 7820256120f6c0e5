// Which states are recorded, and which of them whole.

/// Which of a store's actions have their states recorded, by their number.
struct StateSampling {
  private let states: RecorderOptions.States
  /// Actions until the next one whose state is wanted.
  private var wait = 0

  init(_ states: RecorderOptions.States) { self.states = states }

  /// Counts an action; says whether its state is wanted.
  mutating func wantsState() -> Bool {
    switch states {
    case .all: return true
    case .never: return false
    case .every(let count):
      guard wait == 0 else {
        wait -= 1
        return false
      }
      wait = max(count, 1) - 1
      return true
    }
  }
}

/// Leaves out states while they are slow and follow each other quickly. See ``RecorderOptions/stateTimePerAction``.
///
/// A slow state owes a rest of ten times what it took too long. States are left out while too much rest is owed.
struct StateBackOff {
  /// Microseconds that a state may take. 0 if there is no limit.
  private let limit: Int64
  /// Microseconds.
  private var owedRest: Int64 = 0
  private var latestAction: Int?

  init(limit: Duration) { self.limit = limit > .zero ? Int64(max(1, min(limit, Self.largest).wholeMicroseconds)) : 0 }

  /// Counts an action that ended at `now`; says whether its state may be recorded.
  mutating func allowsState(at now: Int) -> Bool {
    owedRest = max(0, owedRest - Int64(max(0, now &- (latestAction ?? now))))
    latestAction = now
    return owedRest <= limit * Self.restPerTime * Self.mostOwed
  }

  /// Notes a state that took so many microseconds.
  mutating func note(_ duration: Int) {
    owedRest += max(0, min(Int64(duration), limit * Self.mostCounted) - limit) * Self.restPerTime
  }

  /// Recording slow states takes at most about a tenth of the time.
  private static let restPerTime: Int64 = 10

  /// Limits of time that may be used up before states are left out: a burst of slow states, or the first one, is recorded.
  private static let mostOwed: Int64 = 200

  /// Limits of time that one state counts at most. A giant one is followed by some seconds without states, not by an hour.
  private static let mostCounted: Int64 = 1000

  /// A larger limit makes no difference, and this one keeps all products within 64 bits.
  private static let largest = Duration.seconds(1)
}

/// When a whole state is written beside a patch.
struct SnapshotPolicy: ~Copyable {
  private let options: RecorderOptions

  /// What was written since the last whole state, and how large that was.
  private var patchBytes = 0
  private var patches = 0
  private(set) var snapshotBytes = 0

  /// Patches that may follow the last whole state.
  private var mostPatches: Int

  init(_ options: RecorderOptions) {
    self.options = options
    mostPatches = options.patchesPerSnapshot
  }

  /// Whether a whole state is to stand beside a patch of so many bytes.
  func isDue(after bytes: Int) -> Bool {
    patches >= mostPatches || patchBytes + bytes > max(options.patchBytesPerSnapshot, 2 * snapshotBytes)
  }

  mutating func count(patch bytes: Int) {
    patches += 1
    patchBytes += bytes
  }

  mutating func count(wholeState bytes: Int) {
    (patches, patchBytes, snapshotBytes) = (0, 0, bytes)
    mostPatches = options.patches(afterStateOf: bytes)
  }
}
