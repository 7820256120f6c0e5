import CMaskedBytes
import FluxtapeLog

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

// The unsafe code of this folder: it compares values and arrays of values by their bytes.
//
// Sound: a pointer is used only inside the call that provides it, and only to read the bytes of a live value. Bytes of padding may be
// uninitialized; they never decide anything, since they are masked, or since different bytes only cause a closer look.

/// The bytes of a type that carry meaning. A copy of a struct need not copy the padding between its fields.
struct ByteMask {
  let size: Int
  let stride: Int
  /// A mask for each word of eight bytes. `nil` if all bytes count.
  private(set) var words: [UInt64]?

  /// A mask in which all bytes count.
  init(size: Int, stride: Int) { (self.size, self.stride) = (size, stride) }

  /// - Parameter runs: The ranges of bytes that count.
  init(size: Int, stride: Int, runs: [Range<Int>]) {
    self.init(size: size, stride: stride)
    // Other strides have no whole words; there, padding causes a closer look.
    guard runs != [0..<size], stride % 8 == 0, size > 0 else { return }
    var words = [UInt64](repeating: 0, count: stride / 8)
    for byte in runs.joined() { words[byte / 8] |= 0xFF << UInt64(byte % 8 * 8) }
    self.words = words
  }

  fileprivate func areSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    if unsafe memcmp(left, right, size) == 0 { return true }
    guard let words else { return false }
    return words.indices.allSatisfy { unsafe (word(left, $0) ^ word(right, $0)) & words[$0] == 0 }
  }

  /// Reads a word; the last one of a value may be incomplete.
  @inline(__always)
  private func word(_ start: UnsafeRawPointer, _ place: Int) -> UInt64 {
    if place &* 8 &+ 8 <= size { return unsafe start.loadUnaligned(fromByteOffset: place &* 8, as: UInt64.self) }
    return (place * 8..<max(place * 8, size)).reduce(0) {
      unsafe $0 | UInt64(start.load(fromByteOffset: $1, as: UInt8.self)) << UInt64(($1 % 8) * 8)
    }
  }

  fileprivate func firstDifference(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, in places: Range<Int>) -> Int? {
    let block = max(1, Self.blockBytes / max(1, stride))
    var place = places.lowerBound
    while place < places.upperBound {
      let next = min(places.upperBound, place + block)
      if unsafe memcmp(left + place &* stride, right + place &* stride, (next - place) &* stride) != 0,
        let found = unsafe difference(left, right, from: place, to: next)
      {
        return found
      }
      place = next
    }
    return nil
  }

  private static let blockBytes = 4096

  /// The number of equal elements at the ends of two arrays of one length.
  fileprivate func commonSuffix(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Int {
    let block = max(1, Self.blockBytes / max(1, stride))
    var end = count
    while end > 0 {
      let start = max(0, end - block)
      if unsafe memcmp(left + start &* stride, right + start &* stride, (end - start) &* stride) != 0 {
        let last = (start..<end).last { unsafe !areSame(left + $0 &* stride, right + $0 &* stride) }
        if let last { return count - 1 - last }
      }
      end = start
    }
    return count
  }

  private func difference(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, from start: Int, to end: Int) -> Int? {
    guard let words else { return (start..<end).first { unsafe memcmp(left + $0 &* stride, right + $0 &* stride, size) != 0 } }
    let place = unsafe words.withUnsafeBufferPointer {
      unsafe cmaskedbytes_first_difference(left, right, start, end, stride / 8, $0.baseAddress)
    }
    return place < end ? place : nil
  }
}

// MARK: - Values

extension ByteMask {
  /// Whether two values of the type have the same bytes.
  func areSame(_ left: Subject, _ right: Subject) -> Bool {
    precondition(left.facts.size == size && right.facts.size == size)
    return unsafe left.withAddress { left in unsafe right.withAddress { unsafe areSame(left, $0) } }
  }

  func areSame<Value>(_ left: Value, _ right: Value) -> Bool {
    precondition(MemoryLayout<Value>.size == size)
    return unsafe withUnsafePointer(to: left) { left in
      unsafe withUnsafePointer(to: right) { unsafe areSame(UnsafeRawPointer(left), UnsafeRawPointer($0)) }
    }
  }
}

// MARK: - Elements

