internal import FluxtapeCoding

/// Compares recorded changes with whole states. See ``RecorderOptions/Verification``.
///
/// A check applies the patch to the previous state as a reader does, and compares the result with a fresh encoding of the new state, made
/// without any remembered values. Checks share no data, except with ``RecorderOptions/Verification/every(_:)``.
struct SelfCheck {
  private var plan: Plan
  /// The state as a reader sees it, if all patches are followed.
  private var reader: Reader?

  private enum Plan {
    case never
    /// Every n-th patch, and the number of patches until the next check.
    case every(Int, left: Int)
    case automatic(CheckSchedule)
  }

  private struct Reader {
    /// `nil` if a patch could not be applied.
    var document: [UInt8]?
    /// Whether patches were applied since the last whole state or check.
    var isPatched = false
    /// Whether a patch was too long to be followed.
    var isLost = false

    mutating func apply(_ patch: ArraySlice<UInt8>) {
      isPatched = true
      guard let before = document, !isLost else { return }
      if SelfCheck.isAffordable(patch, on: before) { document = WrittenPatch.apply(patch, to: before) } else { isLost = true }
    }
  }

  init(_ verification: RecorderOptions.Verification) {
    switch verification {
    case .never: plan = .never
    case .every(let count): plan = .every(max(1, count), left: max(1, count))
    case .automatic: plan = .automatic(CheckSchedule())
    }
  }

  /// What is wrong, and the cause.
  enum Fault {
    /// The recorder: the patch does not lead to the state.
    case recorder
    /// The app: it encoded one value in two ways.
    case encoding
    /// Either: an earlier change was missed.
    case unseen
  }
}

// MARK: - Scheduling

extension SelfCheck {
  /// Whether to check the next patch.
  ///
  /// - Parameters:
  ///   - type: The type of the state.
  ///   - bytes: The approximate size of the whole state.
  ///   - isChanged: Whether the bytes of the state changed.
  mutating func isDue(for type: ObjectIdentifier?, bytes: Int, isChanged: @autoclosure () -> Bool) -> Bool {
    switch plan {
    case .never: return false
    case .every(let count, let left):
      plan = .every(count, left: left > 1 ? left - 1 : count)
      return left == 1
    case .automatic(let schedule): return schedule.allowsCheck(of: type, bytes: bytes, isChanged: isChanged())
    }
  }

  /// Starts again from a state that is written whole.
  mutating func begin(with whole: ArraySlice<UInt8>) {
    guard case .every(let count, _) = plan else { return }
    plan = .every(count, left: count)
    reader = Reader(document: Array(whole))
  }

  /// Follows a patch without checking it.
  mutating func follow(_ patch: ArraySlice<UInt8>) { reader?.apply(patch) }

  /// Counts a recorded state, and its check if there was one.
  mutating func count(_ check: Check?) {
    guard case .automatic(var schedule) = plan else { return }
    schedule.count(check)
    plan = .automatic(schedule)
  }

  /// A completed check.
  struct Check {
    let type: ObjectIdentifier?
    /// Whether the patch contains a change.
    let isOfChange: Bool
    /// Bytes of the whole state.
    var bytes = 0
    var fault: Fault?
  }
}

// MARK: - Checking

extension SelfCheck {
  /// A state before and after an action, in all the ways to encode it.
  struct Evidence {
    /// The state before, encoded from the remembered copy.
    let before: [UInt8]
    let patch: ArraySlice<UInt8>
    /// Whether the remembered copy is the state itself and not its encoding: then it may hold objects that changed during encoding.
    let isKept: Bool
    /// Appends a fresh encoding of the state after.
    let encode: (inout [UInt8]) -> Void
    /// Appends the state after, encoded from the remembered copy.
    let appendKept: (inout [UInt8]) -> Void
    /// Appends the state after, encoded from a fresh remembered copy.
    let appendKeptAnew: (inout [UInt8]) -> Void
  }

  /// The fault if the patch does not lead to the state, and the size of the whole state in bytes.
  mutating func fault(in evidence: Evidence) -> (fault: Fault?, bytes: Int) {
    let whole = Self.text(evidence.encode)
    // A state that exceeds a limit has no text.
    guard !whole.isEmpty else { return (nil, 0) }
    guard reader?.isLost != true, Self.isAffordable(evidence.patch, on: whole) else {
      if reader != nil { reader = Reader(document: whole) }
      return (nil, whole.count)
    }
    let start = if let reader { reader.document } else { evidence.before }
    let isRight = start.map { Self.leads(evidence.patch, from: $0, to: whole) } ?? false
    let fault = isRight ? nil : Self.fault(in: evidence, whole, reader)
    if reader != nil { reader = Reader(document: isRight ? whole : Self.text(evidence.appendKept)) }
    return (fault, whole.count)
  }

  /// The cause of a difference. `nil` if the state holds objects and one of them changed meanwhile, for example on another thread: then the
  /// check proves nothing.
  private static func fault(in evidence: Evidence, _ whole: [UInt8], _ reader: Reader?) -> Fault? {
    if text(evidence.encode) != whole { return evidence.isKept ? .encoding : nil }
    let kept = text(evidence.appendKept)
    guard !kept.isEmpty else { return nil }
    if !leads(evidence.patch, from: evidence.before, to: kept) { return .recorder }
    if kept != whole {
      guard !evidence.isKept else { return .recorder }
      return text(evidence.appendKeptAnew) == whole || text(evidence.encode) != whole ? nil : .recorder
    }
    guard let reader else { return nil }
    // The previous state was encoded for the reader, and again just now.
    return reader.isPatched ? .unseen : .encoding
  }

  /// Whether a patch can be applied in the time that a check may take: each operation searches the state.
  private static func isAffordable(_ patch: ArraySlice<UInt8>, on state: [UInt8]) -> Bool {
    let operations = 1 + patch.count / #"{"op":"remove","path":""},"#.utf8.count
    return operations <= mostSearchedBytes / max(1, state.count)
  }

  /// A fifth of a second in an optimized build.
  private static let mostSearchedBytes = 1 << 26

  private static func text(_ write: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    write(&bytes)
    return bytes
  }

  private static func leads(_ patch: ArraySlice<UInt8>, from before: [UInt8], to after: [UInt8]) -> Bool {
    WrittenPatch.apply(patch, to: before).map { WrittenPatch.areSame($0, after) } ?? false
  }
}
