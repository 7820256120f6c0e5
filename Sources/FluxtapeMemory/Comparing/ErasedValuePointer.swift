#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

import FluxtapeCoding

// Values that are known by their addresses.
//
// Sound: a `ErasedValuePointer` is made where a value lies that outlives it, and of the value's own type: from an argument for the time of a
// call, from a copy that is kept, from an element of an array that is held. It is handed down the calls of one comparison and never
// stored. Types are kept by the table that made them for as long as the comparison lives.

/// A value of a type that is known at run time only.
@safe
struct ErasedValuePointer {
  fileprivate let heldType: Unmanaged<ComparedType>
  let address: UnsafeRawPointer

  @inline(__always)
  init(_ type: ComparedType, at address: UnsafeRawPointer) {
    unsafe heldType = .passUnretained(type)
    unsafe self.address = address
  }

  @inline(__always)
  var type: ComparedType { unsafe heldType.takeUnretainedValue() }

  /// Hands the type to `body` without counting a reference.
  @inline(__always)
  func withType<Result>(_ body: (ComparedType) -> Result) -> Result { unsafe heldType._withUnsafeGuaranteedRef(body) }

  @inline(__always)
  func hasSameType(as other: ErasedValuePointer) -> Bool { unsafe heldType.toOpaque() == other.heldType.toOpaque() }

  /// Whether both have the same bytes. That proves them equal where the type is proven.
  @inline(__always)
  func hasSameBytes(as other: ErasedValuePointer) -> Bool {
    unsafe heldType._withUnsafeGuaranteedRef { unsafe $0.layout.areEqual(address, other.address) }
  }

  /// A number that is the same for values with the same bytes.
  var hashOfBytes: UInt64 { unsafe type.layout.hash(address) }
}

extension ErasedValuePointer {
  /// Hands `value` to `body`.
  @inline(__always)
  static func with<Value, Result>(_ value: Value, of type: ComparedType, _ body: (ErasedValuePointer) -> Result) -> Result {
    unsafe withUnsafePointer(to: value) { unsafe body(ErasedValuePointer(type, at: UnsafeRawPointer($0))) }
  }

  @inline(__always)
  init(_ type: Unmanaged<ComparedType>, at address: UnsafeRawPointer) {
    unsafe heldType = type
    unsafe self.address = address
  }

  /// The text, where the type is `String`.
  var text: String { unsafe address.assumingMemoryBound(to: String.self).pointee }

  /// Whether this is one of the many floating-point values that are all written alike.
  var isNotANumber: Bool { unsafe withType { $0.plan.type == Double.self } && address.assumingMemoryBound(to: Double.self).pointee.isNaN }

  /// Runs the value's own `encode(to:)`.
  func encode(with access: any EncodableAccess.Type, to encoder: any Encoder) throws { try unsafe access.encode(address, to: encoder) }

  func withWrapped<Result>(by access: any OptionalAccess, _ type: ComparedType, _ body: (ErasedValuePointer?) -> Result) -> Result {
    unsafe body(access.hasValue(address) ? ErasedValuePointer(type, at: address) : nil)
  }

  /// - Returns: What `body` returns. (There is always one: `nil` only spares the code in between a type that it would have to look up.)
  @inline(__always)
  func withElements<Result>(by access: any ListAccess, _ types: ComparedTypes, _ body: (PlacedElements) -> Result) -> Result? {
    let type = unsafe types.find(access.elementType)
    return unsafe access.withElements(address) { start, count in unsafe body(PlacedElements(type, at: start, count: count)) }
  }
}

// MARK: - Values of types that only they know

extension ErasedValuePointer {
  /// Hands the value to `body` as one of its dynamic type.
  ///
  /// - Returns: `nil` if the value hides what type it has.
  func withDynamic<Result>(_ types: ComparedTypes, _ body: (ErasedValuePointer) -> Result) -> Result? {
    func open<Value>(_ value: Value) -> Result { ErasedValuePointer.with(value, of: types.of(Value.self), body) }
    let value = type.plan.type == AnyHashable.self ? (boxed as? AnyHashable)?.base ?? boxed : boxed
    return Existential.hidesItsType(value) ? nil : _openExistential(value, do: open)
  }

