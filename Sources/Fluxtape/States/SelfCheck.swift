internal import FluxtapeCoding

/// Compares recorded changes with whole states. See ``RecorderOptions/Verification``.
///
/// A check applies the patch to the previous state as a reader does, and compares the result with a fresh encoding of the new state.
struct SelfCheck {
  private let verification: RecorderOptions.Verification
  /// States recorded since the last check.
  private var states = 0
  /// The number of checked patches that contained a change.
  private var changes = 0
  /// What the checks of first patches have cost, in bytes.
  private var cost = 0
  /// With ``RecorderOptions/Verification/every(_:)``, the state as a reader sees it, who follows all patches.
  private var document: WrittenValue?

  init(_ verification: RecorderOptions.Verification) { self.verification = verification }

  /// What is wrong, and the cause.
  enum Fault {
    /// The recorder: the patch does not lead to the state.
    case recorder
    /// The app: it encoded one value in two ways.
    case encoding
  }
}

// MARK: - Scheduling

extension SelfCheck {
  /// Whether to check the next patch: the first ones while the states are small, later one in a thousand, fewer for a large state, whose
  /// check would block the app for long.
  ///
  /// - Parameter stateBytes: The approximate size of the whole state.
  func isDue(bytes stateBytes: Int) -> Bool {
    switch verification {
    case .never: false
    case .every(let count): states + 1 >= count
    case .automatic:
      changes < Self.mostFirstChanges && cost + stateBytes <= Self.mostFirstBytes
        || states >= max(Self.statesPerCheck, stateBytes / Self.bytesPerState)
    }
  }

  /// Counts a recorded state that was not checked. A `patch` led to it, unless it was written whole or left out.
  mutating func follow(_ patch: ArraySlice<UInt8>?) {
    states += 1
    // A patch that does not fit leads to a state that no later one makes right.
    if let patch, document?.apply(patch) == false { document = .scalar([]) }
  }

  /// Starts again from a state that is written whole.
  mutating func begin(with whole: ArraySlice<UInt8>) {
    guard case .every = verification else { return }
    states = 0
    document = WrittenValue(Array(whole))
  }

  private static let mostFirstChanges = 16
  /// Bytes of whole states after which no more first patches are checked: some milliseconds in an optimized build.
  private static let mostFirstBytes = 256 << 10
  /// What a check costs besides, in bytes: patches without a change do not use up the first checks, but end them at some time.
  private static let bytesPerCheck = 1000
  private static let statesPerCheck = 1000
  /// Bytes of a state for each state between two checks: a check of 10 MB takes about a quarter of a second.
  private static let bytesPerState = 100
  /// Bytes of a patch times bytes of a state: some tenths of a second.
  private static let mostWork = 1 << 37
}

// MARK: - Checking

extension SelfCheck {
  /// A state before and after an action, in all the ways to encode it.
  struct Evidence {
    /// Encodes the state before from the remembered copy; `nil` if it is too large.
    let before: () -> [UInt8]?
    let patch: ArraySlice<UInt8>
    let isOfChange: Bool
    /// Whether the remembered copy is the state itself and not its encoding: then an object in it cannot have changed unseen.
    let isKept: Bool
    /// Appends a fresh encoding of the state after.
    let encode: (inout [UInt8]) -> Void
    /// Appends the state after, encoded from the remembered copy.
    let appendKept: (inout [UInt8]) -> Void
  }

  /// Returns the fault if the patch does not lead to the state.
  mutating func fault(in evidence: Evidence) -> Fault? {
    let whole = Self.text(evidence.encode)
    states = 0
    cost += whole.count + Self.bytesPerCheck
    if evidence.isOfChange { changes += 1 }
    // A state that exceeds a limit has no text.
    guard !whole.isEmpty, isAffordable(patchBytes: evidence.patch.count, stateBytes: whole.count) else { return nil }
    let isFollowed = document != nil
    guard var followed = document.take() ?? evidence.before().map({ WrittenValue($0) }) else { return nil }
    let isRight = followed.apply(evidence.patch) && followed.isWritten(as: whole)
    if case .every = verification { document = isRight ? followed : WrittenValue(Self.text(evidence.appendKept)) }
    guard !isRight else { return nil }
    // An object that changed meanwhile, for example on another thread, proves nothing.
    if Self.text(evidence.encode) != whole { return evidence.isKept ? .encoding : nil }
    if isFollowed, var before = evidence.before().map({ WrittenValue($0) }), before.apply(evidence.patch), before.isWritten(as: whole) {
      return .encoding
    }
    return evidence.isKept || Self.text(evidence.appendKept) == whole ? .recorder : nil
  }

  /// Each operation may move the rest of a long array. A check that was asked for is made all the same.
  private func isAffordable(patchBytes: Int, stateBytes: Int) -> Bool {
    switch verification {
    case .automatic: patchBytes <= Self.mostWork / stateBytes
    case .every, .never: true
    }
  }

  private static func text(_ write: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    write(&bytes)
    return bytes
  }
}
