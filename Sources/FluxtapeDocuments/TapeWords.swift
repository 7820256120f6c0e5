import FluxtapeJSON

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// Memory for the words of a tape. It grows while a text is parsed and is only read afterwards.
///
/// It is not an `Array`: `realloc` moves the pages of a large tape instead of copying them, and returns the unused memory.
@safe struct TapeWords: ~Copyable {
  // Sound: the first `count` of `capacity` words are initialized, every access is checked, and no pointer leaves this file.
  private var base: UnsafeMutablePointer<UInt64>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 64) {
    self.capacity = max(capacity, 16)
    unsafe base = Self.resized(nil, to: self.capacity)
  }

  deinit { unsafe free(base) }

  /// Returns memory for `capacity` words with the contents of `old`. Running out of memory is fatal, as with every array.
  private static func resized(_ old: UnsafeMutablePointer<UInt64>?, to capacity: Int) -> UnsafeMutablePointer<UInt64> {
    guard let new = unsafe realloc(old, capacity * MemoryLayout<UInt64>.stride) else {
      preconditionFailure("no memory for \(capacity) words")
    }
    return unsafe new.assumingMemoryBound(to: UInt64.self)
  }
}

// The parser that owns a tape is the only one to change it; a text only reads it. A noncopyable tape has one owner.
extension TapeWords: @unchecked Sendable {}

extension TapeWords {
  @inline(__always)
  mutating func append(_ word: UInt64) {
    if count == capacity { grow() }
    unsafe base[count] = word
    count &+= 1
  }

  @inline(__always)
  subscript(place: Int) -> UInt64 {
    get {
      precondition(place >= 0 && place < count)
      return unsafe base[place]
    }
    set {
      precondition(place >= 0 && place < count)
      unsafe base[place] = newValue
    }
  }

  /// Drops the words from `place` on.
  mutating func truncate(to place: Int) {
    precondition(place >= 0 && place <= count)
    count = place
  }

  /// Returns the unused memory.
  mutating func shrink() {
    guard capacity > count, capacity > 16 else { return }
    capacity = max(count, 16)
    unsafe base = Self.resized(base, to: capacity)
  }

  @inline(never)
  private mutating func grow() {
    capacity *= 2
    unsafe base = Self.resized(base, to: capacity)
  }
}
