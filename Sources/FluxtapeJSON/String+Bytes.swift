#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

// JSON strings are compared by code units. Swift's `==` would consider "é" and its decomposed form equal and hide a change.
//
// The unsafe code of this module is in this file and in Array+Storage.swift: it gives access through a `Span` to a string's storage, and to
// bytes that become a string.

extension String {
  /// Passes the UTF-8 bytes to `body` without a copy, if the string is stored as UTF-8 (every native string is).
  @inlinable
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    // Sound: the buffer lives as long as the call, and a span cannot leave it.
    if let result = unsafe utf8.withContiguousStorageIfAvailable({ buffer in unsafe body(buffer.span) }) { return result }
    var text = self
    return text.withUTF8 { buffer in unsafe body(buffer.span) }
  }

  /// Creates a string from bytes that are known to be UTF-8.
  package init(utf8Bytes bytes: Span<UInt8>) {
    // Sound: `String` copies the bytes during the call, and would repair invalid UTF-8.
    self = unsafe bytes.withUnsafeBufferPointer { buffer in unsafe String(decoding: buffer, as: UTF8.self) }
  }

  /// Whether both strings have the same UTF-8 bytes.
  @usableFromInline
  package func hasSameBytes(as other: String) -> Bool {
    let (left, right) = (utf8, other.utf8)
    guard left.count == right.count else { return false }
    let areSame = unsafe left.withContiguousStorageIfAvailable { left in
      unsafe right.withContiguousStorageIfAvailable { right in
        // Sound: both buffers are valid during the call and have `left.count` bytes. Without an address both are empty.
        guard let left = left.baseAddress, let right = right.baseAddress else { return true }
        return unsafe memcmp(left, right, self.utf8.count) == 0
      }
    }
    return (areSame ?? nil) ?? left.elementsEqual(right)
  }

  /// Does the same, faster for copies of one string.
  @inlinable
  package func isSameText(as other: String) -> Bool {
    isCopy(of: other) || (utf8.count == other.utf8.count && hasSameBytes(as: other))
  }

  /// Whether both have the same words in memory, and therefore the same bytes.
  @inlinable @inline(__always)
  package func isCopy(of other: String) -> Bool {
    #if _pointerBitWidth(_64)
    let (left, right) = unsafe (unsafeBitCast(self, to: (UInt64, UInt64).self), unsafeBitCast(other, to: (UInt64, UInt64).self))
    return left == right
    #else
    return unsafe withUnsafeBytes(of: self) { left in unsafe withUnsafeBytes(of: other) { right in unsafe left.elementsEqual(right) } }
    #endif
  }

  /// Whether this string's UTF-8 bytes sort before those of `other`.
  package func precedesByBytes(_ other: String) -> Bool {
    withBytes { left in
      other.withBytes { right in
        let shorter = min(left.count, right.count)
        let common = left.commonPrefix(with: right, limit: shorter)
        return common < shorter ? left[common] < right[common] : left.count < right.count
      }
    }
  }

  /// The lengths in bytes of the common prefix, and of the common suffix of the rest, cut between Unicode scalars.
  package func commonEnds(with other: String) -> (prefix: Int, suffix: Int) {
    withBytes { left in other.withBytes { right in left.commonEnds(with: right) } }
  }
}

extension Hasher {
  package mutating func combineBytes(of string: String) {
    let isDone: Void? = unsafe string.utf8.withContiguousStorageIfAvailable { buffer in
      // Sound: the bytes are read only during the call.
      unsafe combine(bytes: UnsafeRawBufferPointer(buffer))
    }
    if isDone == nil { for byte in string.utf8 { combine(byte) } }
    combine(UInt8.max)  // no UTF-8 byte: ends the string, so that neighbors do not run together
  }
}

// MARK: - Eight bytes at a time

// Texts are compared and counted at every keystroke. Sound: a word is read only if all its bytes lie before the limit.

extension Span<UInt8> {
  /// The lengths in bytes of the common prefix of two UTF-8 texts, and of the common suffix of the rest, cut between Unicode scalars.
  package func commonEnds(with other: Span<UInt8>) -> (prefix: Int, suffix: Int) {
    let shorter = min(count, other.count)
    var prefix = commonPrefix(with: other, limit: shorter)
    // The first different byte may be a continuation byte, on either side, since the prefix may be one of the whole texts.
    while prefix > 0, isInsideScalar(prefix) || other.isInsideScalar(prefix) { prefix -= 1 }
    var suffix = commonSuffix(with: other, limit: shorter - prefix)
    while suffix > 0, isInsideScalar(count - suffix) { suffix -= 1 }
    return (prefix, suffix)
  }

