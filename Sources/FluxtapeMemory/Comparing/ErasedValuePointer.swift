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

// Values identified by their addresses.
//
// Sound: an `ErasedValuePointer` points to a value of its type that outlives it: an argument during a call, a kept copy, an element of a
// retained array. It is passed down the calls of one comparison and never stored. The table that made the types retains them as long as the
// comparison lives.

/// A pointer to a value whose type is known only at run time.
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

  /// Passes the type to `body` without reference counting.
  @inline(__always)
  func withType<Result>(_ body: (ComparedType) -> Result) -> Result { unsafe heldType._withUnsafeGuaranteedRef(body) }

  @inline(__always)
  func hasSameType(as other: ErasedValuePointer) -> Bool { unsafe heldType.toOpaque() == other.heldType.toOpaque() }

  /// Whether both have the same bytes. This proves equality if the type is proven.
  @inline(__always)
  func hasSameBytes(as other: ErasedValuePointer) -> Bool {
    unsafe heldType._withUnsafeGuaranteedRef { unsafe $0.layout.areEqual(address, other.address) }
  }

  /// A hash that is equal for values with the same bytes.
  var hashOfBytes: UInt64 { unsafe type.layout.hash(address) }
}

extension ErasedValuePointer {
  /// Passes `value` to `body`.
  @inline(__always)
  static func with<Value, Result>(_ value: Value, of type: ComparedType, _ body: (ErasedValuePointer) -> Result) -> Result {
    unsafe withUnsafePointer(to: value) { unsafe body(ErasedValuePointer(type, at: UnsafeRawPointer($0))) }
  }

  @inline(__always)
  init(_ type: Unmanaged<ComparedType>, at address: UnsafeRawPointer) {
    unsafe heldType = type
    unsafe self.address = address
  }

  /// The string; only if the type is `String`.
  var text: String { unsafe address.assumingMemoryBound(to: String.self).pointee }

  /// Whether the value is NaN. NaNs with different bytes are all written alike.
  var isNotANumber: Bool { unsafe withType { $0.plan.type == Double.self } && address.assumingMemoryBound(to: Double.self).pointee.isNaN }

  /// Calls the value's `encode(to:)`.
  func encode(with access: any EncodableAccess.Type, to encoder: any Encoder) throws { try unsafe access.encode(address, to: encoder) }

  func withWrapped<Result>(by access: any OptionalAccess, _ type: ComparedType, _ body: (ErasedValuePointer?) -> Result) -> Result {
    unsafe body(access.hasValue(address) ? ErasedValuePointer(type, at: address) : nil)
  }

  /// - Returns: The result of `body`, never `nil`. (The optional spares the code in between a lookup of the result type.)
  @inline(__always)
  func withElements<Result>(by access: any ListAccess, _ types: ComparedTypes, _ body: (PlacedElements) -> Result) -> Result? {
    let type = unsafe types.find(access.elementType)
    return unsafe access.withElements(address) { start, count in unsafe body(PlacedElements(type, at: start, count: count)) }
  }
}

// MARK: - Existentials and objects

extension ErasedValuePointer {
  /// Passes the value to `body` with its dynamic type.
  ///
  /// - Returns: `nil` if the value hides its type.
  func withDynamic<Result>(_ types: ComparedTypes, _ body: (ErasedValuePointer) -> Result) -> Result? {
    func open<Value>(_ value: Value) -> Result { ErasedValuePointer.with(value, of: types.of(Value.self), body) }
    let value = type.plan.type == AnyHashable.self ? (boxed as? AnyHashable)?.base ?? boxed : boxed
    return Existential.hidesItsType(value) ? nil : _openExistential(value, do: open)
  }

  var boxed: Any { unsafe type.plan.memory.boxed(address) }

  /// The object, if the type is a class.
  var object: AnyObject? { type.isObject ? boxed as AnyObject : nil }
}

