import FluxtapeCoding

/// Records what `encode(to:)` of one value writes, one level deep: the keys, and copies of the values under them.
///
/// The inner values are not encoded. So comparing two values costs as much as their own members, whatever these contain. A second value is
/// captured beside the first: each of its parts is paired with the part that has the same key, and is not even copied if it has the same
/// bytes and a proven type.
///
/// Some rare operations of `encode(to:)` make a value *odd*: writing to several containers in turn, `superEncoder`, containers of different
/// kinds, keys in a very different order. Odd values are compared as documents.
///
/// Sound: `state` lives as long as this object, and each access to it ends before app code can run, so no two accesses overlap. It is not a
/// stored property, since the dynamic exclusivity checks would take a third of the comparison time.
@safe
final class Capture {
  let types: ComparedTypes
  let userInfo: [CodingUserInfoKey: any Sendable]
  let state: UnsafeMutablePointer<CaptureState>
  /// Whether user code has ever read its coding path, which is unknown here.
  private(set) var isPathAsked = false

  private let session: EncodingSession

  // The types that user code writes most often.
  let textType: ComparedType
  let integerType: ComparedType
  let doubleType: ComparedType
  let boolType: ComparedType

  init(_ types: ComparedTypes, writtenBy writer: ValueWriter, copies arena: CopyArena) {
    self.types = types
    userInfo = writer.rules.userInfo
    session = writer.session
    (textType, integerType) = (types.of(String.self), types.of(Int.self))
    (doubleType, boolType) = (types.of(Double.self), types.of(Bool.self))
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: CaptureState(output: writer.output, copies: arena, maximumParts: writer.rules.maximumValues))
  }

  deinit {
    releaseKept()
    unsafe state.pointee.lent.free(leaving: KeyedContainerPool.Place(serial: 0, location: 0))
    unsafe state.pointee.free()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// A captured value. Release values by ``release(_:)`` in reverse order.
  struct Captured {
    let kind: Kind
    /// The range of its parts.
    let parts: Range<Int>
    let mark: CopyArena.Mark
    var summary: Summary
  }

  /// Facts collected during a capture, so that most values need no second pass.
  struct Summary {
    /// Whether each part has the position and form of its partner, and all changed parts have the same, proven types.
    var isParallel: Bool
    /// Whether no part is a container.
    var isFlat = true
    /// The union of all keys' traits.
    var traits: KeyTraits
    /// Whether all keys are known to differ. Computed for kept values only.
    var areKeysDifferent = false
    /// The range from the first to the last changed value.
    private(set) var changes = 0..<0

    /// - Parameter earlier: The summary of the value compared with; `nil` if there is none.
    init(besides earlier: Summary? = nil) {
      isParallel = earlier != nil
      traits = earlier?.traits ?? []
      areKeysDifferent = earlier?.areKeysDifferent ?? false
    }

    mutating func noteChange(at place: Int) { changes = (changes.isEmpty ? place : changes.lowerBound)..<place &+ 1 }
  }

  enum Kind: UInt8 { case nothing, single, object, array }

  /// The form of one part of a captured value.
  enum Form: UInt8 { case value, null, object, array }
}

// MARK: - Capturing

extension Capture {
  func unknownPath() -> [any CodingKey] {
    isPathAsked = true
    return []
  }

  /// Captures `value`; returns `nil` if it is odd.
  ///
  /// - Parameter earlier: The value to compare with, captured right before.
  func capture(_ value: ErasedValuePointer, by access: ComparedType.Members, besides earlier: Captured? = nil) -> Captured? {
    session.beginUserCode()
    let (root, start, mark) = unsafe state.pointee.begin(besides: earlier)
    do {
      switch access {
      case .encoded(let access): try value.encode(with: access, to: CaptureEncoder(capture: self, serial: root))
      case .reflected: try reflect(value, in: root)
      }
    } catch {
      unsafe state.pointee.breakOff()
    }
    let end = unsafe state.pointee.end()
    let captured = unsafe Captured(
      kind: end?.kind ?? .nothing, parts: start..<state.pointee.count, mark: mark, summary: end?.summary ?? Summary())
    guard end != nil else {
      release(captured)
      return nil
    }
    return captured
  }

  /// Adds the parts that a mirror shows.
  private func reflect(_ value: ErasedValuePointer, in root: Int) throws {
    switch Reflection(of: value.boxed, for: session) {
    case .fields(let fields):
      begin(.object, root)
      for (name, value) in fields { try add(dynamic: value, name, in: root) }
    case .enumCase(let name, let payload):
      begin(.object, root)
      let nested = beginNested(.object, name, in: root)
      for (name, value) in payload { try add(dynamic: value, name, in: nested) }
    case .elements(let elements):
      begin(.array, root)
      for element in elements { try add(dynamic: element, "", in: root) }
    case .json, .opaque, .optional, .set, .pairs, .endless: unsafe state.pointee.breakOff()
    }
  }

