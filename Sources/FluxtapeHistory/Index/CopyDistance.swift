// A processor tells memory apart by the lowest twelve bits of addresses at first. Where it copies to a place that is a few bytes behind the
// one it reads, as far as these bits go, it takes each byte that it reads for one that is just being written, and waits: a copy then takes
// four times as long. What the system keeps of a file begins at a page, so a place in the file tells the lowest bits of its address.

extension [UInt8] {
  /// Reserves room for `count` bytes of a file, from `offset` on, and for what comes before them.
  /// - Returns: where to put them, so that they are copied fast. So many bytes are there.
  mutating func startForCopy(from offset: Int, count: Int) -> Int {
    let (page, distance) = (1 << 12, 1 << 6)
    if capacity < count + page {
      self = []
      reserveCapacity(count + page)
    }
    // Sound: no more than the address is looked at.
    let base = unsafe withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
    let start = (offset &+ distance &- base) & (page - 1)
    if self.count < start { append(contentsOf: repeatElement(0, count: start - self.count)) }
    return start
  }
}
