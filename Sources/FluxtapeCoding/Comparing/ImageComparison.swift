import FluxtapeLocking
import FluxtapeLog

/// Keeps the last state of one store, and writes the changes to the next one: the operations of RFC 6902, and `splice`.
///
/// Applied to the previous whole state, the changes always give the next whole state; secrets are redacted in both. States are compared by
/// their images: unchanged parts are recognized by their bytes wherever those prove equality, and are not encoded again.
///
/// Sendable without the compiler's proof: it is used under the lock of one store, and never while app code runs. Tests replace ``advance`` by
/// one that misses changes.
package class ImageComparison: @unchecked Sendable {
  private let coder: Coder
  /// The maximum size of a whole state in bytes.
  private let maximumBytes: Int
  private var previous: Previous?
  private var released = ReleasedStates()
  /// Whether states are compared only by their encoded texts, so that a patch cannot miss a change.
  package private(set) var comparesTexts = false

  /// The last state.
  private struct Previous {
    let type: ObjectIdentifier
    let name: String
    let image: Image
    /// Its whole redacted JSON, as long as it is at hand.
    var text: [UInt8]?
  }

  /// - Parameter maximumBytes: States larger than this are neither kept nor written.
  package init(rules: EncodingRules, maximumBytes: Int = .max) {
    coder = Coder(rules: rules)
    self.maximumBytes = maximumBytes
  }

  /// Whether there is a previous state.
  package var hasState: Bool { previous != nil }
  /// Whether the last state itself is kept, not its encoding.
  package var keepsState: Bool { previous?.image.keepsValue ?? false }
  /// Whether the last state itself is kept, and is of this type.
  package func keepsState(of type: Any.Type) -> Bool {
    previous.map { $0.type == ObjectIdentifier(type) && $0.image.keepsValue } ?? false
  }
  /// Whether any state was ever cut off because the thread's stack was nearly full. Encoded at another stack depth, the same state may then
  /// look different.
  package var dependsOnStack: Bool { coder.session.dependsOnStack }

  /// Appends the operations that lead from the previous state to `state`, as a JSON array; afterwards `state` is the previous one.
  ///
  /// - Parameter name: The key for the state as a whole: the name of its store.
  /// - Returns: `nil`, with nothing appended, if there is no previous state of this type and name, or none from which a patch can start, or
  ///   if `state` is too large to keep: then ``hasState`` is `false`.
  package func advance<State>(to state: State, named name: String, appendingTo bytes: inout [UInt8]) -> StatePatch? {
    var patch: StatePatch?
    withContents(of: state) { patch = advance(to: $0, named: name, appendingTo: &bytes) }
    return patch
  }

  /// The types whose values are compared the slow way, in the order in which that became known, from an index on.
  package func slowTypes(from place: Int) -> [SlowType] {
    coder.doubtful.dropFirst(place).map { SlowType(name: TypeName.of($0.type), reason: $0.doubt ?? "") }
  }
}

// MARK: - Advancing

extension ImageComparison {
  /// The static type may be `Any` or another existential; its contents are the state.
  private func withContents<State>(of state: State, _ body: (Subject) -> Void) {
    if SystemType.isExistential(State.self) { coder.open(state, body) } else { coder.withSubject(state, body) }
  }

  private func advance(to state: Subject, named name: String, appendingTo bytes: inout [UInt8]) -> StatePatch? {
    let type = ObjectIdentifier(state.facts.type)
    comparesTexts = comparesTexts || DistrustedStates.contains(type)
    guard let previous, previous.type == type, previous.name == name else {
      begin(with: state, named: name)
      return nil
    }
    let next = compare(state, to: previous)
    guard !coder.isExhausted else {
      forget()
      return nil
    }
    guard comparesTexts || !coder.dependsOnPlace else {
      distrust()
      begin(with: state, named: name)
      return nil
    }
    keep(next, type, named: name)
    bytes.append(UInt8(ascii: "["))
    bytes.append(contentsOf: coder.patch.bytes)
    bytes.append(UInt8(ascii: "]"))
    return StatePatch(operationCount: coder.patch.count)
  }

  /// Composes the operations from the previous state. Returns the image of the new one.
  private func compare(_ state: Subject, to previous: Previous) -> Image {
    while true {
      coder.begin(state, bytes: maximumBytes)
      coder.session.beginComparison()
      let next = image(of: state)
      // What was stopped is no whole JSON.
      guard !coder.isExhausted else { return next }
      coder.patch.clear()
      next.compare(to: previous.image, coder, in: coder.redactor.context(named: previous.name))
      // What was kept as it is may hold an object, as its encoding has shown just now: it has to be taken apart, in its place.
      if next.isUpToDate(coder) { return next }
    }
  }

