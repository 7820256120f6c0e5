/// SipHash-2-4 with 64 bits of output: a short digest that cannot be computed or guessed without the key.
///
/// Source: J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012. `Hasher` belongs to the same family, but its rounds
/// may change between releases, and it accepts no key.
package enum SipHash {
  package struct Key: Hashable, Sendable {
    package var low, high: UInt64

    package init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }
  }

  package static func digest(of bytes: Span<UInt8>, key: Key) -> UInt64 {
    var (v0, v1) = (key.low ^ 0x736f_6d65_7073_6575, key.high ^ 0x646f_7261_6e64_6f6d)
    var (v2, v3) = (key.low ^ 0x6c79_6765_6e65_7261, key.high ^ 0x7465_6462_7974_6573)
    func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 { word &<< count | word &>> (64 &- count) }
    func mix() {
      (v0, v2) = (v0 &+ v1, v2 &+ v3)
      (v1, v3) = (rotated(v1, 13) ^ v0, rotated(v3, 16) ^ v2)
      (v0, v2) = (rotated(v0, 32) &+ v3, v2 &+ v1)
      (v1, v3) = (rotated(v1, 17) ^ v2, rotated(v3, 21) ^ v0)
      v2 = rotated(v2, 32)
    }
    // The bytes that do not fill a whole word yet, the first one lowest. The last word has the length's low byte on top, so that trailing
    // zeros count.
    var word: UInt64 = 0
    for place in 0...bytes.count | 7 {
      let byte = place < bytes.count ? bytes[place] : place & 7 == 7 ? UInt8(truncatingIfNeeded: bytes.count) : 0
      word |= UInt64(byte) << UInt64(8 * (place & 7))
      guard place & 7 == 7 else { continue }
      v3 ^= word
      for _ in 0..<2 { mix() }
      v0 ^= word
      word = 0
    }
    v2 ^= 0xFF
    for _ in 0..<4 { mix() }
    return v0 ^ v1 ^ v2 ^ v3
  }
}
