import Foundation

/// Random numbers that are the same in every run: a seed that fails once fails again.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A short text with something awkward in it.
  mutating func text() -> String {
    let pieces = ["a", "é", "e\u{301}", "\"", "\\", "\n", "\u{0}", "$", "/", "~", "漢字", "👩‍🚀", "nan", "0", " ", "\u{2028}"]
    return (0..<Int.random(in: 0...4, using: &self)).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &self)] }.joined()
  }

  mutating func uuid() -> UUID {
    let (high, low) = (next(), next())
    let halves = (UInt64(high).bigEndian, UInt64(low).bigEndian)
    return unsafe UUID(uuid: unsafeBitCast(halves, to: uuid_t.self))
  }
}