  /// Begins with a state that no patch leads to. Its parts become known as it is written whole.
  private func begin(with state: Subject, named name: String) {
    forget()
    guard let text = whole(state, named: name) else { return }
    if coder.dependsOnPlace { comparesTexts = true }
    coder.begin(state, bytes: maximumBytes)
    keep(image(of: state), ObjectIdentifier(state.facts.type), named: name)
    guard !coder.isExhausted else { return forget() }
    previous?.text = text
  }

  private func keep(_ image: Image, _ type: ObjectIdentifier, named name: String) {
    if let previous { released.add(previous.image) }
    previous = Previous(type: type, name: name, image: image)
  }

  private func image(of state: Subject) -> Image { comparesTexts ? coder.textImage(of: state) : coder.image(of: state) }

  /// The redacted JSON of a state; `nil` if it is too large.
  private func whole(_ state: Subject, named name: String) -> [UInt8]? {
    coder.begin(state, bytes: maximumBytes)
    return redacted(coder.bytes { coder.write(state, into: $0) }, named: name)
  }

  private func redacted(_ json: [UInt8], named name: String) -> [UInt8]? {
    guard !coder.isExhausted else { return nil }
    var text: [UInt8] = []
    coder.redactor.append(json, in: coder.redactor.context(named: name), to: &text)
    return text.count <= maximumBytes ? text : nil
  }
}

// MARK: - The last state

extension ImageComparison {
  /// Equal bytes prove equality for trusted types. Costs a comparison of the value's own bytes, independent of what they refer to.
  /// Whether `state` certainly equals the previous state. `false` if the values alone do not prove it.
  package func isUnchanged<State>(_ state: State, named name: String) -> Bool {
    guard let previous, previous.name == name, !comparesTexts else { return false }
    var isSame = false
    withContents(of: state) { isSame = hasSameBytes($0, previous.image) }
    return isSame
  }

  private func hasSameBytes(_ state: Subject, _ image: Image) -> Bool {
    guard let image = image as? ValueImage, image.isUpToDate(coder), !DistrustedStates.contains(ObjectIdentifier(state.facts.type)) else {
      return false
    }
    return image.hasBytes(of: state, coder)
  }

  /// Appends the last state as a whole, without asking the app again; `null` if there is none. Returns `false`, with nothing appended, if
  /// it is too large.
  @discardableResult
  package func appendWhole(to bytes: inout [UInt8]) -> Bool {
    guard let previous else {
      bytes.append(contentsOf: "null".utf8)
      return true
    }
    guard let text = previous.text ?? written(previous) else { return false }
    bytes.append(contentsOf: text)
    return true
  }

  /// The last state as a whole, written when it is asked for, also after the next state. `nil` if it is too large.
  package func lastWhole() -> () -> [UInt8]? {
    let previous = previous
    return { [self] in previous.flatMap { $0.text ?? written($0) } }
  }

  private func written(_ previous: Previous) -> [UInt8]? {
    coder.begin(bytes: maximumBytes)
    return redacted(coder.text(of: previous.image), named: previous.name)
  }

  /// Drops the previous state, so that the next one is written whole.
  package func forget() {
    if let previous { released.add(previous.image) }
    previous = nil
  }

  /// Returns the values set aside since the last call. Large values have to be released outside of locks.
  package func takeReleased() -> ReleasedStates {
    defer { released = ReleasedStates() }
    return released
  }
}

// MARK: - Trust

extension ImageComparison {
  /// From now on compares states only by their encoded texts, which costs a full encoding of each state. For states whose changes do not
  /// show in their bytes: their `encode(to:)` reads something besides the value, or a type has a wrong ``ValueSemantic`` conformance.
  package func distrust() {
    guard !comparesTexts else { return }
    forget()
    comparesTexts = true
  }

  /// Does the same for all states of the last one's type in the whole process, after a patch between such states was wrong.
  package func distrustType() {
    if let previous { DistrustedStates.insert(previous.type) }
    distrust()
  }

  /// Returns the types whose `encode(to:)` has thrown since the last call, each type once.
  package func takeFailures() -> [EncodingFailure] { coder.session.takeFailures() }
}

// MARK: - Checking

extension ImageComparison {
  /// Appends a fresh encoding of a state, regardless of the previous one.
  package func append<State>(_ state: State, named name: String, to bytes: inout [UInt8]) {
    var text: [UInt8]?
    withContents(of: state) { text = whole($0, named: name) }
    // A state that has become too large is noticed by the next advance.
    if let text { bytes.append(contentsOf: text) }
  }
}

/// Types of states that this process compares as text, since a patch between two such states was wrong.
enum DistrustedStates {
  private static let types = Locked<Set<ObjectIdentifier>>(renewable: { [] })

  static func insert(_ type: ObjectIdentifier) { types.withLock { _ = $0.insert(type) } }

  static func contains(_ type: ObjectIdentifier) -> Bool { types.withLock { !$0.isEmpty && $0.contains(type) } }
}
