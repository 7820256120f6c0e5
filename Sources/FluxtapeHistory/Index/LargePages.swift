#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

// The system provides memory page by page, at some microseconds per page. For the rows of a large log that takes as long as all other work.
// Large pages take far less time.

extension Array {
  /// Asks the system for large pages for the reserved memory. This is only a hint.
  mutating func adviseLargePages() {
    #if os(Linux) || os(Android)
    let (size, byteCount) = (1 << 21, capacity * MemoryLayout<Element>.stride)
    guard byteCount >= size else { return }
    // Sound: the hint concerns only the array's own memory, and does not change its contents.
    unsafe withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let start = (Int(bitPattern: base) + size - 1) & ~(size - 1)
      let end = (Int(bitPattern: base) + byteCount) & ~(size - 1)
      if start < end { _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_HUGEPAGE) }
    }
    #endif
  }
}
