import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// Code that processes eight bytes at a time, compared with byte-by-byte code.
struct TextBytesTests {
  /// Lengths around whole words, and around the one at which a counter of 255 words overflows.
  private static let lengths = Array(0...40) + [63, 64, 65, 2039, 2040, 2041, 4100]
  private static let scalars: [Unicode.Scalar] = ["a", "b", "é", "ü", "€", "日", "😀", "\u{301}"]

  private static func text(_ length: Int, _ random: inout SplitMix64) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<length { text.append(scalars[Int.random(in: 0..<scalars.count, using: &random)]) }
    return String(text)
  }

  @Test func `scalars are counted in any range of bytes`() {
    var random = SplitMix64(seed: 1)
    for length in Self.lengths {
      let text = Self.text(length, &random)
      let bytes = Array(text.utf8)
      for _ in 0..<8 {
        let first = Int.random(in: 0...bytes.count, using: &random)
        let range = first..<Int.random(in: first...bytes.count, using: &random)
        #expect(text.withBytes { $0.scalarCount(in: range) } == bytes[range].count { $0 & 0xC0 != 0x80 })
      }
      #expect(text.withBytes { $0.scalarCount(in: 0..<$0.count) } == length)
    }
  }

  @Test func `texts of continuation bytes alone have no scalars in between`() {
    // As long as one counter allows, with every byte counted.
    let text = String(repeating: "日", count: 3000)
    #expect(text.withBytes { $0.scalarCount(in: 0..<9000) } == 3000)
    #expect(text.withBytes { $0.scalarCount(in: 1..<8999) } == 2999)
  }

  @Test func `what two texts have in common ends between scalars`() {
    var random = SplitMix64(seed: 2)
    for length in Self.lengths {
      for _ in 0..<8 {
        let (start, end) = (Self.text(length, &random), Self.text(Int.random(in: 0...20, using: &random), &random))
        let old = start + Self.text(Int.random(in: 0...3, using: &random), &random) + end
        let new = start + Self.text(Int.random(in: 0...3, using: &random), &random) + end
        let common = old.commonEnds(with: new)
        let expected = Self.commonScalars(Array(old.unicodeScalars), Array(new.unicodeScalars))
        #expect(common.prefix == expected.prefix && common.suffix == expected.suffix)
      }
    }
  }

  private static func commonScalars(_ old: [Unicode.Scalar], _ new: [Unicode.Scalar]) -> (prefix: Int, suffix: Int) {
    let shorter = min(old.count, new.count)
    let prefix = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
    let suffix = (0..<shorter - prefix).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? shorter - prefix
    func bytes(_ scalars: ArraySlice<Unicode.Scalar>) -> Int { scalars.reduce(0) { $0 + UTF8.width($1) } }
    return (bytes(old[..<prefix]), bytes(old[(old.count - suffix)...]))
  }
}
