#if !RECORDING_COMPILED_OUT
internal import FluxtapeCoding
internal import FluxtapeJSON

/// Compares what is written as changed with whole states. See ``RecorderOptions/Verification``.
///
/// A check takes the state before as text, applies the patch to it as a reader does, and compares the result with the state after, encoded anew
/// and compared with nothing that was kept. Nothing is kept from one check to the next, but for ``RecorderOptions/Verification/every(_:)``.
struct SelfCheck {
  private var plan: Plan
  /// What a reader has of the state, where all patches are followed.
  private var reader: Reader?

  private enum Plan {
    case never
    /// One patch of so many, and how many are left until then.
    case every(Int, left: Int)
    case automatic(CheckBudget)
  }

  private struct Reader {
    /// `nil` if a patch could not be applied.
    var document: JSONValue?
    /// Whether patches were applied since the last whole state, or the last check.
    var isPatched = false

    mutating func apply(_ patch: ArraySlice<UInt8>) {
      isPatched = true
      guard var changed = document.take() else { return }
      if SelfCheck.apply(patch, to: &changed) { document = changed }
    }
  }

  init(_ verification: RecorderOptions.Verification) {
    switch verification {
    case .never: plan = .never
    case .every(let count): plan = .every(max(1, count), left: max(1, count))
    case .automatic: plan = .automatic(CheckBudget())
    }
  }

  /// What is wrong, and whose fault it is.
  enum Fault {
    /// The patch does not lead to the state.
    case recorder
    /// The app encoded one value in two ways.
    case encoding
    /// An earlier change was not seen. Either may be the reason.
    case unseen
  }
}

// MARK: - When

extension SelfCheck {
  /// Whether the next patch is to be checked.
  ///
  /// - Parameters:
  ///   - type: That of the state.
  ///   - bytes: About what the whole state takes.
  ///   - isChanged: Whether the bytes of the state are others than before.
  mutating func isDue(for type: ObjectIdentifier?, bytes: Int, isChanged: @autoclosure () -> Bool) -> Bool {
    switch plan {
    case .never: return false
    case .every(let count, let left):
      plan = .every(count, left: left > 1 ? left - 1 : count)
      return left == 1
    case .automatic(let budget): return budget.allowsCheck(of: type, bytes: bytes, isChanged: isChanged())
    }
  }

  /// Begins with a state that is written whole.
  mutating func begin(with whole: ArraySlice<UInt8>) {
    guard case .every(let count, _) = plan else { return }
    plan = .every(count, left: count)
    reader = Reader(document: try? JSONValue(parsing: Array(whole)))
  }

  /// Takes note of a patch that is not checked.
  mutating func follow(_ patch: ArraySlice<UInt8>) { reader?.apply(patch) }

  /// Takes note of what a state took, without its check, and of the check, if there was one.
  mutating func count(recording microseconds: Int, check: Check?) {
    guard case .automatic(var budget) = plan else { return }
    budget.earn(microseconds)
    if let check { budget.pay(for: check) }
    plan = .automatic(budget)
  }

  /// A check that was made.
  struct Check {
    let type: ObjectIdentifier?
    /// Whether the patch tells of a change.
    let isOfChange: Bool
    /// Bytes of the whole state.
    var bytes = 0
    /// Microseconds.
    var duration = 0
    var fault: Fault?
  }
}

// MARK: - What

extension SelfCheck {
  /// A state before and after, in all the ways in which it can be written.
  struct Evidence {
    /// The state before, from what was kept of it.
    let before: [UInt8]
    let patch: ArraySlice<UInt8>
    /// Whether the state itself is kept, and not what it encodes: then it may hold objects that were changed while it was encoded.
    let isKept: Bool
    /// Appends the state after, encoded anew.
    let encode: (inout [UInt8]) -> Void
    /// Appends the state after, from what was kept of it.
    let appendKept: (inout [UInt8]) -> Void
    /// Appends the state after, from what another recorder would keep of it.
    let appendKeptAnew: (inout [UInt8]) -> Void
  }

  /// What is wrong if the patch does not lead to the state, and the bytes of the whole state.
  mutating func fault(in evidence: Evidence) -> (fault: Fault?, bytes: Int) {
    let whole = Self.text(evidence.encode)
    // Too large to be written.
    guard let after = try? JSONValue(parsing: whole) else { return (nil, whole.count) }
    let start = if let reader { reader.document } else { try? JSONValue(parsing: evidence.before) }
    let isRight = start.map { Self.leads(evidence.patch, from: $0, to: after) } ?? false
    let fault = isRight ? nil : Self.fault(in: evidence, whole, after, reader)
    if reader != nil { reader = Reader(document: isRight ? after : try? JSONValue(parsing: Self.text(evidence.appendKept))) }
    return (fault, whole.count)
  }

  /// Whose fault it is. `nil` if the state holds objects and one of them was changed meanwhile, as by another thread: then nothing was proven.
  private static func fault(in evidence: Evidence, _ whole: [UInt8], _ after: JSONValue, _ reader: Reader?) -> Fault? {
    if text(evidence.encode) != whole { return evidence.isKept ? .encoding : nil }
    let kept = text(evidence.appendKept)
    guard let before = try? JSONValue(parsing: evidence.before), let keptAfter = try? JSONValue(parsing: kept) else { return nil }
    if !leads(evidence.patch, from: before, to: keptAfter) { return .recorder }
    if keptAfter != after {
      guard !evidence.isKept else { return .recorder }
      let anew = try? JSONValue(parsing: text(evidence.appendKeptAnew))
      return anew == after || text(evidence.encode) != whole ? nil : .recorder
    }
    guard let reader else { return nil }
    // The state before was encoded for the reader, and again just now.
    return reader.isPatched ? .unseen : .encoding
  }

  private static func text(_ write: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    write(&bytes)
    return bytes
  }

  private static func leads(_ patch: ArraySlice<UInt8>, from before: JSONValue, to after: JSONValue) -> Bool {
    var result = before
    return apply(patch, to: &result) && result == after
  }

  /// Does what a reader does. `false` if that fails; then the document is unspecified.
  private static func apply(_ patch: ArraySlice<UInt8>, to document: inout JSONValue) -> Bool {
    guard let json = try? JSONValue(parsing: Array(patch)), let patch = JSONPatch(written: json) else { return false }
    return patch.operations.allSatisfy { document.apply($0) }
  }
}
#endif
