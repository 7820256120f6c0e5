package import FluxtapeCoding

/// Compares states in memory, and visits only what changed. Where memory proves nothing, it compares encodings.
///
/// Sendable without the compiler's proof: it is used under the lock of one store, and hands out kept values only to be released. For the
/// same reason its properties skip the dynamic exclusivity check, which would happen seven times for each record; see `EncodingSession` for
/// its cost. They are not accessed while app code runs.
package final class MemoryComparison: StateComparison, @unchecked Sendable {
  let comparison: ValueComparison
  private let shadows: RememberedStateMaker
  @safe @exclusivity(unchecked) private var previous: Previous?
  /// The last state as the app has it, if ``previous`` has its own arrays: an unchanged state has the same addresses.
  @safe @exclusivity(unchecked) private var latest: KeptValue?
  @safe @exclusivity(unchecked) private var reusesBuffers = false
  @safe @exclusivity(unchecked) private var released = ReleasedStates()
  /// Compares states as text, once their bytes are no longer trusted.
  @safe @exclusivity(unchecked) private var texts: TextComparison?
  /// The maximum size of a whole state in bytes.
  let maximumBytes: Int

  /// The last state. A class, since it is read for every state, and a struct would be copied part by part.
  private final class Previous {
    let type: ObjectIdentifier
    let name: String
    var state: RememberedState

    init(type: ObjectIdentifier, name: String, state: RememberedState) { (self.type, self.name, self.state) = (type, name, state) }
  }

  /// - Parameter maximumBytes: States larger than this are neither kept nor written.
  package convenience init(rules: EncodingRules, maximumBytes: Int = .max) {
    self.init(rules: rules, maximumBytes: maximumBytes, layouts: { ValueLayout.of($0) })
  }

  /// - Parameters:
  ///   - layouts: Determines for which types equal bytes prove equal values.
  ///   - arena: The memory for copies of members.
  init(
    rules: EncodingRules, maximumBytes: Int = .max, layouts: @escaping (Any.Type) -> ValueLayout,
    copies arena: CopyArena = CopyArena()
  ) {
    self.maximumBytes = maximumBytes
    comparison = ValueComparison(ValueWriter(rules: rules), layouts: layouts, copies: arena)
    shadows = RememberedStateMaker(for: comparison)
  }
}

// MARK: - Advancing

extension MemoryComparison {
  /// The static type may be `Any` or another existential; its contents are the state.
  package func advance<State>(to state: State, named name: String, appendingTo bytes: inout [UInt8]) -> StatePatch? {
    guard let type = Existential.typeInside(state) else { return advance(toContents: state, named: name, appendingTo: &bytes) }
    var patch: StatePatch?
    func open<Contents>(_ type: Contents.Type) {
      patch = (state as? Contents).flatMap { advance(toContents: $0, named: name, appendingTo: &bytes) }
    }
    _openExistential(type, do: open)
    return patch
  }

  private func advance<State>(toContents state: State, named name: String, appendingTo bytes: inout [UInt8]) -> StatePatch? {
    let type = ObjectIdentifier(State.self)
    if texts == nil, DistrustedTypes.contains(type) { distrust() }
    if let texts { return texts.advance(to: state, named: name, appendingTo: &bytes) }
    // Read once, to avoid repeated reference counting.
    let (comparison, writer, capture) = (comparison, comparison.writer, comparison.capture)
    let context = writer.context(named: name)
    writer.session.begin(with: state)
    writer.beginRecord(bytes: maximumBytes)
    let next = shadow(of: state, in: context, earlier: previous?.state)
    guard writer.endRecord() else {
      forget()
      return nil
    }
    guard !comparison.dependsOnPlace else { return turnToTexts(with: state, named: name, appendingTo: &bytes) }
    releaseLatest()
    reusesBuffers = false
    guard let previous, previous.type == type, previous.name == name else {
      if let previous {
        released.add(previous.state.object)
        capture.releaseKept()
      }
      self.previous = Previous(type: type, name: name, state: next)
      return nil
    }
    let earlier = previous.state
    previous.state = next
    defer { released.add(earlier.object) }
    let start = bytes.count
    // The buffer holds both encodings in addition to the operations.
    let (room, overflow) = maximumBytes.multipliedReportingOverflow(by: 3)
    let patch = limited(to: overflow ? .max : room) {
      comparison.patch(appendingTo: &bytes) { _ = $0.compare(earlier, next, in: context) }
    }
    let isRefused = comparison.dependsOnPlace
    capture.releaseKept(butOf: isRefused ? nil : next.keptValue)
    if let patch, !isRefused {
      reusesBuffers = next.reuseUniqueBuffers(insteadOf: earlier, comparison.latestDifference, capture)
      return patch
    }
    bytes.removeSubrange(start...)
    return isRefused ? turnToTexts(with: state, named: name, appendingTo: &bytes) : nil
  }

  /// Switches to comparing texts, beginning with `state`.
  private func turnToTexts<State>(with state: State, named name: String, appendingTo bytes: inout [UInt8]) -> StatePatch? {
    distrust()
    return texts?.advance(to: state, named: name, appendingTo: &bytes)
  }