  /// Releases a captured value and all values captured after it.
  func release(_ captured: Captured) {
    while let copy = unsafe state.pointee.takeLast(downTo: captured.parts.lowerBound) { copy?.destroy() }
    unsafe state.pointee.giveBack(to: captured.mark, from: captured.parts.lowerBound)
  }
}

// MARK: - Parts

extension Capture {
  func form(_ place: Int) -> Form { unsafe state.pointee.part(place).pointee.form }

  /// The part's key; empty for elements of an array.
  func key(_ place: Int) -> String { unsafe state.pointee.part(place).pointee.key }

  /// The traits of the part's key.
  func traits(_ place: Int) -> KeyTraits { unsafe state.pointee.part(place).pointee.traits }

  /// The part of the earlier value that this one is compared with.
  func partner(_ place: Int) -> Int? {
    let partner = unsafe state.pointee.part(place).pointee.partner
    return partner < 0 ? nil : partner
  }

  /// The place behind the last nested part.
  func end(_ place: Int) -> Int { unsafe state.pointee.part(place).pointee.end }

  /// A copy of the part, if it is a value; `nil` also if it has the same bytes as its partner.
  func copy(_ place: Int) -> CapturedCopy? { unsafe state.pointee.part(place).pointee.copy }

  func isContainer(_ place: Int) -> Bool { form(place) == .object || form(place) == .array }

  /// Whether the part certainly equals its partner.
  func isUnchanged(_ place: Int) -> Bool {
    guard let partner = partner(place), form(place) == form(partner) else { return false }
    switch form(place) {
    case .value: return copy(place) == nil
    case .null: return true
    case .object, .array: return false
    }
  }

  /// Calls `body` with the places of sibling parts, counted from 0, until it returns `false`. Returns whether it never did.
  @inline(__always) @discardableResult
  func allSiblings(_ range: Range<Int>, _ body: (_ place: Int, _ index: Int) -> Bool) -> Bool {
    var (place, index) = (range.lowerBound, 0)
    while place < range.upperBound {
      guard body(place, index) else { return false }
      place = end(place)
      index += 1
    }
    return true
  }
}

// MARK: - Operations of user code

extension Capture {
  /// Begins the value as a container. A repeated call continues it: classes add to their superclass's container that way.
  func begin(_ kind: Kind, _ serial: Int) { unsafe state.pointee.begin(kind, serial) }

  /// Returns a free pooled container for the value.
  func loan<Key: CodingKey>(for key: Key.Type, _ serial: Int) -> UnsafeMutablePointer<KeyedContainerPool.PooledContainer>? {
    // Not retained: the capture owns the container.
    let address = unsafe Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    return unsafe state.pointee.lent.loan(
      for: key, at: KeyedContainerPool.Place(serial: UInt64(truncatingIfNeeded: serial), location: address))
  }

  /// Begins the value as a single value. Returns `false` if it may not be written.
  func beginSingle(_ serial: Int) throws -> Bool { try take(unsafe state.pointee.beginSingle(serial), serial) }

  /// Counts a refused write, and throws if there are too many. See ``EncodingSession/refuse(isDead:)``.
  @inline(__always) @discardableResult
  private func take(_ isTaken: Bool, _ serial: Int) throws -> Bool {
    if !isTaken { try session.refuse(isDead: unsafe state.pointee.isDead(serial)) }
    return isTaken
  }

  /// Begins a nested container.
  func beginNested(_ form: Form, _ key: String, in serial: Int) -> Int { unsafe state.pointee.beginNested(form, key, in: serial) }

  /// An encoder that makes the value odd.
  func oddEncoder() -> CaptureEncoder { CaptureEncoder(capture: self, serial: unsafe state.pointee.deadSerial()) }

  /// The number of writes to a container.
  func count(of serial: Int) -> Int { unsafe state.pointee.count(of: serial) }

  func add<Value>(_ value: Value, _ key: String, in serial: Int) throws {
    let type = unsafe types.find(Value.self)
    if unsafe type._withUnsafeGuaranteedRef({ $0.isObject }) {
      return try add(value, of: types.of(Swift.type(of: value as Any)), key, in: serial)
    }
    // Only one closure, since closures are not inlined into generic code.
    let isTaken = unsafe withUnsafePointer(to: value) {
      unsafe state.pointee.add(ErasedValuePointer(type, at: UnsafeRawPointer($0)), key, in: serial)
    }
    try take(isTaken, serial)
  }

  @inline(__always)
  func add<Value>(_ value: Value, of type: ComparedType, _ key: String, in serial: Int) throws {
    try take(ErasedValuePointer.with(value, of: type) { unsafe state.pointee.add($0, key, in: serial) }, serial)
  }

  private func add(dynamic value: Any, _ key: String, in serial: Int) throws {
    func add<Value>(_ value: Value) throws { try self.add(value, of: types.of(Value.self), key, in: serial) }
    guard !Existential.hidesItsType(value) else { return unsafe state.pointee.breakOff() }
    try _openExistential(value, do: add)
  }

  func addNull(_ key: String, in serial: Int) throws { try take(unsafe state.pointee.addNull(key, in: serial), serial) }
}
