#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

// Memory that is written for the first time is handed over page by page, at some microseconds a page: for the rows of a large log as long
// as the rest of the work for them. A large page comes in one go.

extension Array {
  /// Asks the system for large pages behind the elements, as far as whole ones lie in what is reserved. No more than a hint.
  mutating func adviseLargePages() {
    #if os(Linux) || os(Android)
    let (size, byteCount) = (1 << 21, capacity * MemoryLayout<Element>.stride)
    guard byteCount >= size else { return }
    // Sound: what is told of the array's own memory, and of nothing around it, leaves its contents as they are.
    unsafe withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let start = (Int(bitPattern: base) + size - 1) & ~(size - 1)
      let end = (Int(bitPattern: base) + byteCount) & ~(size - 1)
      if start < end { _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_HUGEPAGE) }
    }
    #endif
  }
}
