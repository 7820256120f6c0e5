internal import FluxtapeLocking

/// Decides which of a store's patches are checked: the first ones while the states are small, later one in a thousand, fewer for a large
/// state, whose check would block the app for long.
struct CheckSchedule {
  /// States recorded since the last check.
  private var states = 0
  private var checks = 0
  /// The number of checked patches that contained a change.
  private var changes = 0
  /// Bytes of the checked states.
  private var bytes = 0

  /// - Parameters:
  ///   - type: The type of the state.
  ///   - stateBytes: The approximate size of the whole state.
  ///   - isChanged: Whether the bytes of the state changed.
  func allowsCheck(of type: ObjectIdentifier?, bytes stateBytes: Int, isChanged: @autoclosure () -> Bool) -> Bool {
    if states >= max(Self.statesPerCheck, stateBytes / Self.bytesPerState) { return true }
    guard bytes + stateBytes <= Self.mostFirstBytes else { return false }
    if checks == 0 || changes == 0 && isChanged() { return true }
    guard checks < 2 * Self.mostFirstChanges, changes < Self.mostFirstChanges else { return false }
    return changes < Self.fewFirstChanges || !Self.isKnown(type)
  }

  /// Counts a recorded state, and its check if there was one.
  mutating func count(_ check: SelfCheck.Check?) {
    states += 1
    guard let check else { return }
    states = 0
    checks += 1
    if check.isOfChange { changes += 1 }
    bytes += max(1, check.bytes)
    if check.fault == nil, check.isOfChange, let type = check.type { Self.notePassed(type) }
  }

  private static let statesPerCheck = 1000
  /// Bytes of a state for each state between two checks: a check of 10 MB takes about a quarter of a second.
  private static let bytesPerState = 100

  /// For a store whose type has already passed many checks.
  private static let fewFirstChanges = 2
  private static let mostFirstChanges = 16
  /// Bytes of whole states after which no more first patches are checked: some milliseconds in an optimized build.
  private static let mostFirstBytes = 256 << 10
}

// MARK: - Types

extension CheckSchedule {
  /// The number of checks that states of a type have passed, in all stores of the process.
  private static let passed = Locked<[ObjectIdentifier: Int]>(renewable: { [:] })

  private static func isKnown(_ type: ObjectIdentifier?) -> Bool {
    type.map { type in passed.withLock { $0[type, default: 0] >= mostFirstChanges } } ?? false
  }

  private static func notePassed(_ type: ObjectIdentifier) { passed.withLock { $0[type, default: 0] += 1 } }
}