extension ValueWriter {
  /// Only in an open context; see ``write(number:at:)``.
  func write(number value: ErasedValuePointer) -> Bool { value.withType { unsafe write(number: $0.plan.type, at: value.address) } }

  func write(_ value: ErasedValuePointer, in context: WritingContext) {
    value.withType { unsafe write($0.plan.type, at: value.address, in: context) }
  }
}

// MARK: - Elements

/// Contiguous values of one type.
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

  /// Passes the layout of the elements to `body` without reference counting.
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

  /// The elements in a range.
  subscript(places: Range<Int>) -> PlacedElements {
    precondition(places.lowerBound >= 0 && places.upperBound <= count)
    return unsafe PlacedElements(heldType, at: address(places.lowerBound), count: places.count)
  }

  /// The first index from `from` on at which the bytes differ from those of `other`; the smaller count if there is none.
  func firstDifference(from: Int, with other: PlacedElements) -> Int {
    let count = min(count, other.count)
    guard from < count, let start = unsafe start, let otherStart = unsafe other.start else { return count }
    return withLayout { unsafe $0.firstDifference(start, otherStart, from: from, count: count) }
  }

  /// Does the same from the start, faster if the elements differ at `place`.
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

  /// Notes that the elements differ from those of `other`, an array of equal length, only at this index, or nowhere.
  func difference(at place: Int?, from other: PlacedElements) -> ListDifference? {
    guard count == other.count, let start = unsafe start, let otherStart = unsafe other.start else { return nil }
    return unsafe ListDifference(between: start, and: otherStart, count: count, at: place)
  }

  /// The number of trailing elements with the same bytes, at most `limit`.
  func commonSuffix(with other: PlacedElements, limit: Int) -> Int {
    guard limit > 0, let end = unsafe address(count), let otherEnd = unsafe other.address(other.count) else { return 0 }
    return withLayout { unsafe $0.commonSuffix(end, otherEnd, limit: limit) }
  }

  /// The share of equal words in two elements, in thousandths.
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

/// Memory for values that are replaced in each step. Swift's allocation by size and alignment uses the system's slower functions for
/// unusual alignments.
enum PlainMemory {
  /// The alignment that `malloc` guarantees.
  private static let plainAlignment = 2 * MemoryLayout<UInt>.size

  /// Allocates contiguous slots for this many values.
  static func allocate(_ count: Int = 1, of extent: ValueExtent) -> UnsafeMutableRawPointer {
    let bytes = count * extent.stride
    guard extent.alignment <= plainAlignment else { return .allocate(byteCount: bytes, alignment: extent.alignment) }
    // Out of memory: let Swift's allocator trap.
    guard let memory = unsafe malloc(bytes) else { return .allocate(byteCount: bytes, alignment: extent.alignment) }
    return unsafe memory
  }

  /// - Parameter extent: The same as for the allocation.
  static func deallocate(_ memory: UnsafeMutableRawPointer, of extent: ValueExtent) {
    if extent.alignment <= plainAlignment { unsafe free(memory) } else { unsafe memory.deallocate() }
  }
}

// MARK: - Kept values

/// A copy of a value, kept from one state to the next. Only for proven types, so it retains no mutable object of the app.
@safe
final class KeptValue {
  /// Lives as long as the comparison that uses it. Values released later may outlive that, and need only ``memory``.
  private let heldType: Unmanaged<ComparedType>
  private let memory: any ValueMemory.Type
  private let place: UnsafeMutableRawPointer
  /// The number of the parts that ``Capture`` keeps of it; 0 if there are none.
  var captureNumber = 0
  /// Elements that were replaced in it.
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

  /// Replaces long arrays that changed a little by the earlier value's updated arrays, so that the app no longer shares their buffers.
  /// Afterwards the earlier value may only be released. The parts that `capture` keeps are updated, too.
  ///
  /// - Parameter known: The last result of comparing both values.
  /// - Returns: Whether the value received any array.
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
