// Values of types that are known at run time only, reached through their address.
//
// Sound as long as the address is that of a living value of the type that the access was made for; who finds an access
// through `TypePlan.of(type)` and passes addresses of values of that type keeps to it.
//
// What needs nothing but the type is a type itself, and the rest are objects: of both, a copy is a word or two.

import FluxtapeCoding

/// Copies and destroys values.
///
/// Each value lies in a place of its type's ``ValueExtent``, all of which may be read and written here: the standard library goes by strides.
protocol ValueMemory: SendableMetatype {
  static var extent: ValueExtent { get }
  static func copy(_ value: UnsafeRawPointer, to place: UnsafeMutableRawPointer)
  static func move(_ value: UnsafeMutableRawPointer, to place: UnsafeMutableRawPointer)
  static func destroy(_ value: UnsafeMutableRawPointer)
  /// The value in a box of its dynamic type's making.
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

/// A value that writes itself.
protocol EncodableAccess: SendableMetatype {
  static func encode(_ value: UnsafeRawPointer, to encoder: any Encoder) throws
}

enum EncodableAt<Value: Encodable>: EncodableAccess {
  static func encode(_ value: UnsafeRawPointer, to encoder: any Encoder) throws {
    try unsafe borrow(value.assumingMemoryBound(to: Value.self)) { value in try value.encode(to: encoder) }
  }

  /// Hands the value to `body` where it lies. What might not be copyable is not copied, and a copy would count all references in it.
  private static func borrow<Borrowed: ~Copyable>(
    _ place: UnsafePointer<Borrowed>, _ body: (borrowing Borrowed) throws -> Void
  ) throws {
    try unsafe body(place.pointee)
  }
}

/// `Optional`.
protocol OptionalAccess: AnyObject, Sendable {
  var wrapped: TypePlan { get }
  /// Whether there is a value. It stands at the beginning of the optional.
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
  /// Whether ``PlainList`` can read the lists, which takes a tenth of the time of ``withTypedElements(_:_:)``.
  var isPlain: Bool { get }
  /// Calls `body` with the address of the first element and their number.
  func withTypedElements(_ list: UnsafeRawPointer, _ body: (UnsafeRawPointer?, Int) -> Void)
}

extension ListAccess {
  /// Calls `body` with the address of the first element and their number, and returns what it returns.
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

/// Arrays whose type is not known when this is compiled, read as if they were arrays of words: code for any type of elements would ask for that type
/// at every turn.
///
/// Sound: whatever the elements are, an array is one reference to an object with their number and, behind that, the elements, the first of them at
/// a multiple of their alignment; ``LayoutSelfTest`` looks whether that is so. Neither the number nor the address depends on the type, unless its
/// alignment is unusual or the elements may be those of an `NSArray`. No element is touched here.
enum PlainList {
  static func canRead<Element>(_ type: Element.Type) -> Bool {
    #if canImport(ObjectiveC)
    if type is AnyObject.Type || SystemType.isExistential(type) { return false }
    #endif
    return MemoryLayout<Element>.alignment <= MemoryLayout<UInt64>.alignment && LayoutSelfTest.areListsPlain
  }

  /// Where the elements of a list begin, and their number. Valid as long as the list lies where it is.
  @inline(__always)
  static func elements(of list: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
    unsafe list.assumingMemoryBound(to: [UInt64].self).pointee.withUnsafeBufferPointer { words in
      unsafe (UnsafeRawPointer(words.baseAddress), words.count)
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
