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

/// The bytes of a value that mean something, and comparison by them alone.
///
/// Between the fields of a struct lie bytes without meaning. Whoever copies a value need not copy those, and what an array holds after a
/// copy on write differs from the original in them: compared with `memcmp` alone, all its elements would have changed.
///
/// Sound: the addresses are those of living values of the type that this was made for, of which exactly `size` bytes are read; for the
/// methods with a count, of arrays of them. `words`, `blockWords` and `runs` are written in `init` and never again, so any thread may read them.
@safe
final class SignificantBytes: Sendable {
  private let size: Int
  private let stride: Int
  /// Elements that are compared at once.
  private let block: Int
  /// Where all bytes count, the system compares them.
  private let isDense: Bool
  /// The mask of each whole eight bytes, and one for the bytes behind; none if the values need not lie at multiples of eight.
  private nonisolated(unsafe) let words: UnsafeMutablePointer<UInt64>?
  /// The masks of a whole block of elements; none where the system compares them, or where a block is one.
  private nonisolated(unsafe) let blockWords: UnsafeMutablePointer<UInt64>?
  private nonisolated(unsafe) let runs: UnsafeMutableBufferPointer<Range<Int>>

  init(_ significant: [Range<Int>], of extent: ValueExtent) {
    (size, stride) = (extent.size, extent.stride)
    block = max(Self.blockBytes / stride, 1)
    isDense = significant == [0..<size] || size == 0
    unsafe runs = .allocate(capacity: significant.count)
    _ = unsafe runs.initialize(from: significant)
    guard extent.alignment % 8 == 0, size > 0 else {
      unsafe (words, blockWords) = (nil, nil)
      return
    }
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: size / 8 + 1)
    unsafe words.initialize(repeating: 0, count: size / 8 + 1)
    for byte in significant.joined() { unsafe words[byte / 8] |= 0xFF << UInt64(byte % 8 * 8) }
    unsafe self.words = words
    guard !isDense, block > 1, stride % 8 == 0 else {
      unsafe blockWords = nil
      return
    }
    let blockWords = UnsafeMutablePointer<UInt64>.allocate(capacity: block * stride / 8)
    unsafe blockWords.initialize(repeating: 0, count: block * stride / 8)
    for element in 0..<block { unsafe (blockWords + element * stride / 8).update(from: words, count: (size + 7) / 8) }
    unsafe self.blockWords = blockWords
  }

  deinit {
    unsafe words?.deallocate()
    unsafe blockWords?.deallocate()
    unsafe runs.deallocate()
  }
}

// MARK: - One value

extension SignificantBytes {
  func areEqual(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    if isDense {
      // Numbers, references and texts, without a call.
      if size == 8 { return unsafe Self.isSameWord(old, new, at: 0) }
      if size == 16 { return unsafe Self.isSameWord(old, new, at: 0) && Self.isSameWord(old, new, at: 8) }
      return unsafe memcmp(old, new, size) == 0
    }
    if let words = unsafe words { return unsafe areEqual(old, new, masks: words) }
    return unsafe runs.allSatisfy { run in unsafe memcmp(old + run.lowerBound, new + run.lowerBound, run.count) == 0 }
  }

  @inline(__always)
  private static func isSameWord(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, at offset: Int) -> Bool {
    unsafe old.loadUnaligned(fromByteOffset: offset, as: UInt64.self) == new.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  private func areEqual(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, masks: UnsafeMutablePointer<UInt64>) -> Bool {
    let count = size / 8
    let oldWords = unsafe old.assumingMemoryBound(to: UInt64.self)
    let newWords = unsafe new.assumingMemoryBound(to: UInt64.self)
    var index = 0
    // A plain loop over pointers: this is what an element of a large array costs, in builds without optimization too.
    while index < count {
      if unsafe (oldWords[index] ^ newWords[index]) & masks[index] != 0 { return false }
      index &+= 1
    }
    if count &* 8 == size { return true }
    return unsafe (tail(old) ^ tail(new)) & masks[count] == 0
  }

  /// The bytes behind the last whole eight, which alone may be read.
  private func tail(_ value: UnsafeRawPointer) -> UInt64 {
    let bytes = unsafe value.assumingMemoryBound(to: UInt8.self)
    var word: UInt64 = 0
    var index = size
    while index > size & ~7 {
      index &-= 1
      word = unsafe word << 8 | UInt64(truncatingIfNeeded: bytes[index])
    }
    return word
  }

  /// Multiplies and folds, as wyhash and its kin do, with the constant of Fibonacci hashing (Knuth, TAOCP 6.4).
  func hash(_ value: UnsafeRawPointer) -> UInt64 {
    var hash: UInt64 = 0
    func mix(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    if let words = unsafe words {
      let count = size / 8
      let valueWords = unsafe value.assumingMemoryBound(to: UInt64.self)
      for index in 0..<count { unsafe mix(valueWords[index] & words[index]) }
      if count * 8 < size { unsafe mix(tail(value) & words[count]) }
    } else {
      let bytes = unsafe value.assumingMemoryBound(to: UInt8.self)
      unsafe runs.forEach { run in
        for byte in run { unsafe mix(UInt64(truncatingIfNeeded: bytes[byte])) }
      }
    }
    return hash
  }
}

// MARK: - Elements of arrays

extension SignificantBytes {
  /// Bytes that the system compares at once. Where nothing changed it is many times faster than any loop here.
  private static let blockBytes = 2048

  /// Elements among which the one that differs is looked for one by one.
  private static let fewElements = 8

  func firstDifference(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, from: Int, count: Int) -> Int {
    guard size > 0, unsafe old != new else { return count }
    var (start, block) = (from, self.block)
    while start < count {
      block = min(block, count &- start)
      if unsafe areEqual(old + start &* stride, new + start &* stride, count: block) {
        start = start &+ block
        block = min(2 &* block, self.block)
      } else if block > Self.fewElements {
        block /= 2
      } else {
        let end = start &+ block
        while start < end {
          guard unsafe areEqual(old + start &* stride, new + start &* stride) else { return start }
          start &+= 1
        }
      }
    }
    return count
  }

  /// Whether so many elements, no more than a block, are sure to be equal.
  private func areEqual(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, count: Int) -> Bool {
    // The bytes behind the last element are nobody's.
    if unsafe memcmp(old, new, (count &- 1) &* stride &+ size) == 0 { return true }
    guard let masks = unsafe blockWords else { return false }
    let oldWords = unsafe old.assumingMemoryBound(to: UInt64.self)
    let newWords = unsafe new.assumingMemoryBound(to: UInt64.self)
    let last = (count &- 1) &* stride
    var difference: UInt64 = 0
    var index = 0
    // Without a way out in the middle: so the compiler makes it work on several words at a time.
    while index < last / 8 {
      unsafe difference |= (oldWords[index] ^ newWords[index]) & masks[index]
      index &+= 1
    }
    return unsafe difference == 0 && areEqual(old + last, new + last)
  }

  func commonSuffix(_ oldEnd: UnsafeRawPointer, _ newEnd: UnsafeRawPointer, limit: Int) -> Int {
    guard size > 0, unsafe oldEnd != newEnd else { return limit }
    var common = 0
    while common < limit {
      let end = min(common &+ block, limit)
      if unsafe areEqual(oldEnd - end &* stride, newEnd - end &* stride, count: end &- common) {
        common = end
        continue
      }
      while common < end {
        let distance = (common &+ 1) &* stride
        guard unsafe areEqual(oldEnd - distance, newEnd - distance) else { return common }
        common &+= 1
      }
    }
    return limit
  }
}