  var boxed: Any { unsafe type.plan.memory.boxed(address) }

  /// The object, where the type is a class.
  var object: AnyObject? { type.isObject ? boxed as AnyObject : nil }
}

extension ValueWriter {
  /// In an open context; see ``write(number:at:)``.
  func write(number value: ErasedValuePointer) -> Bool { value.withType { unsafe write(number: $0.plan.type, at: value.address) } }

  func write(_ value: ErasedValuePointer, in context: WritingContext) {
    value.withType { unsafe write($0.plan.type, at: value.address, in: context) }
  }
}

// MARK: - Elements

/// Values of one type, one behind the other.
@safe
struct PlacedElements {
  private let heldType: Unmanaged<ComparedType>
  private let start: UnsafeRawPointer?
  let count: Int

  fileprivate init(_ type: Unmanaged<ComparedType>, at start: UnsafeRawPointer?, count: Int) {
    unsafe heldType = type
    unsafe self.start = start
    self.count = unsafe start == nil ? 0 : count
  }

  @inline(__always)
  var type: ComparedType { unsafe heldType.takeUnretainedValue() }

  /// Hands the layout of the elements to `body` without counting a reference.
  @inline(__always)
  private func withLayout<Result>(_ body: (ValueLayout) -> Result) -> Result {
    unsafe heldType._withUnsafeGuaranteedRef { body($0.layout) }
  }

  private func address(_ place: Int) -> UnsafeRawPointer? {
    guard let start = unsafe start else { return nil }
    return unsafe start + place * withLayout { $0.extent.stride }
  }

  subscript(place: Int) -> ErasedValuePointer {
    precondition(place >= 0 && place < count)
    guard let address = unsafe address(place) else { preconditionFailure() }
    return unsafe ErasedValuePointer(heldType, at: address)
  }

  /// The elements at some of the places.
  subscript(places: Range<Int>) -> PlacedElements {
    precondition(places.lowerBound >= 0 && places.upperBound <= count)
    return unsafe PlacedElements(heldType, at: address(places.lowerBound), count: places.count)
  }

  /// The first place from `from` on at which elements have other bytes than those of `other`; the smaller count if there is none.
  func firstDifference(from: Int, with other: PlacedElements) -> Int {
    let count = min(count, other.count)
    guard from < count, let start = unsafe start, let otherStart = unsafe other.start else { return count }
    return withLayout { unsafe $0.firstDifference(start, otherStart, from: from, count: count) }
  }

  /// The same, sooner if that place is the likely one.
  func firstDifference(likelyAt place: Int, with other: PlacedElements) -> Int {
    guard place < count, place < other.count, let start = unsafe start, let otherStart = unsafe other.start else {
      return firstDifference(from: 0, with: other)
    }
    return withLayout { layout in
      let first = unsafe layout.firstDifference(start, otherStart, from: 0, count: place)
      let offset = place * layout.extent.stride
      guard unsafe first == place && layout.areEqual(start + offset, otherStart + offset) else { return first }
      return unsafe layout.firstDifference(start, otherStart, from: place + 1, count: min(count, other.count))
    }
  }

  /// That elements have other bytes than those of `other`, a list as long, at one place alone, or at none.
  func difference(at place: Int?, from other: PlacedElements) -> ListDifference? {
    guard count == other.count, let start = unsafe start, let otherStart = unsafe other.start else { return nil }
    return unsafe ListDifference(between: start, and: otherStart, count: count, at: place)
  }

  /// How many elements at the end have the same bytes, `limit` at most.
  func commonSuffix(with other: PlacedElements, limit: Int) -> Int {
    guard limit > 0, let end = unsafe address(count), let otherEnd = unsafe other.address(other.count) else { return 0 }
    return withLayout { unsafe $0.commonSuffix(end, otherEnd, limit: limit) }
  }

