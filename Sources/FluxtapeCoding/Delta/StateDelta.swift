/// Keeps the last state of one store, and writes what changes from it to the next: the operations of RFC 6902, and `splice`.
///
/// What it writes always leads from the whole state as ``ValueWriter`` wrote it to the whole state as it writes it now, secrets left out of
/// both.
///
/// Sendable without the compiler's proof: it is used under the lock of one store, and does not give away what it keeps but to be let go.
/// For the same reason what it keeps is not checked for exclusive access, at seven places in each record; see ``EncodingSession`` for what that
/// takes. It is touched before and after code of the app runs, never meanwhile.
package final class StateDelta: @unchecked Sendable {
  let comparison: ValueComparison
  private let shadows: ShadowMaker
  @safe @exclusivity(unchecked) private var previous: Previous?
  /// The last state as the app has it, where ``previous`` has lists of its own: an unchanged state has the same addresses.
  @safe @exclusivity(unchecked) private var latest: KeptValue?
  @safe @exclusivity(unchecked) private var hasOwnLists = false
  @safe @exclusivity(unchecked) private var released = Released()
  @safe @exclusivity(unchecked) package private(set) var isDistrusted = false
  /// Bytes that a whole state may take.
  let maximumBytes: Int

  /// The last state.
  private struct Previous {
    let type: ObjectIdentifier
    let name: String
    let state: Shadow
  }

  /// - Parameter maximumBytes: Beyond that, a state is neither kept nor written.
  package convenience init(rules: EncodingRules, maximumBytes: Int = .max) {
    self.init(rules: rules, maximumBytes: maximumBytes, layouts: Self.layouts)
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
    shadows = ShadowMaker(for: comparison)
  }

  /// What tells layouts to those that are made from here on. A test plants wrong ones in it.
  @TaskLocal static var layouts: @Sendable (Any.Type) -> ValueLayout = { ValueLayout.of($0) }
}

// MARK: - Going on

extension StateDelta {
  /// What was written of a change.
  package struct Patch: Hashable, Sendable {
    package let operationCount: Int

    package init(operationCount: Int) { self.operationCount = operationCount }
    /// Whether nothing changed: `[]` was written.
    package var isEmpty: Bool { operationCount == 0 }
  }

  /// Appends the operations that lead from the previous state to `state`, as a JSON array; `state` is the previous one afterwards.
  ///
  /// - Parameter name: Stands for the key of the state as a whole: the name of its store.
  /// - Returns: `nil`, with nothing appended, if there is no previous state of this type and name, or none that a patch could start from, or
  ///   if `state` is too large to be kept: then ``hasState`` is `false`.
  package func advance<State>(to state: State, named name: String, appendingTo bytes: inout [UInt8]) -> Patch? {
    let type = ObjectIdentifier(State.self)
    // Held once, not with each use.
    let comparison = comparison
    let capture = comparison.capture
    let context = comparison.writer.context(named: name)
    if !isDistrusted, DistrustedTypes.contains(type) { isDistrusted = true }
    let wasTrusted = !isDistrusted
    comparison.writer.beginRecord(bytes: maximumBytes)
    let next = shadow(of: state, in: context, earlier: previous?.state)
    guard comparison.writer.endRecord() else {
      forget()
      return nil
    }
    releaseLatest()
    hasOwnLists = false
    let last = previous.take()
    previous = Previous(type: type, name: name, state: next)
    guard let earlier = last else { return nil }
    defer { released.add(earlier.state) }
    guard earlier.type == type, earlier.name == name, wasTrusted == !isDistrusted else {
      capture.releaseKept()
      return nil
    }
    let start = bytes.count
    // Besides the operations the buffer holds what is written of both states.
    let (room, overflow) = maximumBytes.multipliedReportingOverflow(by: 3)
    let patch = limited(to: overflow ? .max : room) {
      comparison.patch(appendingTo: &bytes) { _ = $0.compare(earlier.state, next, in: context) }
    }
    let isRefused = mustDistrust
    capture.releaseKept(butOf: isRefused ? nil : next.keptValue)
    if let patch, !isRefused {
      hasOwnLists = next.keepOwnLists(insteadOf: earlier.state, comparison.latestDifference, capture)
      return patch
    }
    bytes.removeSubrange(start...)
    guard isRefused else { return nil }
    let whole = limited(to: maximumBytes) { shadow(of: state, in: context, earlier: nil) }
    if let whole { previous = Previous(type: type, name: name, state: whole) } else { forget() }
    return nil
  }

  /// Runs `body`, which writes no more than so many bytes. `nil` if that was not enough, or there were too many values.
  func limited<Result>(to bytes: Int, _ body: () -> Result) -> Result? {
    comparison.writer.beginRecord(bytes: bytes)
    let result = body()
    return comparison.writer.endRecord() ? result : nil
  }

  /// Whether there is a state to go on from.
  package var hasState: Bool { previous != nil }