  private func isInsideScalar(_ place: Int) -> Bool { place < count && self[place] & 0xC0 == 0x80 }

  /// A copy of the bytes in `range`.
  package func bytes(_ range: Range<Int>) -> [UInt8] {
    // Sound: the bytes are copied during the call.
    unsafe extracting(range).withUnsafeBufferPointer { buffer in unsafe Array(buffer) }
  }

  /// Appends a copy of the bytes in `range`.
  package func append(_ range: Range<Int>, to bytes: inout [UInt8]) {
    // Sound: the bytes are copied during the call.
    unsafe extracting(range).withUnsafeBufferPointer { buffer in unsafe bytes.append(contentsOf: buffer) }
  }

  /// The eight bytes from `place` on, the first one in the lowest bits.
  @inlinable @inline(__always)
  package func word(at place: Int) -> UInt64 {
    precondition(place >= 0 && place <= count &- 8)
    return unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
  }

  /// The length of the common prefix, at most `limit`, which must not exceed either length.
  fileprivate func commonPrefix(with other: Span<UInt8>, limit: Int) -> Int {
    precondition(limit <= count && limit <= other.count)
    var common = 0
    while common &+ 8 <= limit {
      let difference = self[word: common] ^ other[word: common]
      if difference != 0 { return common &+ difference.trailingZeroBitCount / 8 }
      common &+= 8
    }
    guard common < limit, limit >= 8 else {
      while common < limit, self[common] == other[common] { common &+= 1 }
      return common
    }
    // The last eight bytes; the first of them are known to be equal.
    let difference = self[word: limit &- 8] ^ other[word: limit &- 8]
    return difference == 0 ? limit : limit &- 8 &+ difference.trailingZeroBitCount / 8
  }

  /// The length of the common suffix, at most `limit`, which must not exceed either length.
  private func commonSuffix(with other: Span<UInt8>, limit: Int) -> Int {
    precondition(limit <= count && limit <= other.count)
    var common = 0
    while common &+ 8 <= limit {
      let difference = self[word: count &- common &- 8] ^ other[word: other.count &- common &- 8]
      if difference != 0 { return common &+ difference.leadingZeroBitCount / 8 }
      common &+= 8
    }
    guard common < limit, limit >= 8 else {
      while common < limit, self[count &- 1 &- common] == other[other.count &- 1 &- common] { common &+= 1 }
      return common
    }
    // The first eight bytes; the last of them are known to be equal.
    let difference = self[word: count &- limit] ^ other[word: other.count &- limit]
    return difference == 0 ? limit : limit &- 8 &+ difference.leadingZeroBitCount / 8
  }

  /// The number of Unicode scalars in UTF-8 bytes: all bytes except those of the form `10xxxxxx`.
  package func scalarCount(in range: Range<Int>) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    var (place, inside) = (range.lowerBound, 0)
    while place &+ 8 <= range.upperBound {
      // A separate count for each of the eight byte positions, with room for 255. (Counting the bits of each word takes three times as
      // long.)
      let end = place &+ min((range.upperBound &- place) & ~7, 255 &* 8)
      var counts: UInt64 = 0
      while place < end {
        counts &+= Self.insideScalars(self[word: place])
        place &+= 8
      }
      inside &+= Self.sum(counts)
    }
    guard place < range.upperBound, range.count >= 8 else {
      while place < range.upperBound {
        if self[place] & 0xC0 == 0x80 { inside &+= 1 }
        place &+= 1
      }
      return range.count &- inside
    }
    // The last eight bytes, without those that are already counted.
    let rest = self[word: range.upperBound &- 8] >> UInt64(8 &* (8 &- (range.upperBound &- place)))
    return range.count &- inside &- Self.sum(Self.insideScalars(rest))
  }

  /// Reads like ``word(at:)``, but without a bounds check.
  private subscript(word place: Int) -> UInt64 {
    @inline(__always)
    get { unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self).littleEndian }
  }

  /// 1 in each byte of the word with the form `10xxxxxx`, otherwise 0.
  @inline(__always)
  private static func insideScalars(_ word: UInt64) -> UInt64 { (word & ~(word << 1)) >> 7 & 0x0101_0101_0101_0101 }

  /// The sum of the eight bytes.
  @inline(__always)
  private static func sum(_ counts: UInt64) -> Int {
    let pairs = (counts & 0x00FF_00FF_00FF_00FF) &+ (counts >> 8 & 0x00FF_00FF_00FF_00FF)
    return Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) >> 48)
  }
}
