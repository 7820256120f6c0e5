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

/// Allocates the slots of a ``CopyArena`` with gaps between them, and traps if anything was written outside of a slot.
///
/// A slot has exactly the size of its ``ValueExtent``. Gaps and freed slots hold a pattern, which is checked when an adjacent slot is
/// taken, written or freed. The address sanitizer, if present, is told about the same bytes, and detects reads, too.
///
///     ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ slot of an Int?  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ slot of a UInt8  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ free
///                      a multiple of 16, or more         stride of the type  16 bytes, or more
///
/// Sound: blocks live as long as this object. Slots lie in them consecutively and are freed in reverse order.
@safe
final class ArenaGuards {
  private var blocks: [UnsafeMutableRawBufferPointer] = unsafe []
  private var places: [Place] = []

  private struct Place {
    let block: Int
    let bytes: Range<Int>
    /// The end of the gap behind the slot.
    var end: Int { ArenaGuards.end(ofGapAt: bytes.upperBound) }
  }

  /// The minimum size of a gap in bytes, and the alignment of slots: of each eight bytes the sanitizer can poison only the last ones.
  private static let gap = 16

  private static let blockBytes = 1 << 14

  deinit {
    unsafe blocks.forEach { block in
      unsafe Sanitizer.allow(block)
      unsafe block.deallocate()
    }
  }

  /// Whether the address sanitizer checks reads, too.
  static var isSanitized: Bool { Sanitizer.isThere }

  func take(_ extent: ValueExtent) -> UnsafeMutableRawPointer {
    let place = room(for: extent)
    let bytes = unsafe self.bytes(of: place)
    unsafe Self.check(bytes.start - Self.gap, count: place.end - place.bytes.lowerBound + Self.gap)
    unsafe Sanitizer.allow(UnsafeMutableRawBufferPointer(start: bytes.start, count: bytes.count))
    places.append(place)
    return unsafe bytes.start
  }

  /// Frees all slots except the first `count`.
  func giveBack(downTo count: Int) {
    while places.count > count, let place = places.popLast() {
      let bytes = unsafe self.bytes(of: place)
      unsafe Self.checkGaps(around: bytes.start, bytes.count)
      unsafe Self.free(UnsafeMutableRawBufferPointer(start: bytes.start, count: bytes.count))
    }
  }

  /// Checks the gaps on both sides of a slot that was written.
  static func checkGaps(around place: UnsafeMutableRawPointer, _ extent: ValueExtent) {
    unsafe checkGaps(around: place, extent.stride)
  }

  private static func checkGaps(around place: UnsafeMutableRawPointer, _ count: Int) {
    unsafe check(place - gap, count: gap)
    let behind = UInt(bitPattern: place) % UInt(gap) + UInt(count)
    unsafe check(place + count, count: end(ofGapAt: Int(behind)) - Int(behind))
  }

  // MARK: Slots

  private func bytes(of place: Place) -> (start: UnsafeMutableRawPointer, count: Int) {
    guard let base = unsafe blocks[place.block].baseAddress else { preconditionFailure() }
    return unsafe (base + place.bytes.lowerBound, place.bytes.count)
  }

  /// The next slot, behind the last one or in the next block.
  private func room(for extent: ValueExtent) -> Place {
    var (block, start) = (places.last?.block ?? 0, places.last?.end ?? Self.gap)
    while true {
      if unsafe block == blocks.count { unsafe blocks.append(Self.block(for: extent)) }
      let base = unsafe UInt(bitPattern: blocks[block].baseAddress)
      let first = extent.aligned(start)
      let place = Place(block: block, bytes: first..<first + extent.stride)
      if unsafe place.end <= blocks[block].count, base % UInt(extent.alignment) == 0 { return place }
      (block, start) = (block + 1, Self.gap)
    }
  }

  private static func block(for extent: ValueExtent) -> UnsafeMutableRawBufferPointer {
    let count = max(blockBytes, end(ofGapAt: extent.aligned(gap) + extent.stride))
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: max(extent.alignment, gap))
    unsafe free(block)
    return unsafe block
  }

  private static func end(ofGapAt offset: Int) -> Int { (offset + 2 * gap - 1) & ~(gap - 1) }
}

// MARK: - Unused bytes

extension ArenaGuards {
  /// The pattern of unused bytes, derived from their addresses: a byte differs from its neighbors and from the same byte of other words, so
  /// that a copy of one gap over another is detected. No byte is a small number, as most values are.
  ///
  /// It is a table since loops are slow in debug builds: the pattern repeats every `period` bytes of memory, and the table holds it twice.
  private nonisolated(unsafe) static let pattern = unsafe makePattern()
  private static let period = 1 << 12

  private static func makePattern() -> UnsafeRawPointer {
    let table = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * period, alignment: gap)
    for place in 0..<table.count {
      // Fibonacci hashing (Knuth, TAOCP 6.4).
      let number = UInt64(place % period) &* 0x9E37_79B9_7F4A_7C15
      unsafe table[place] = UInt8(truncatingIfNeeded: number >> 56) | 0x80
    }
    guard let start = table.baseAddress else { preconditionFailure() }
    return UnsafeRawPointer(start)
  }

  private static func free(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    var place = 0
    while place < bytes.count {
      let count = min(period, bytes.count - place)
      unsafe (start + place).copyMemory(from: patternOf(start + place), byteCount: count)
      place += count
    }
    unsafe Sanitizer.forbid(bytes)
  }

  private static func check(_ start: UnsafeMutableRawPointer, count: Int) {
    let bytes = unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
    unsafe Sanitizer.allow(bytes)
    var place = 0
    while place < count {
      let length = min(period, count - place)
      guard unsafe memcmp(start + place, patternOf(start + place), length) == 0 else {
        fatalError("A copy of a value was written beyond its place in memory.")
      }
      place += length
    }
    unsafe Sanitizer.forbid(bytes)
  }

  private static func patternOf(_ address: UnsafeMutableRawPointer) -> UnsafeRawPointer {
    unsafe pattern + Int(UInt(bitPattern: address) % UInt(period))
  }

  /// The address sanitizer's functions, if the program has them. They are looked up by name, since compile flags of the program are not
  /// visible here.
  private enum Sanitizer {
    private typealias Mark = @convention(c) (UnsafeMutableRawPointer?, Int) -> Void

    private static let poison = unsafe function("__asan_poison_memory_region")
    private static let unpoison = unsafe function("__asan_unpoison_memory_region")

    static var isThere: Bool { unsafe poison != nil && unpoison != nil }

    static func forbid(_ bytes: UnsafeMutableRawBufferPointer) { unsafe poison?(bytes.baseAddress, bytes.count) }
    static func allow(_ bytes: UnsafeMutableRawBufferPointer) { unsafe unpoison?(bytes.baseAddress, bytes.count) }

    private static func function(_ name: String) -> Mark? {
      #if canImport(Darwin)
      let program = UnsafeMutableRawPointer(bitPattern: -2)
      #else
      let program: UnsafeMutableRawPointer? = nil
      #endif
      #if canImport(Darwin) || canImport(Glibc)
      return unsafe dlsym(program, name).map { unsafe unsafeBitCast($0, to: Mark.self) }
      #else
      return nil
      #endif
    }
  }
}
