import FluxtapeRandomCases
import Foundation

extension SplitMix64 {
  /// A short text with awkward characters.
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
