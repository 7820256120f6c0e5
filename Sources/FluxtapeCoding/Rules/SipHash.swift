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

  /// Bytes absorbed so far.
  package private(set) var count = 0
  /// Bytes that do not fill a whole word yet, the first one lowest.
  private var rest: UInt64 = 0

  package init(_ key: Key) {
    v0 = key.low ^ 0x736f_6d65_7073_6575
    v1 = key.high ^ 0x646f_7261_6e64_6f6d
    v2 = key.low ^ 0x6c79_6765_6e65_7261
    v3 = key.high ^ 0x7465_6462_7974_6573
  }

  /// Adds a byte to the digest's input.
  package mutating func absorb(_ byte: UInt8) {
    rest |= UInt64(byte) << UInt64(8 * (count & 7))
    count += 1
    guard count & 7 == 0 else { return }
    absorb(rest)
    rest = 0
  }

  /// Adds bytes to the digest's input.
  package mutating func absorb(_ bytes: RawSpan) {
    var place = 0
    // Sound: an integer may have any bits, and the span checks the bounds.
    while place < bytes.byteCount {
      if count & 7 == 0, place + 8 <= bytes.byteCount {
        absorb(unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)))
        (place, count) = (place + 8, count + 8)
      } else {
        absorb(unsafe bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self))
        place += 1
      }
    }
  }

  /// Returns the digest of the input.
  package consuming func finished() -> UInt64 {
    // The last word has the length's low byte on top, so that trailing zeros count.
    absorb(rest | UInt64(truncatingIfNeeded: count) << 56)
    v2 ^= 0xFF
    for _ in 0..<4 { mix() }
    return v0 ^ v1 ^ v2 ^ v3
  }

  package static func digest(of bytes: RawSpan, key: Key) -> UInt64 {
    var state = SipHash(key)
    state.absorb(bytes)
    return state.finished()
  }

  package static func digest(of bytes: [UInt8], key: Key) -> UInt64 {
    // Sound: the bytes are integers, and the span ends with the call.
    unsafe digest(of: bytes.span.bytes, key: key)
  }

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