  /// Whether `state` is certain to be the one last advanced to: equal bytes prove equal values of its type, and its bytes are those of that
  /// state. Costs a comparison of the value's own bytes, whatever they refer to. `false` if that proves nothing.
  ///
  /// Releases what ``releaseLatest()`` does.
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
    return PlacedValue.with(state, of: comparison.types.of(State.self)) { known.hasSameBytes(as: $0) }
      && !DistrustedTypes.contains(previous.type)
  }

  /// Keeps the state last advanced to as the app has it, if what is kept of it for comparison has other addresses, until ``releaseLatest()``. An
  /// unchanged state is known by its bytes then.
  package func keepLatest<State>(_ state: State) {
    guard hasOwnLists else { return }
    guard let type = Existential.typeInside(state) else { return keepBytes(of: state) }
    func open<Contents>(_ type: Contents.Type) { if let state = state as? Contents { keepBytes(of: state) } }
    _openExistential(type, do: open)
  }

  private func keepBytes<State>(of state: State) {
    PlacedValue.with(state, of: comparison.types.of(State.self)) { state in
      if previous?.state.keptValue?.type === state.type { latest = KeptValue(state) }
    }
  }

  /// Sees to it that the app has its lists to itself, and changes them in place.
  package func releaseLatest() {
    guard let latest else { return }
    released.add(.kept(latest))
    self.latest = nil
  }

  private func shadow<State>(of state: State, in context: WritingContext, earlier: Shadow?) -> Shadow {
    PlacedValue.with(state, of: comparison.types.of(State.self)) { state in
      if !isDistrusted {
        let shadow: Shadow
        if state.withType({ $0.isProven }) {
          shadow = shadows.kept(state, earlier: earlier)
        } else {
          shadow = comparison.writer.whileWritingParts { shadows.shadow(of: state, in: context, earlier: earlier) }
          // Of a first state nothing else tells whether its parts can be written alone.
          if earlier == nil { _ = comparison.written { $0.write(state, in: context) } }
        }
        if !mustDistrust { return shadow }
        distrust()
      }
      return shadows.written(state, in: context, earlier: earlier)
    }
  }

  /// Appends the whole of the state last advanced to, without asking the app for it again; `null` if there is none. `false`, with nothing
  /// appended, if it is too large.
  @discardableResult
  package func appendWhole(to bytes: inout [UInt8]) -> Bool {
    guard let previous else {
      bytes.append(contentsOf: "null".utf8)
      return true
    }
    let context = comparison.writer.context(named: previous.name)
    let written = limited(to: maximumBytes) { comparison.written { $0.write(previous.state, in: context) } }
    guard let whole = written else { return false }
    bytes.append(contentsOf: whole)
    guard mustDistrust else { return true }
    // It may never be written like this again.
    distrust()
    released.add(previous.state)
    self.previous = Previous(type: previous.type, name: previous.name, state: Shadow(.written(whole)))
    return true
  }

  /// Lets go of the previous state: the next one is written whole.
  package func forget() {
    if let previous { released.add(previous.state) }
    releaseLatest()
    comparison.capture.releaseKept()
    previous = nil
  }
}

// MARK: - Trust

extension StateDelta {
  /// Compares states from now on by what is written of them and nothing else, at the cost of writing each of them whole. For states that
  /// change in other ways than their bytes tell: their `encode(to:)` reads something besides the value, or a type lies about its
  /// ``ValueSemantic``.
  ///
  /// States with parts that are written otherwise in another place are distrusted without being told: an `encode(to:)` in them asks for its
  /// `codingPath`, or they are too deep for the thread's stack.
  package func distrust() { isDistrusted = true }

  /// Does the same for all states of the last one's type, in the whole process: a patch from one to the next turned out to be wrong.
  package func distrustType() {
    if let previous { DistrustedTypes.insert(previous.type) }
    isDistrusted = true
  }

  /// Whether the last state itself is kept, and not what it encodes.
  package var keepsState: Bool { previous?.state.keptValue != nil }

  /// The type of the last state.
  package var stateType: ObjectIdentifier? { previous?.type }

  /// Whether a state was ever cut off because the thread's stack was short. One that is written from another call may then differ without a change.
  package var dependsOnStack: Bool { comparison.writer.dependsOnStack }

  private var mustDistrust: Bool { !isDistrusted && comparison.dependsOnPlace }
}

// MARK: - Telling

extension StateDelta {
  /// Which `encode(to:)` have thrown since the last call, each type once.
  package func takeFailures() -> [EncodingFailure] { comparison.writer.session.takeFailures() }
}

// MARK: - Letting go

extension StateDelta {
  /// Values that are no longer needed. To let go of the last reference to a large state takes time and may run code of the app, so it is left
  /// to a place outside of locks.
  package struct Released: @unchecked Sendable {
    /// Mostly there is one, and no array is made for it.
    private var first: Shadow?
    private var others: [Shadow] = []

    package init() {}

    package var count: Int { (first == nil ? 0 : 1) + others.count }

    fileprivate mutating func add(_ value: Shadow) {
      if first == nil { first = value } else { others.append(value) }
    }
  }

  /// What ``advance(to:named:appendingTo:)`` and ``forget()`` have put aside since the last call.
  package func takeReleased() -> Released {
    var taken = Released()
    swap(&taken, &released)
    return taken
  }
}
