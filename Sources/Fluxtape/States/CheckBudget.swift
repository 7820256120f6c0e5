#if !RECORDING_COMPILED_OUT
internal import FluxtapeLocking

/// How often a store's patches are checked: the first ones of a small state, and later as many as a hundredth of the time spent recording allows.
///
/// An account in microseconds, as ``StateBudget`` is one. Each state that is recorded pays in a hundredth of what it took, and a check is made
/// when there is as much as the last one took. The first check of a large state waits for that too: it would hold up the app. Under a clock that
/// stands still only the first patches are checked.
struct CheckBudget {
  /// Hundredths of microseconds.
  private var credit = 0
  private var latestDuration = 0
  private var count = 0
  /// How many of them were of a patch with a change.
  private var changes = 0
  private var bytes = 0

  /// - Parameters:
  ///   - type: That of the state.
  ///   - stateBytes: About what the whole state takes.
  ///   - isChanged: Whether the bytes of the state are others than before.
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

  /// Recording takes so many times as long as checks do.
  private static let part = 100

  /// Of a store whose type passed many checks before.
  private static let fewFirstChanges = 2
  private static let mostFirstChanges = 16
  /// Bytes of whole states after which no more of the first patches are checked: some milliseconds in an optimized build.
  private static let mostFirstBytes = 256 << 10
  /// Of a whole state, in an optimized build.
  private static let bytesPerMicrosecond = 32

  /// Microseconds. More makes no difference, and less keeps all products small.
  private static let mostEarned = 1 << 30
  private static let mostSaved = 1 << 30
}

// MARK: - Types

extension CheckBudget {
  /// How many checks states of a type passed, in all stores of the process.
  private static let passed = Locked<[ObjectIdentifier: Int]>([:])

  private static func isKnown(_ type: ObjectIdentifier?) -> Bool {
    type.map { type in passed.withLock { $0[type, default: 0] >= mostFirstChanges } } ?? false
  }

  private static func notePassed(_ type: ObjectIdentifier) { passed.withLock { $0[type, default: 0] += 1 } }
}
#endif
