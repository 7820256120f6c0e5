#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

// The unsafe code of the index is here. It is sound for three reasons: every place is compared with `count` before memory is read; the
// padding is as long as the largest read; and the view does not outlive the call that it is passed to.

/// Bytes that are read up to eight at a time.
@safe struct PaddedBytes {
  /// The number of bytes that must follow the last one. Their values do not matter.
  static let padding = 8

  private let base: UnsafeRawPointer
  /// The number of bytes without the padding.
  let count: Int

  private init(base: UnsafeRawPointer, count: Int) {
    unsafe self.base = unsafe base
    self.count = count
  }

  /// Passes a view of the first `count` bytes to `body`; the padding must follow them.
  @inline(__always) static func with<Result, Failure>(
    _ bytes: borrowing [UInt8], count: Int, _ body: (PaddedBytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(count >= 0 && count + padding <= bytes.count)
    return try unsafe bytes.span.withUnsafeBytes { (buffer) throws(Failure) in
      // It is never nil, as there is padding.
      guard let base = buffer.baseAddress else { preconditionFailure("no padding") }
      return try body(unsafe PaddedBytes(base: base, count: count))
    }
  }
}

extension PaddedBytes {
  @inline(__always) subscript(place: Int) -> UInt8 {
    precondition(UInt(bitPattern: place) <= UInt(bitPattern: count))
    return unsafe base.load(fromByteOffset: place, as: UInt8.self)
  }

  /// The eight bytes from `place` on, the first in the lowest bits.
  @inline(__always) func word(at place: Int) -> UInt64 {
    precondition(UInt(bitPattern: place) <= UInt(bitPattern: count))
    return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  /// The first place of `byte` from `start` on and before `end`.
  @inline(__always) func first(_ byte: UInt8, from start: Int, to end: Int) -> Int? {
    precondition(start >= 0 && start <= end && end <= count)
    guard let found = unsafe memchr(base + start, Int32(byte), end - start) else { return nil }
    return unsafe UnsafeRawPointer(found) - base
  }

  /// Appends these bytes to others.
  func append(_ range: Range<Int>, to bytes: inout [UInt8]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  func bytes(_ range: Range<Int>) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe Array(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// Whether the bytes in `range` equal those of `others` from `start` on.
  @inline(__always) func isEqual(_ range: Range<Int>, to others: borrowing [UInt8], from start: Int) -> Bool {
    precondition(range.lowerBound >= 0 && range.upperBound <= count && start >= 0 && start + range.count <= others.count)
    return unsafe others.withUnsafeBytes { others in
      guard let other = others.baseAddress else { return range.isEmpty }
      return unsafe memcmp(base + range.lowerBound, other + start, range.count) == 0
    }
  }
}
