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

/// The significant bytes of a value, and comparison by these bytes alone.
///
/// The padding between the fields of a struct has no meaning. Copying a value need not copy its padding, and after a copy on write the
/// elements of an array may differ from the originals there: with `memcmp` alone all of them would seem to have changed.
///
/// Sound: the addresses are those of live values of the type, of which exactly `size` bytes are read; methods with a count read arrays of
/// them. `words`, `blockWords` and `runs` are written only in `init`, so any thread may read them.
@safe
final class SignificantBytes: Sendable {
  private let size: Int
  private let stride: Int
  /// The number of elements compared at once.
  private let block: Int
  /// Whether all bytes count, so that `memcmp` suffices.
  private let isDense: Bool
  /// The masks of each whole word of eight bytes, and of the trailing bytes; `nil` if values are not aligned to eight bytes.
  private nonisolated(unsafe) let words: UnsafeMutablePointer<UInt64>?
  /// The masks of a whole block of elements; `nil` if `memcmp` suffices, or if a block is one element.
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
      // Fast path for numbers, references and strings, without a call.
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
    // A plain loop over pointers, since it runs for each element of a large array, also in unoptimized builds.
    while index < count {
      if unsafe (oldWords[index] ^ newWords[index]) & masks[index] != 0 { return false }
      index &+= 1
    }
    if count &* 8 == size { return true }
    return unsafe (tail(old) ^ tail(new)) & masks[count] == 0
  }

  /// The bytes after the last whole word, read one by one.
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

  /// Multiplies and folds like wyhash, with the constant of Fibonacci hashing (Knuth, TAOCP 6.4).
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
  /// Bytes compared by one `memcmp`. For unchanged bytes it is many times faster than any loop here.
  private static let blockBytes = 2048

  /// The number of elements below which the different one is searched for one by one.
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

  /// Whether `count` elements, at most a block, are certainly equal.
  private func areEqual(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, count: Int) -> Bool {
    // The padding behind the last element does not belong to it.
    if unsafe memcmp(old, new, (count &- 1) &* stride &+ size) == 0 { return true }
    guard let masks = unsafe blockWords else { return false }
    let oldWords = unsafe old.assumingMemoryBound(to: UInt64.self)
    let newWords = unsafe new.assumingMemoryBound(to: UInt64.self)
    let last = (count &- 1) &* stride
    var difference: UInt64 = 0
    var index = 0
    // Without an early exit, so that the compiler can vectorize the loop.
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
