/// SipHash-2-4 with 64 bits of output: a short digest that cannot be computed or guessed without the key.
///
/// Source: J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012. `Hasher` belongs to the same family, but its rounds
/// may change between releases, and it accepts no key.
package struct SipHash {
  package struct Key: Hashable, Sendable {
    package var low: UInt64
    package var high: UInt64

    package init(low: UInt64, high: UInt64) {
      self.low = low
      self.high = high
    }
  }

  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64

  private init(_ key: Key) {
    v0 = key.low ^ 0x736f_6d65_7073_6575
    v1 = key.high ^ 0x646f_7261_6e64_6f6d
    v2 = key.low ^ 0x6c79_6765_6e65_7261
    v3 = key.high ^ 0x7465_6462_7974_6573
  }

  package static func digest(of bytes: Span<UInt8>, key: Key) -> UInt64 {
    var hash = SipHash(key)
    // The bytes that do not fill a whole word yet, the first one lowest.
    var word: UInt64 = 0
    for place in bytes.indices {
      word |= UInt64(bytes[place]) << UInt64(8 * (place & 7))
      guard place & 7 == 7 else { continue }
      hash.absorb(word)
      word = 0
    }
    // The last word has the length's low byte on top, so that trailing zeros count.
    hash.absorb(word | UInt64(truncatingIfNeeded: bytes.count) << 56)
    hash.v2 ^= 0xFF
    for _ in 0..<4 { hash.mix() }
    return hash.v0 ^ hash.v1 ^ hash.v2 ^ hash.v3
  }

  package static func digest(of bytes: [UInt8], key: Key) -> UInt64 { digest(of: bytes.span, key: key) }

  private mutating func absorb(_ word: UInt64) {
    v3 ^= word
    for _ in 0..<2 { mix() }
    v0 ^= word
  }

  private mutating func mix() {
    v0 &+= v1
    v1 = v1.rotated(by: 13) ^ v0
    v0 = v0.rotated(by: 32)
    v2 &+= v3
    v3 = v3.rotated(by: 16) ^ v2
    v0 &+= v3
    v3 = v3.rotated(by: 21) ^ v0
    v2 &+= v1
    v1 = v1.rotated(by: 17) ^ v2
    v2 = v2.rotated(by: 32)
  }
}

extension UInt64 {
  fileprivate func rotated(by count: UInt64) -> UInt64 { self << count | self >> (64 - count) }
}