  /// Runs `body` with a limit on the bytes written. Returns `nil` if a limit was exceeded, of bytes or of values.
  func limited<Result>(to bytes: Int, _ body: () -> Result) -> Result? {
    comparison.writer.beginRecord(bytes: bytes)
    let result = body()
    return comparison.writer.endRecord() ? result : nil
  }

  package var hasState: Bool { texts?.hasState ?? (previous != nil) }

  /// Equal bytes prove equality for proven types. Costs a comparison of the value's own bytes, independent of what they refer to.
  package func isUnchanged<State>(_ state: State, named name: String) -> Bool {
    guard let type = Existential.typeInside(state) else { return hasSameBytes(state, named: name) }
    func open<Contents>(_ type: Contents.Type) -> Bool { (state as? Contents).map { hasSameBytes($0, named: name) } ?? false }
    return _openExistential(type, do: open)
  }

  private func hasSameBytes<State>(_ state: State, named name: String) -> Bool {
    defer { releaseLatest() }
    guard let previous, previous.type == ObjectIdentifier(State.self), previous.name == name, let kept = previous.state.keptValue else {
      return false
    }
    let known = latest ?? kept
    return ErasedValuePointer.with(state, of: comparison.types.of(State.self)) { known.hasSameBytes(as: $0) }
      && !DistrustedTypes.contains(previous.type)
  }

  /// Makes an unchanged state recognizable by its bytes.
  package func keepLatest<State>(_ state: State) {
    guard reusesBuffers else { return }
    guard let type = Existential.typeInside(state) else { return keepBytes(of: state) }
    func open<Contents>(_ type: Contents.Type) { if let state = state as? Contents { keepBytes(of: state) } }
    _openExistential(type, do: open)
  }

  private func keepBytes<State>(of state: State) {
    ErasedValuePointer.with(state, of: comparison.types.of(State.self)) { state in
      if previous?.state.keptValue?.type === state.type { latest = KeptValue(state) }
    }
  }

  package func releaseLatest() {
    guard let latest else { return }
    released.add(latest)
    self.latest = nil
  }

  private func shadow<State>(of state: State, in context: WritingContext, earlier: RememberedState?) -> RememberedState {
    ErasedValuePointer.with(state, of: comparison.types.of(State.self)) { state in
      if state.withType({ $0.isBitwiseComparable }) { return shadows.kept(state, earlier: earlier) }
      let shadow = comparison.writer.whileWritingParts { shadows.shadow(of: state, in: context, earlier: earlier) }
      // For a first state only an encoding shows whether its parts can be written separately.
      if earlier == nil { _ = comparison.written { $0.write(state, in: context) } }
      return shadow
    }
  }

  @discardableResult
  package func appendWhole(to bytes: inout [UInt8]) -> Bool {
    if let texts { return texts.appendWhole(to: &bytes) }
    guard let previous else {
      bytes.append(contentsOf: "null".utf8)
      return true
    }
    let context = comparison.writer.context(named: previous.name)
    let written = limited(to: maximumBytes) { comparison.written { $0.write(previous.state, in: context) } }
    guard let whole = written else { return false }
    bytes.append(contentsOf: whole)
    // The same text may never be written again.
    if comparison.dependsOnPlace {
      distrust()
      texts?.begin(with: whole, type: previous.type, named: previous.name)
    }
    return true
  }

  package func forget() {
    texts?.forget()
    if let previous { released.add(previous.state.object) }
    releaseLatest()
    comparison.capture.releaseKept()
    previous = nil
  }
}

// MARK: - Trust

extension MemoryComparison {
  package var comparesTexts: Bool { texts != nil }

  /// Also called internally for states whose parts depend on their position: an `encode(to:)` in them reads its `codingPath`, or they are
  /// too deep for the thread's stack.
  package func distrust() {
    guard texts == nil else { return }
    forget()
    reusesBuffers = false
    texts = TextComparison(comparison.writer, maximumBytes: maximumBytes)
  }

  package func distrustType() {
    if let previous { DistrustedTypes.insert(previous.type) }
    distrust()
  }

  package var keepsState: Bool { previous?.state.keptValue != nil }

  package var stateType: ObjectIdentifier? { texts?.stateType ?? previous?.type }

  package var dependsOnStack: Bool { comparison.writer.dependsOnStack }
}

// MARK: - Failures

extension MemoryComparison {
  package func takeFailures() -> [EncodingFailure] { comparison.writer.session.takeFailures() }
}

// MARK: - Releasing

extension MemoryComparison {
  package func takeReleased() -> ReleasedStates {
    var taken = ReleasedStates()
    swap(&taken, &released)
    return taken
  }
}

// MARK: - Checking

extension MemoryComparison {
  package func append<State>(_ state: State, named name: String, to bytes: inout [UInt8]) {
    // A state that has become too large is noticed by the next advance.
    _ = limited(to: maximumBytes) { comparison.writer.write(state, named: name, appendingTo: &bytes) }
  }

  package func appendKept<State>(_ state: State, named name: String, to bytes: inout [UInt8]) {
    let anew = MemoryComparison(rules: comparison.writer.rules, maximumBytes: maximumBytes, layouts: comparison.types.layouts)
    var patch: [UInt8] = []
    _ = anew.advance(to: state, named: name, appendingTo: &patch)
    anew.appendWhole(to: &bytes)
  }
}
