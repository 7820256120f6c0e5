/// A value in memory, with what is known of its type: what a coder writes, remembers and compares.
///
/// Functions take subjects, not values of a generic type, so the program has one copy of each function, not one for each type of an app.
///
/// Sound: a subject is used only inside the call that provides it, while the value stays where it is, and only to read.
@safe struct Subject {
  let facts: TypeFacts
  private let address: UnsafeRawPointer

  @unsafe init(_ facts: TypeFacts, at address: UnsafeRawPointer) {
    self.facts = facts
    unsafe self.address = address
  }

  /// Passes the address of the value's bytes.
  @unsafe @inline(__always)
  func withAddress<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result { unsafe body(address) }

  /// The value, as the type that it has.
  @inline(__always)
  func value<Value>(as type: Value.Type) -> Value {
    precondition(facts.type == type)
    return unsafe address.assumingMemoryBound(to: type).pointee
  }

  /// Passes the value to `body`, in place.
  @inline(__always)
  func withValue<Value, Result>(as type: Value.Type, _ body: (borrowing Value) throws -> Result) rethrows -> Result {
    precondition(facts.type == type)
    return try unsafe body(address.assumingMemoryBound(to: type).pointee)
  }

  /// The value as an existential.
  var boxed: Any {
    func box<Value>(_ type: Value.Type) -> Any { value(as: type) }
    return _openExistential(facts.type, do: box)
  }

  /// The type of an object, or of an existential's contents.
  var dynamicType: Any.Type { facts.hasDynamicType ? type(of: boxed) : facts.type }

  /// The object, of a type that is a class.
  var object: AnyObject { boxed as AnyObject }

  /// A member of a struct whose layout is known.
  func member(_ member: TypeFacts.Member) -> Subject {
    precondition(member.offset >= 0 && member.offset + member.facts.size <= facts.size)
    return unsafe Subject(member.facts, at: address + member.offset)
  }

  /// The eight bytes of the value as a number.
  var bits: Double? {
    guard facts.size == MemoryLayout<Double>.size else { return nil }
    return unsafe address.loadUnaligned(as: Double.self)
  }

  /// An account of the value's memory.
  var account: MemoryAccount { unsafe MemoryAccount(of: address, size: facts.size) }
}

// MARK: - Making subjects

extension Coder {
  /// Passes a value to `body`, in place.
  @inline(__always)
  func withSubject<Value, Result>(_ value: Value, _ body: (Subject) throws -> Result) rethrows -> Result {
    try unsafe withUnsafePointer(to: value) { try unsafe body(Subject(facts(Value.self), at: UnsafeRawPointer($0))) }
  }

  /// Passes the contents of an existential to `body`.
  ///
  /// - Parameter keepsExistentials: Whether an existential inside of the `Any` is passed itself. The `Any` of a mirror keeps the static type of
  ///   a part.
  /// - Returns: `false` if the contents cannot be read.
  @discardableResult
  func open(_ value: Any, keepsExistentials: Bool = false, _ body: (Subject) -> Void) -> Bool {
    func pass<Value>(_ value: Value) -> Bool {
      guard Value.self == type(of: value as Any) || keepsExistentials && SystemType.isExistential(Value.self) else { return false }
      withSubject(value, body)
      return true
    }
    if _openExistential(value, do: pass) { return true }
    // A nested existential: generic code passed `any P` as `Any`. A cast unwraps both.
    func unbox<Value>(_ type: Value.Type) -> Bool { (value as? Value).map { withSubject($0, body) } != nil }
    return _openExistential(type(of: value), do: unbox)
  }
}

extension Node {
  /// Adds a member. An absent one is not written, but has its place in the value's memory.
  @inline(__always)
  func member<Value>(_ value: Value, _ name: String, isAbsent: Bool = false) {
    unsafe withUnsafePointer(to: value) { unsafe member(Value.self, at: UnsafeRawPointer($0), name, isAbsent) }
  }

  @inline(never)
  private func member(_ type: Any.Type, at address: UnsafeRawPointer, _ name: String, _ isAbsent: Bool) {
    // Usually it is the member that an earlier value of the type wrote here.
    let planned = plannedMember
    let facts = planned.flatMap { $0.facts.type == type ? $0.facts : nil } ?? coder.facts(type)
    unsafe add(Subject(facts, at: address), name, isAbsent, planned)
  }

  @inline(__always)
  func element<Value>(_ value: Value) {
    unsafe withUnsafePointer(to: value) { unsafe element(Value.self, at: UnsafeRawPointer($0)) }
  }

  @inline(never)
  private func element(_ type: Any.Type, at address: UnsafeRawPointer) { unsafe element(Subject(coder.facts(type), at: address)) }

  @inline(__always)
  func single<Value>(_ value: Value) {
    unsafe withUnsafePointer(to: value) { unsafe single(Value.self, at: UnsafeRawPointer($0)) }
  }

  @inline(never)
  private func single(_ type: Any.Type, at address: UnsafeRawPointer) { unsafe single(Subject(coder.facts(type), at: address)) }
}

// MARK: - Elements

/// The elements of an array, in memory.
///
/// Sound as ``Subject`` is.
@safe struct Elements {
  let facts: TypeFacts
  let count: Int
  private let start: UnsafeRawPointer?

  @unsafe init(_ facts: TypeFacts, _ bytes: UnsafeRawBufferPointer, count: Int) {
    (self.facts, self.count) = (facts, count)
    unsafe start = bytes.baseAddress
  }

  subscript(place: Int) -> Subject {
    guard let start = unsafe start, place >= 0, place < count else { preconditionFailure("there is no such element") }
    return unsafe Subject(facts, at: start + place &* facts.stride)
  }

  /// Passes the address of the first element. Elements without bytes have none.
  @unsafe
  func withStart<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result? { unsafe start.map { unsafe body($0) } }
}

extension Array {
  func withElements(by coder: Coder, _ body: (Elements) -> Void) {
    unsafe withUnsafeBytes { unsafe body(Elements(coder.facts(Element.self), $0, count: count)) }
  }
}

// MARK: - Copies

/// A copy of a value.
@safe final class OwnedCopy {
  private let facts: TypeFacts
  private let address: UnsafeMutableRawPointer

  init(of subject: Subject) {
    facts = subject.facts
    let address = UnsafeMutableRawPointer.allocate(byteCount: max(1, facts.size), alignment: facts.alignment)
    unsafe self.address = address
    func copy<Value>(_ type: Value.Type) { unsafe address.initializeMemory(as: type, to: subject.value(as: type)) }
    _openExistential(facts.type, do: copy)
  }

  deinit {
    func destroy<Value>(_ type: Value.Type) { _ = unsafe address.assumingMemoryBound(to: type).deinitialize(count: 1) }
    _openExistential(facts.type, do: destroy)
    unsafe address.deallocate()
  }

  var subject: Subject { unsafe Subject(facts, at: address) }
}
