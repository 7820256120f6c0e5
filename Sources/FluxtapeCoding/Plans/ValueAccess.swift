// Values of types that are known at run time only, reached through their address.
//
// Sound as long as the address is that of a living value of the type that the access was made for; who finds an access
// through `TypePlan.of(type)` and passes addresses of values of that type keeps to it.

/// Copies and destroys values.
protocol ValueMemory: Sendable {
  var size: Int { get }
  var stride: Int { get }
  var alignment: Int { get }
  func copy(_ value: UnsafeRawPointer, to place: UnsafeMutableRawPointer)
  func destroy(_ value: UnsafeMutableRawPointer)
  /// The value in a box of its dynamic type's making.
  func boxed(_ value: UnsafeRawPointer) -> Any
}

struct MemoryOf<Value>: ValueMemory {
  var size: Int { MemoryLayout<Value>.size }
  var stride: Int { MemoryLayout<Value>.stride }
  var alignment: Int { MemoryLayout<Value>.alignment }

  func copy(_ value: UnsafeRawPointer, to place: UnsafeMutableRawPointer) {
    unsafe place.initializeMemory(as: Value.self, from: value.assumingMemoryBound(to: Value.self), count: 1)
  }

  func destroy(_ value: UnsafeMutableRawPointer) {
    unsafe value.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }

  func boxed(_ value: UnsafeRawPointer) -> Any { unsafe value.assumingMemoryBound(to: Value.self).pointee }
}

/// A value that writes itself.
protocol EncodableAccess: Sendable {
  func encode(_ value: UnsafeRawPointer, to encoder: any Encoder) throws
}

struct EncodableAt<Value: Encodable>: EncodableAccess {
  func encode(_ value: UnsafeRawPointer, to encoder: any Encoder) throws {
    try unsafe value.assumingMemoryBound(to: Value.self).pointee.encode(to: encoder)
  }
}

/// `Optional`.
protocol OptionalAccess: Sendable {
  var wrapped: TypePlan { get }
  /// Calls `body` with the address of the wrapped value, or with `nil`. The address is valid during the call only.
  func withWrapped<Result>(_ optional: UnsafeRawPointer, _ body: (UnsafeRawPointer?) throws -> Result) rethrows -> Result
}

struct OptionalAt<Wrapped>: OptionalAccess {
  let wrapped = TypePlan.of(Wrapped.self)

  func withWrapped<Result>(_ optional: UnsafeRawPointer, _ body: (UnsafeRawPointer?) throws -> Result) rethrows -> Result {
    // The payload of an optional stands at its beginning.
    let isSome = unsafe optional.assumingMemoryBound(to: Wrapped?.self).pointee != nil
    return try unsafe body(isSome ? optional : nil)
  }
}

/// `Array`.
protocol ListAccess: Sendable {
  var element: TypePlan { get }
  /// Calls `body` with the address of the first element and their number. Elements lie `element.memory.stride` bytes apart.
  func withElements<Result>(_ list: UnsafeRawPointer, _ body: (UnsafeRawPointer?, Int) throws -> Result) rethrows -> Result
  /// Brings the earlier list up to date and makes it the later one, if it is long and few of its elements differ. Appends those that went.
  /// See ``ListPlaces/keepOwn(_:insteadOf:_:)``.
  func keepOwn(
    _ later: UnsafeMutableRawPointer, insteadOf earlier: UnsafeMutableRawPointer, _ layout: ValueLayout, _ known: ListDifference?,
    gone: inout [Any])
}

struct ArrayAt<Element>: ListAccess {
  let element = TypePlan.of(Element.self)

  func withElements<Result>(_ list: UnsafeRawPointer, _ body: (UnsafeRawPointer?, Int) throws -> Result) rethrows -> Result {
    try unsafe list.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
      try unsafe body(UnsafeRawPointer(elements.baseAddress), elements.count)
    }
  }
}

/// `Dictionary`.
protocol DictionaryAccess: Sendable {
  var key: TypePlan { get }
  var value: TypePlan { get }
  /// Whether keys are written as names of an object's members. If not, the dictionary is an array of pairs.
  var hasNames: Bool { get }
  func count(_ dictionary: UnsafeRawPointer) -> Int
  /// The key as a name; `nil` for one that is none (only where keys are `AnyHashable`).
  func name(_ key: UnsafeRawPointer) -> String?
  /// Calls `body` with the addresses of each key and its value, in the dictionary's own order, until it returns `false`.
  func forEach(_ dictionary: UnsafeRawPointer, _ body: (UnsafeRawPointer, UnsafeRawPointer) throws -> Bool) rethrows
  /// What differs between two dictionaries; `nil` if keys are no names. See ``DictionaryDifference``.
  func differingEntries(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, areEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) -> (any DifferingEntries)?
}

struct DictionaryAt<Key: Hashable, Value>: DictionaryAccess {
  let key = TypePlan.of(Key.self)
  let value = TypePlan.of(Value.self)
  var hasNames: Bool { [Key: Value].hasNames }

  func count(_ dictionary: UnsafeRawPointer) -> Int {
    unsafe dictionary.assumingMemoryBound(to: [Key: Value].self).pointee.count
  }

  func name(_ key: UnsafeRawPointer) -> String? { unsafe [Key: Value].name(of: key.assumingMemoryBound(to: Key.self).pointee) }

  func forEach(_ dictionary: UnsafeRawPointer, _ body: (UnsafeRawPointer, UnsafeRawPointer) throws -> Bool) rethrows {
    for (key, value) in unsafe dictionary.assumingMemoryBound(to: [Key: Value].self).pointee {
      let goesOn = try unsafe withUnsafePointer(to: key) { key in
        try unsafe withUnsafePointer(to: value) { value in try unsafe body(UnsafeRawPointer(key), UnsafeRawPointer(value)) }
      }
      guard goesOn else { return }
    }
  }
}
