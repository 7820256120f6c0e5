// A processor first compares the lowest twelve bits of two addresses. If the target of a copy lies a few bytes after the source in these
// bits, each load seems to depend on an unfinished store and waits: the copy takes four times as long. The system's cache of a file begins
// at a page, so an offset in the file gives the lowest bits of the address.

extension [UInt8] {
  /// Reserves room for `count` bytes of a file from `offset` on, and for the bytes before them.
  /// - Returns: The place to copy them to. The array has at least that many bytes.
  mutating func startForCopy(from offset: Int, count: Int) -> Int {
    let (page, distance) = (1 << 12, 1 << 6)
    if capacity < count + page {
      self = []
      reserveCapacity(count + page)
    }
    // Sound: only the address is used.
    let base = unsafe withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
    let start = (offset &+ distance &- base) & (page - 1)
    if self.count < start { append(contentsOf: repeatElement(0, count: start - self.count)) }
    return start
  }
}
