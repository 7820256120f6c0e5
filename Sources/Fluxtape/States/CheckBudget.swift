internal import FluxtapeLocking

/// Decides how often a store's patches are checked: the first patches of a small state, later as many as fit into a hundredth of the
/// recording time.
///
/// It is an account in microseconds, like ``StateBudget``. Each recorded state pays in a hundredth of the time it took, and a check is made
/// when the balance covers the cost of the last one. The first check of a large state waits for that, too, since it would block the app. If
/// the clock stands still, only the first patches are checked.
struct CheckBudget {
  /// In hundredths of a microsecond.
  private var credit = 0
  private var latestDuration = 0
  private var count = 0
  /// The number of checked patches that contained a change.
  private var changes = 0
  private var bytes = 0

  /// - Parameters:
  ///   - type: The type of the state.
  ///   - stateBytes: The approximate size of the whole state.
  ///   - isChanged: Whether the bytes of the state changed.
  func allowsCheck(of type: ObjectIdentifier?, bytes stateBytes: Int, isChanged: @autoclosure () -> Bool) -> Bool {
    let expectedDuration = latestDuration > 0 ? latestDuration : max(1, stateBytes / Self.bytesPerMicrosecond)
    if credit >= expectedDuration * Self.part { return true }
    guard bytes + stateBytes <= Self.mostFirstBytes else { return false }
    if count == 0 || changes == 0 && isChanged() { return true }
    guard count < 2 * Self.mostFirstChanges, changes < Self.mostFirstChanges else { return false }
    return changes < Self.fewFirstChanges || !Self.isKnown(type)
  }

  mutating func earn(_ microseconds: Int) {
    credit = min(credit + max(0, min(microseconds, Self.mostEarned)), Self.mostSaved * Self.part)
  }

  mutating func pay(for check: SelfCheck.Check) {
    count += 1
    if check.isOfChange { changes += 1 }
    bytes += max(1, check.bytes)
    latestDuration = max(1, check.duration)
    credit = max(credit - latestDuration * Self.part, -Self.mostSaved * Self.part)
    if check.fault == nil, check.isOfChange, let type = check.type { Self.notePassed(type) }
  }

  /// The ratio of recording time to checking time.
  private static let part = 100

  /// For a store whose type has already passed many checks.
  private static let fewFirstChanges = 2
  private static let mostFirstChanges = 16
  /// Bytes of whole states after which no more first patches are checked: some milliseconds in an optimized build.
  private static let mostFirstBytes = 256 << 10
  /// The speed of checking a whole state, in an optimized build.
  private static let bytesPerMicrosecond = 32

  /// In microseconds. A larger balance makes no difference; a bound keeps all products small.
  private static let mostEarned = 1 << 30
  private static let mostSaved = 1 << 30
}

// MARK: - Types

extension CheckBudget {
  /// The number of checks that states of a type have passed, in all stores of the process.
  private static let passed = Locked<[ObjectIdentifier: Int]>(renewable: { [:] })

  private static func isKnown(_ type: ObjectIdentifier?) -> Bool {
    type.map { type in passed.withLock { $0[type, default: 0] >= mostFirstChanges } } ?? false
  }

  private static func notePassed(_ type: ObjectIdentifier) { passed.withLock { $0[type, default: 0] += 1 } }
}
