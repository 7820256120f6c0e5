/// SipHash-2-4 with 64 bits of output: a short digest that nobody without the key can compute or try out.
///
/// Source: J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012. `Hasher` is of the same family, but its
/// rounds may change from release to release, and its key cannot be given.
struct SipHash {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64

  private init(_ key: DigestKey) {
    v0 = key.low ^ 0x736f_6d65_7073_6575
    v1 = key.high ^ 0x646f_7261_6e64_6f6d
    v2 = key.low ^ 0x6c79_6765_6e65_7261
    v3 = key.high ^ 0x7465_6462_7974_6573
  }

  static func digest(of bytes: [UInt8], key: DigestKey) -> UInt64 {
    var state = SipHash(key)
    let wholeWords = bytes.count / 8 * 8
    for start in stride(from: 0, to: wholeWords, by: 8) {
      state.absorb(word(of: bytes[start..<start + 8]))
    }
    // The last word carries the length's low byte on top, so that trailing zeros count.
    state.absorb(word(of: bytes[wholeWords...]) | UInt64(truncatingIfNeeded: bytes.count) << 56)
    return state.finished()
  }

  /// Up to eight bytes, the first one lowest.
  private static func word(of bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func absorb(_ word: UInt64) {
    v3 ^= word
    for _ in 0..<2 { mix() }
    v0 ^= word
  }

  private mutating func finished() -> UInt64 {
    v2 ^= 0xFF
    for _ in 0..<4 { mix() }
    return v0 ^ v1 ^ v2 ^ v3
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
