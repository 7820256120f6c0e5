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

/// Memory for the words of a tape. It grows while a text is read and is only read afterwards.
///
/// Not an `Array`: `realloc` moves the pages of a large tape instead of copying them, and what it never needed is given back.
@safe struct TapeWords: ~Copyable {
  // Sound: the first `count` of `capacity` words are initialized, every place is checked, and no pointer leaves this file.
  private var base: UnsafeMutablePointer<UInt64>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 64) {
    self.capacity = max(capacity, 16)
    unsafe base = Self.resized(nil, to: self.capacity)
  }

  deinit { unsafe free(base) }

  /// Memory for so many words with what `old` held. Without memory a program cannot go on, here as with every array.
  private static func resized(_ old: UnsafeMutablePointer<UInt64>?, to capacity: Int) -> UnsafeMutablePointer<UInt64> {
    guard let new = unsafe realloc(old, capacity * MemoryLayout<UInt64>.stride) else {
      preconditionFailure("no memory for \(capacity) words")
    }
    return unsafe new.assumingMemoryBound(to: UInt64.self)
  }
}

// A tape is changed by the one parser that owns it, and by nobody once a text has taken it over. Not copyable, it has one owner.
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

  /// Gives back what is not used.
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
