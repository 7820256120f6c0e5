/// SipHash-2-4 with 64 bits of output: a short digest that nobody without the key can compute or try out.
///
/// Source: J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012. `Hasher` is of the same family, but its
/// rounds may change from release to release, and its key cannot be given.
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

  package static func digest(of bytes: RawSpan, key: Key) -> UInt64 {
    var state = SipHash(key)
    let wholeWords = bytes.byteCount / 8 * 8
    // Sound: an integer may have any bits, and the span checks the places.
    for start in stride(from: 0, to: wholeWords, by: 8) {
      state.absorb(unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)))
    }
    // The last word carries the length's low byte on top, so that trailing zeros count.
    var last = UInt64(truncatingIfNeeded: bytes.byteCount) << 56
    for place in wholeWords..<bytes.byteCount {
      let byte = unsafe bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
      last |= UInt64(byte) << UInt64(8 * (place - wholeWords))
    }
    state.absorb(last)
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
