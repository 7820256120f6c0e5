package import FluxtapeCoding

/// Compares states as they lie in memory, and goes only where something changed. Where that proves nothing, it compares what is written of them.
///
/// Sendable without the compiler's proof: it is used under the lock of one store, and does not give away what it keeps but to be let go.
/// For the same reason what it keeps is not checked for exclusive access, at seven places in each record; see `EncodingSession` for what that
/// takes. It is touched before and after code of the app runs, never meanwhile.
package final class MemoryComparison: StateComparison, @unchecked Sendable {
  let comparison: ValueComparison
  private let shadows: RememberedStateMaker
  @safe @exclusivity(unchecked) private var previous: Previous?
  /// The last state as the app has it, where ``previous`` has lists of its own: an unchanged state has the same addresses.
  @safe @exclusivity(unchecked) private var latest: KeptValue?
  @safe @exclusivity(unchecked) private var reusesBuffers = false
  @safe @exclusivity(unchecked) private var released = ReleasedStates()
  /// What compares states from the moment on when they are no longer trusted to be what their bytes tell.
  @safe @exclusivity(unchecked) private var texts: TextComparison?
  /// Bytes that a whole state may take.
  let maximumBytes: Int

  /// The last state. An object, as it is asked for with every state: a structure would be copied part by part each time.
  private final class Previous {
    let type: ObjectIdentifier
    let name: String
    var state: RememberedState

    init(type: ObjectIdentifier, name: String, state: RememberedState) { (self.type, self.name, self.state) = (type, name, state) }
  }

  /// - Parameter maximumBytes: Beyond that, a state is neither kept nor written.
  package convenience init(rules: EncodingRules, maximumBytes: Int = .max) {
    self.init(rules: rules, maximumBytes: maximumBytes, layouts: { ValueLayout.of($0) })
  }

  /// - Parameters:
  ///   - layouts: Tells of which types equal bytes prove equal values.
  ///   - arena: Where members are copied to.
  init(
    rules: EncodingRules, maximumBytes: Int = .max, layouts: @escaping (Any.Type) -> ValueLayout,
    copies arena: CopyArena = CopyArena()
  ) {
    self.maximumBytes = maximumBytes
    comparison = ValueComparison(ValueWriter(rules: rules), layouts: layouts, copies: arena)
    shadows = RememberedStateMaker(for: comparison)
  }
}

// MARK: - Going on

extension MemoryComparison {
  /// A state whose type may be `Any` or another existential: what it holds is the state.
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
    // Held once, not with each use.
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
    // Besides the operations the buffer holds what is written of both states.
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

  /// Goes on with texts, of which `state` is the first.
  private func turnToTexts<State>(with state: State, named name: String, appendingTo bytes: inout [UInt8]) -> StatePatch? {
    distrust()
    return texts?.advance(to: state, named: name, appendingTo: &bytes)
  }

  /// Runs `body`, which writes no more than so many bytes. `nil` if that was not enough, or there were too many values.
  func limited<Result>(to bytes: Int, _ body: () -> Result) -> Result? {
    comparison.writer.beginRecord(bytes: bytes)
    let result = body()
    return comparison.writer.endRecord() ? result : nil
  }

  package var hasState: Bool { texts?.hasState ?? (previous != nil) }

  /// Equal bytes prove equal values of some types. Costs a comparison of the value's own bytes, whatever they refer to.
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

  /// An unchanged state is known by its bytes then.
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
      // Of a first state nothing else tells whether its parts can be written alone.
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
    // It may never be written like this again.
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

  /// States with parts that are written otherwise in another place are distrusted without being told: an `encode(to:)` in them asks for its
  /// `codingPath`, or they are too deep for the thread's stack.
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

// MARK: - Telling

extension MemoryComparison {
  package func takeFailures() -> [EncodingFailure] { comparison.writer.session.takeFailures() }
}

// MARK: - Letting go

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
    // What has become too large is found by the next advance.
    _ = limited(to: maximumBytes) { comparison.writer.write(state, named: name, appendingTo: &bytes) }
  }

  package func appendKept<State>(_ state: State, named name: String, to bytes: inout [UInt8]) {
    let anew = MemoryComparison(rules: comparison.writer.rules, maximumBytes: maximumBytes, layouts: comparison.types.layouts)
    var patch: [UInt8] = []
    _ = anew.advance(to: state, named: name, appendingTo: &patch)
    anew.appendWhole(to: &bytes)
  }
}
