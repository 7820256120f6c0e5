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

/// How much time a store's states may take. See ``RecorderOptions/stateTimePerAction``.
///
/// An account in microseconds. Each action pays in, each state that is recorded is paid for, and while the account is overdrawn states are
/// left out. So what counts is the load over many actions: one large state now and then, the first one above all, is no reason to leave
/// out others.
struct StateBudget {
  /// What each action pays in. 0 if nothing is counted.
  private let income: Int
  private var credit: Int
  private var latestAction: Int?

  init(perAction: Duration) {
    income = perAction > .zero ? max(1, min(perAction, Self.largest).wholeMicroseconds) : 0
    credit = income * Self.mostSaved
  }

  /// Counts an action that ended at `now`; says whether its state may be recorded.
  mutating func allowsState(at now: Int) -> Bool {
    guard income > 0 else { return true }
    let rest = max(0, now &- (latestAction ?? now))
    latestAction = now
    credit = min(income * Self.mostSaved, credit + income + rest / Self.restPerCredit)
    return credit >= 0
  }

  /// Pays for a state that took so many microseconds.
  mutating func pay(_ cost: Int) {
    guard cost > 0 else { return }
    credit -= min(cost, income * Self.mostPaid)
  }

  /// Budgets that can be saved up: a burst of some hundred actions that cost twice the budget.
  private static let mostSaved = 200

  /// Budgets that one state is paid with at most. A giant one is followed by a thousand actions without state, or some seconds, not by a
  /// whole hour.
  private static let mostPaid = 1000

  /// Microseconds that pass for each one that is paid in: recording may take a tenth of the time.
  private static let restPerCredit = 10

  /// More makes no difference, and less makes all products small enough for 32 bits.
  private static let largest = Duration.seconds(1)
}

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