  /// How many of the words of two elements are the same, of 1000.
  func sharedWords(_ place: Int, with other: PlacedElements, _ otherPlace: Int) -> Int {
    let words = type.layout.extent.size / MemoryLayout<UInt>.size
    guard words > 0 else { return 0 }
    let (left, right) = unsafe (self[place].address, other[otherPlace].address)
    let same = (0..<words).count {
      let offset = $0 * MemoryLayout<UInt>.size
      return unsafe left.loadUnaligned(fromByteOffset: offset, as: UInt.self) == right.loadUnaligned(fromByteOffset: offset, as: UInt.self)
    }
    return 1000 * same / words
  }
}

// MARK: - Memory

/// Memory for values that come and go with each step. What Swift allocates by size and alignment is taken from the system in a way that is for
/// unusual alignments, and takes longer.
enum PlainMemory {
  /// What `malloc` gives fits all values up to this alignment.
  private static let plainAlignment = 2 * MemoryLayout<UInt>.size

  /// Places for so many values, one behind the other.
  static func allocate(_ count: Int = 1, of extent: ValueExtent) -> UnsafeMutableRawPointer {
    let bytes = count * extent.stride
    guard extent.alignment <= plainAlignment else { return .allocate(byteCount: bytes, alignment: extent.alignment) }
    // Whoever has no memory left has no way to go on.
    guard let memory = unsafe malloc(bytes) else { return .allocate(byteCount: bytes, alignment: extent.alignment) }
    return unsafe memory
  }

  /// - Parameter extent: The same as before.
  static func deallocate(_ memory: UnsafeMutableRawPointer, of extent: ValueExtent) {
    if extent.alignment <= plainAlignment { unsafe free(memory) } else { unsafe memory.deallocate() }
  }
}

// MARK: - Kept values

/// A copy of a value, kept from one state to the next. Only of proven types: it keeps no object of the app alive that can change.
@safe
final class KeptValue {
  /// Lives as long as the comparison that asks for it. What is let go of later may outlive that, and needs nothing but ``memory``.
  private let heldType: Unmanaged<ComparedType>
  private let memory: any ValueMemory.Type
  private let place: UnsafeMutableRawPointer
  /// The number of what ``Capture`` keeps of it; 0 before there is anything.
  var captureNumber = 0
  /// What was in it and is not any more.
  private var gone: DeferredReleases?

  init(_ value: ErasedValuePointer) {
    unsafe heldType = value.heldType
    memory = value.withType { $0.plan.memory }
    unsafe place = PlainMemory.allocate(of: memory.extent)
    unsafe memory.copy(value.address, to: place)
  }

  deinit {
    unsafe memory.destroy(place)
    unsafe PlainMemory.deallocate(place, of: memory.extent)
  }

  var type: ComparedType { unsafe heldType.takeUnretainedValue() }

  func hasSameBytes(as other: ErasedValuePointer) -> Bool { type === other.type && withValue { $0.hasSameBytes(as: other) } }

  func hasSameBytes(as other: KeptValue) -> Bool { other.withValue { hasSameBytes(as: $0) } }

  var hashOfBytes: UInt64 { withValue { $0.hashOfBytes } }

  /// Sees to it that the app shares no long list with what is kept that it has just changed a little, at the expense of the earlier value:
  /// that one is only good for being let go afterwards. What `capture` keeps of it follows.
  ///
  /// - Parameter known: What the comparison of both found last.
  /// - Returns: Whether the value has lists of its own now.
  func reuseUniqueBuffers(insteadOf earlier: KeptValue, _ known: ListDifference?, _ capture: Capture) -> Bool {
    guard earlier !== self, type === earlier.type, !type.isListless, let lists = type.lists else { return false }
    var hasOwn = false
    unsafe earlier.gone = lists.reuseUniqueBuffers(place, insteadOf: earlier.place, known) { type, elements, list in
      hasOwn = true
      unsafe capture.replaceKept(type, elements, with: list, of: self)
    }
    return hasOwn
  }

  func withValue<Result>(_ body: (ErasedValuePointer) -> Result) -> Result {
    withExtendedLifetime(self) { unsafe body(ErasedValuePointer(heldType, at: UnsafeRawPointer(place))) }
  }
}
