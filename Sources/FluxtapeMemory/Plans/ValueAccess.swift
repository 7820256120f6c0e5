// Access by address to values whose types are known only at run time.
//
// Sound: the address is that of a live value of the type for which the access was made. Callers ensure this by taking the access from
// `TypePlan.of(type)` and passing values of that type.
//
// Accesses that need only the type are metatypes, the others are objects, so that copies of both take a word or two.

import FluxtapeCoding

/// Copies and destroys values.
///
/// Each value lies in a slot of its type's ``ValueExtent``, all of which may be read and written, since the standard library works by
/// strides.
protocol ValueMemory: SendableMetatype {
  static var extent: ValueExtent { get }
  static func copy(_ value: UnsafeRawPointer, to place: UnsafeMutableRawPointer)
  static func move(_ value: UnsafeMutableRawPointer, to place: UnsafeMutableRawPointer)
  static func destroy(_ value: UnsafeMutableRawPointer)
  /// The value as an existential.
  static func boxed(_ value: UnsafeRawPointer) -> Any
}

enum MemoryOf<Value>: ValueMemory {
  static var extent: ValueExtent { ValueExtent(Value.self) }

  static func copy(_ value: UnsafeRawPointer, to place: UnsafeMutableRawPointer) {
    unsafe place.initializeMemory(as: Value.self, to: value.assumingMemoryBound(to: Value.self).pointee)
  }

  static func move(_ value: UnsafeMutableRawPointer, to place: UnsafeMutableRawPointer) {
    unsafe place.moveInitializeMemory(as: Value.self, from: value.assumingMemoryBound(to: Value.self), count: 1)
  }

  static func destroy(_ value: UnsafeMutableRawPointer) {
    unsafe value.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }

  static func boxed(_ value: UnsafeRawPointer) -> Any { unsafe value.assumingMemoryBound(to: Value.self).pointee }
}

/// A value with an `encode(to:)`.
protocol EncodableAccess: SendableMetatype {
  static func encode(_ value: UnsafeRawPointer, to encoder: any Encoder) throws
}

enum EncodableAt<Value: Encodable>: EncodableAccess {
  static func encode(_ value: UnsafeRawPointer, to encoder: any Encoder) throws {
    try unsafe borrow(value.assumingMemoryBound(to: Value.self)) { value in try value.encode(to: encoder) }
  }

  /// Passes the value to `body` in place. A copy would count all its references, and a noncopyable value cannot be copied.
  private static func borrow<Borrowed: ~Copyable>(
    _ place: UnsafePointer<Borrowed>, _ body: (borrowing Borrowed) throws -> Void
  ) throws {
    try unsafe body(place.pointee)
  }
}

/// `Optional`.
protocol OptionalAccess: AnyObject, Sendable {
  var wrapped: TypePlan { get }
  /// Whether there is a value. It is at the beginning of the optional.
  func hasValue(_ optional: UnsafeRawPointer) -> Bool
}

final class OptionalAt<Wrapped>: OptionalAccess {
  let wrapped = TypePlan.of(Wrapped.self)

  func hasValue(_ optional: UnsafeRawPointer) -> Bool { unsafe optional.assumingMemoryBound(to: Wrapped?.self).pointee != nil }
}

/// `Array`.
protocol ListAccess: AnyObject, Sendable {
  var element: TypePlan { get }
  var elementType: Any.Type { get }
  /// Whether ``PlainList`` can read the arrays, in a tenth of the time of ``withTypedElements(_:_:)``.
  var isPlain: Bool { get }
  /// Calls `body` with the address of the first element and the number of elements.
  func withTypedElements(_ list: UnsafeRawPointer, _ body: (UnsafeRawPointer?, Int) -> Void)
}

extension ListAccess {
  /// Calls `body` with the address of the first element and the number of elements, and returns its result.
  @inline(__always)
  func withElements<Result>(_ list: UnsafeRawPointer, _ body: (UnsafeRawPointer?, Int) -> Result) -> Result? {
    if isPlain {
      let (start, count) = unsafe PlainList.elements(of: list)
      return unsafe body(start, count)
    }
    var result: Result?
    unsafe withTypedElements(list) { start, count in result = unsafe body(start, count) }
    return result
  }
}

final class ArrayAt<Element>: ListAccess {
  let element = TypePlan.of(Element.self)
  let isPlain = PlainList.canRead(Element.self)

  var elementType: Any.Type { Element.self }

  func withTypedElements(_ list: UnsafeRawPointer, _ body: (UnsafeRawPointer?, Int) -> Void) {
    unsafe list.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
      unsafe body(UnsafeRawPointer(elements.baseAddress), elements.count)
    }
  }
}

/// Reads arrays of statically unknown types as arrays of words: generic code would look up the type of the elements at every step.
///
/// Sound: for all elements, an array is one reference to an object with the count, followed by the elements at their alignment;
/// ``LayoutSelfTest`` checks this. Neither the count nor the address depends on the type, unless its alignment is unusual or the elements
/// may be stored in an `NSArray`. No element is accessed here.
enum PlainList {
  static func canRead<Element>(_ type: Element.Type) -> Bool {
    #if canImport(ObjectiveC)
    if type is AnyObject.Type || SystemType.isExistential(type) { return false }
    #endif
    return MemoryLayout<Element>.alignment <= MemoryLayout<UInt64>.alignment && LayoutSelfTest.areListsPlain
  }

  /// The address of the first element, and the number of elements. Valid as long as the array stays in place.
  @inline(__always)
  static func elements(of list: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
    unsafe list.assumingMemoryBound(to: [UInt64].self).pointee.withUnsafeBufferPointer { words in
      unsafe (UnsafeRawPointer(words.baseAddress), words.count)
    }
  }
}

/// `Dictionary`.
protocol DictionaryAccess: Sendable {
  var value: TypePlan { get }
  /// Whether keys are written as names of members. If not, the dictionary is an array of pairs.
  var hasNames: Bool { get }
  func count(_ dictionary: UnsafeRawPointer) -> Int
  /// The key as a name; `nil` if it is not a name (only if keys are `AnyHashable`).
  func name(_ key: UnsafeRawPointer) -> String?
  /// Calls `body` with the addresses of each key and its value, in iteration order, until it returns `false`.
  func forEach(_ dictionary: UnsafeRawPointer, _ body: (UnsafeRawPointer, UnsafeRawPointer) throws -> Bool) rethrows
  /// The differences between two dictionaries; `nil` if the keys are not names. See ``DictionaryDifference``.
  func differingEntries(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, areEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) -> (any DifferingEntries)?
}

struct DictionaryAt<Key: Hashable, Value>: DictionaryAccess {
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
