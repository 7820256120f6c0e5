import FluxtapeCoding

/// Records what `encode(to:)` of one value writes, one level deep: the keys, and copies of what stands under them.
///
/// Nothing that stands in the value is encoded for it. So two values are compared at the cost of their own members, however much these hold.
/// A second value is captured beside the first: each of its parts is paired with the one of the same key, and not even copied if it has the
/// same bytes and a proven type.
///
/// What `encode(to:)` may do besides, and hardly ever does, makes a value *odd*: containers that are written in turn, `superEncoder`, one
/// kind of container after another, keys in quite another order. Odd values are compared as documents.
///
/// Sound: `state` lives as long as this object, and each of the accesses to it ends before code of the app can run, so no two overlap. It is
/// not a stored property, since the run-time check of each access to one takes a third of the time of a comparison.
@safe
final class Capture {
  let types: ComparedTypes
  let userInfo: [CodingUserInfoKey: any Sendable]
  let state: UnsafeMutablePointer<CaptureState>
  /// Whether user code has ever asked where it writes, which is not known here.
  private(set) var isPathAsked = false

  private let session: EncodingSession

  // What user code writes most.
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

  /// A value that was captured. Taken back by ``release(_:)``, the latest first.
  struct Captured {
    let kind: Kind
    /// The places of its parts.
    let parts: Range<Int>
    let mark: CopyArena.Mark
    var summary: Summary
  }

  /// What capturing a value finds out on the way, so that most values need not be gone through again.
  struct Summary {
    /// Whether each part stands where its partner does and has its form, and all that changed is of the same types, which are proven.
    var isParallel: Bool
    /// Whether there are no containers inside.
    var isFlat = true
    /// What the keys say about secrets, all together.
    var traits: KeyTraits
    /// Whether no key is sure to come twice. Found out of values that are kept.
    var areKeysDifferent = false
    /// From the first value that is not that of its partner to the last.
    private(set) var changes = 0..<0

    /// - Parameter earlier: That of the value that is compared with; `nil` if there is none.
    init(besides earlier: Summary? = nil) {
      isParallel = earlier != nil
      traits = earlier?.traits ?? []
      areKeysDifferent = earlier?.areKeysDifferent ?? false
    }

    mutating func noteChange(at place: Int) { changes = (changes.isEmpty ? place : changes.lowerBound)..<place &+ 1 }
  }

  enum Kind: UInt8 { case nothing, single, object, array }

  /// What stands at one place of a captured value.
  enum Form: UInt8 { case value, null, object, array }
}

// MARK: - Capturing

extension Capture {
  func unknownPath() -> [any CodingKey] {
    isPathAsked = true
    return []
  }

  /// Captures `value`; `nil` if it is odd.
  ///
  /// - Parameter earlier: The value that it is compared with, captured right before.
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

  /// Adds what a value shows in a mirror.
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

  /// Lets go of a captured value and of all that were captured after it.
  func release(_ captured: Captured) {
    while let copy = unsafe state.pointee.takeLast(downTo: captured.parts.lowerBound) { copy?.destroy() }
    unsafe state.pointee.giveBack(to: captured.mark, from: captured.parts.lowerBound)
  }
}

// MARK: - Parts

extension Capture {
  func form(_ place: Int) -> Form { unsafe state.pointee.part(place).pointee.form }

  /// The part's key; empty for what stands in an array.
  func key(_ place: Int) -> String { unsafe state.pointee.part(place).pointee.key }

  /// What the part's key says about secrets.
  func traits(_ place: Int) -> KeyTraits { unsafe state.pointee.part(place).pointee.traits }

  /// The part of the other value that this one is compared with.
  func partner(_ place: Int) -> Int? {
    let partner = unsafe state.pointee.part(place).pointee.partner
    return partner < 0 ? nil : partner
  }

  /// The place behind the last part inside.
  func end(_ place: Int) -> Int { unsafe state.pointee.part(place).pointee.end }

  /// What stands there, if it is a value; not there either if it has the bytes of its partner.
  func copy(_ place: Int) -> CapturedCopy? { unsafe state.pointee.part(place).pointee.copy }

  func isContainer(_ place: Int) -> Bool { form(place) == .object || form(place) == .array }

  /// Whether the part is sure to be as its partner is.
  func isUnchanged(_ place: Int) -> Bool {
    guard let partner = partner(place), form(place) == form(partner) else { return false }
    switch form(place) {
    case .value: return copy(place) == nil
    case .null: return true
    case .object, .array: return false
    }
  }

  /// Calls `body` with the places of the parts that stand side by side, counted from 0, until it returns `false`. Returns whether it never did.
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

// MARK: - What user code asks for

extension Capture {
  /// Begins the value as a whole as a container. Asked for again it goes on, which is how classes add to what their superclass wrote.
  func begin(_ kind: Kind, _ serial: Int) { unsafe state.pointee.begin(kind, serial) }

  /// A container to write to, if there is one that can be lent.
  func loan<Key: CodingKey>(for key: Key.Type, _ serial: Int) -> UnsafeMutablePointer<KeyedContainerPool.PooledContainer>? {
    // Not retained, since the capture has the container.
    let address = unsafe Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    return unsafe state.pointee.lent.loan(
      for: key, at: KeyedContainerPool.Place(serial: UInt64(truncatingIfNeeded: serial), location: address))
  }

  /// Begins the value as a whole as a single other one. `false` if nothing may be written to it.
  func beginSingle(_ serial: Int) throws -> Bool { try take(unsafe state.pointee.beginSingle(serial), serial) }

  /// Counts what was not taken, and throws if that is too much. See ``EncodingSession/refuse(isDead:)``.
  @inline(__always) @discardableResult
  private func take(_ isTaken: Bool, _ serial: Int) throws -> Bool {
    if !isTaken { try session.refuse(isDead: unsafe state.pointee.isDead(serial)) }
    return isTaken
  }

  /// Begins a container inside another one.
  func beginNested(_ form: Form, _ key: String, in serial: Int) -> Int { unsafe state.pointee.beginNested(form, key, in: serial) }

  /// An encoder that the value is not captured through.
  func oddEncoder() -> CaptureEncoder { CaptureEncoder(capture: self, serial: unsafe state.pointee.deadSerial()) }

  /// How much was written to a container.
  func count(of serial: Int) -> Int { unsafe state.pointee.count(of: serial) }

  func add<Value>(_ value: Value, _ key: String, in serial: Int) throws {
    let type = unsafe types.find(Value.self)
    if unsafe type._withUnsafeGuaranteedRef({ $0.isObject }) {
      return try add(value, of: types.of(Swift.type(of: value as Any)), key, in: serial)
    }
    // One closure and no more, as none becomes a part of code for any type.
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