extension ByteMask {
  /// The first index among `places` at which the elements differ.
  func firstDifference(_ left: Elements, _ right: Elements, in places: Range<Int>) -> Int? {
    precondition(places.isEmpty || places.lowerBound >= 0 && places.upperBound <= min(left.count, right.count))
    return unsafe withStarts(left, right) { unsafe $0 == $1 ? nil : firstDifference($0, $1, in: places) } ?? nil
  }

  /// The number of elements at the ends of both arrays that have the same bytes, at most `limit`.
  func commonSuffix(_ left: Elements, _ right: Elements, limit: Int) -> Int {
    precondition(limit <= min(left.count, right.count))
    let suffix = unsafe withStarts(left, right) {
      unsafe commonSuffix($0 + (left.count - limit) &* stride, $1 + (right.count - limit) &* stride, count: limit)
    }
    return suffix ?? 0
  }

  private func withStarts<Result>(
    _ left: Elements, _ right: Elements, _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Result
  ) -> Result? {
    precondition(left.facts.stride == stride && right.facts.stride == stride)
    return unsafe left.withStart { left in unsafe right.withStart { unsafe body(left, $0) } } ?? nil
  }
}

// MARK: - Accounting

/// Checks whether the parts that a value writes make up all of its bytes.
///
/// The parts have to lie one behind the other in the value's memory, as the fields of a struct do. Then the value hides nothing, above all
/// no reference to an object that may change in place.
@safe struct MemoryAccount {
  private let start: UnsafeRawPointer?
  private let size: Int
  private var end = 0
  private(set) var isBroken: Bool

  /// An account that is never complete.
  static var broken: MemoryAccount { unsafe MemoryAccount(of: nil, size: 0) }

  @unsafe init(of start: UnsafeRawPointer?, size: Int) {
    unsafe (self.start, self.size, isBroken) = (start, size, start == nil)
  }

  /// Accounts for the next part. Returns its offset.
  @discardableResult
  mutating func add(_ part: Subject, _ mask: ByteMask) -> Int {
    let alignment = part.facts.alignment
    let offset = (end + alignment - 1) / alignment * alignment
    end = offset + part.facts.size
    guard let start = unsafe start, !isBroken, end <= size else {
      isBroken = true
      return offset
    }
    unsafe isBroken = part.withAddress { unsafe !mask.areSame(start + offset, $0) }
    return offset
  }

  var isComplete: Bool { !isBroken && end == size }
}

// MARK: - Known types

/// Returns the value as the type that it is known to have.
@inline(__always)
func known<Value, Target>(_ value: Value, as type: Target.Type) -> Target {
  precondition(Value.self == Target.self)
  // Sound: both types are the same.
  return unsafe unsafeBitCast(value, to: type)
}

// MARK: - Bytes of texts

extension String {
  /// Whether both texts have the same bytes. As strings, texts that differ only in their normalization are equal.
  func hasSameBytes(as other: String) -> Bool {
    // Most names that are compared are copies of one text.
    let isCopy = unsafe withUnsafePointer(to: self) { left in
      unsafe withUnsafePointer(to: other) { unsafe memcmp(left, $0, MemoryLayout<String>.size) == 0 }
    }
    return isCopy || utf8.count == other.utf8.count && withUTF8Span { left in other.withUTF8Span { left.has($0, in: left.indices) } }
  }

  /// Whether the bytes of this text sort before those of another one.
  func precedesByBytes(_ other: String) -> Bool {
    withUTF8Span { left in
      other.withUTF8Span { right in
        let shorter = min(left.count, right.count)
        let order = unsafe left.withUnsafeBufferPointer { left in
          unsafe right.withUnsafeBufferPointer { right in
            guard let left = left.baseAddress, let right = right.baseAddress else { return 0 }
            return Int(unsafe memcmp(left, right, shorter))
          }
        }
        return order < 0 || order == 0 && left.count < right.count
      }
    }
  }
}

extension Span<UInt8> {
  /// The first place from `start` on with a byte, or ``count``.
  func place(of byte: UInt8, from start: Int) -> Int {
    precondition(start >= 0 && start <= count)
    return unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, start < bytes.count else { return bytes.count }
      guard let found = unsafe memchr(base + start, CInt(byte), bytes.count - start) else { return bytes.count }
      return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }

  /// Whether a range has the same bytes as another text.
  func has(_ other: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard range.count == other.count, range.upperBound <= count else { return false }
    return unsafe extracting(range).withUnsafeBufferPointer { left in
      unsafe other.withUnsafeBufferPointer { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return true }
        return unsafe memcmp(left, right, other.count) == 0
      }
    }
  }
}
