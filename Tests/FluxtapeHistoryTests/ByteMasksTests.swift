import CByteMasks
import FluxtapeRandomCases
import Testing

/// Each search implementation that this processor supports, compared with a plain loop.
struct ByteMasksTests {
  /// Safe to use: its calls stay within bytes that outlive the call.
  @safe private struct Way {
    let way: UnsafePointer<cbytemasks_way>

    /// Sound: an implementation exists for the life of the process.
    init?(_ number: Int) {
      guard let way = unsafe cbytemasks_way_at(Int32(number)) else { return nil }
      unsafe self.way = way
    }

    var name: String { unsafe String(cString: way.pointee.name) }

    /// Sound: a step's bytes follow `end`.
    func firstEqual(_ bytes: [UInt8], _ range: Range<Int>, _ first: UInt8, _ second: UInt8) -> Int {
      precondition(range.upperBound + Int(CBYTEMASKS_STEP) <= bytes.count)
      return unsafe Int(way.pointee.find_equal(bytes, Int64(range.lowerBound), Int64(range.upperBound), first, second))
    }

    /// Sound: a step's bytes follow `end`.
    func firstAbove(_ bytes: [UInt8], _ range: Range<Int>, _ limit: UInt8, _ other: UInt8) -> Int {
      precondition(range.upperBound + Int(CBYTEMASKS_STEP) <= bytes.count)
      return unsafe Int(way.pointee.find_above(bytes, Int64(range.lowerBound), Int64(range.upperBound), limit, other))
    }

    /// Sound: there are as many bytes as it reads.
    func masks(_ bytes: [UInt8], _ first: UInt8, _ second: UInt8) -> [UInt64] {
      precondition(bytes.count >= 128)
      let masks = unsafe way.pointee.equal_pair(bytes, first, second)
      return [masks.low, masks.high]
    }
  }

  private static let ways = (0..<8).prefix { Way($0) != nil }

  private static func isAbove(_ byte: UInt8, _ limit: UInt8, _ other: UInt8) -> Bool { byte < 0x80 && byte > limit || byte == other }

  /// A found place must be right, and nothing is found only if there is no match before `end`. Matches after it, within the last step, may
  /// be found or not.
  private func check(_ found: Int, in bytes: [UInt8], _ range: Range<Int>, _ matches: (UInt8) -> Bool, _ what: String) {
    let right = bytes[range.lowerBound..<range.upperBound + Int(CBYTEMASKS_STEP)].firstIndex(where: matches)
    if found >= 0 || right.map({ $0 < range.upperBound }) ?? false { #expect(found == right, "\(what), \(range)") }
  }

  private func check(_ way: Way, _ bytes: [UInt8], _ range: Range<Int>, _ first: UInt8, _ second: UInt8) {
    check(way.firstEqual(bytes, range, first, second), in: bytes, range, { $0 == first || $0 == second }, "\(way.name) \(first) \(second)")
    check(way.firstAbove(bytes, range, first, second), in: bytes, range, { Self.isAbove($0, first, second) }, "\(way.name) > \(first)")
  }

  @Test(arguments: ways) func `a byte is found wherever it stands`(number: Int) throws {
    let way = try #require(Way(number))
    for place in 0..<600 {
      var bytes = Array(repeating: UInt8(ascii: "a"), count: 600 + Int(CBYTEMASKS_STEP))
      bytes[place] = place % 2 == 0 ? UInt8(ascii: "]") : UInt8(ascii: "\n")
      for start in [0, 1, 63, 64, 127, 255, 256, 300] where start < 600 {
        check(way, bytes, start..<600, UInt8(ascii: "]"), UInt8(ascii: "\n"))
        check(way, bytes, start..<max(start, place), UInt8(ascii: "]"), UInt8(ascii: "\n"))
      }
      bytes[place] = UInt8(ascii: "}")
      check(way, bytes, 0..<600, UInt8(ascii: "z"), UInt8(ascii: "\n"))
    }
  }

  @Test(arguments: ways) func `every byte is told from every other`(number: Int) throws {
    let way = try #require(Way(number))
    let all = (0..<128 + Int(CBYTEMASKS_STEP) * 2).map { UInt8(truncatingIfNeeded: $0) }
    for first in 0...255 as ClosedRange<UInt8> {
      let second = UInt8(ascii: "\n")
      // The search above a limit accepts only ASCII limits.
      check(way.firstEqual(all, 11..<300, first, second), in: all, 11..<300, { $0 == first || $0 == second }, "\(way.name) \(first)")
      if first < 0x80 {
        check(way.firstAbove(all, 128..<384, first, second), in: all, 128..<384, { Self.isAbove($0, first, second) }, way.name)
      }
      for half in [0, 128] {
        let block = Array(all[half..<half + 128])
        let right = [block[..<64], block[64...]].map { part in
          part.enumerated().reduce(0 as UInt64) { $0 | ($1.element == first || $1.element == second ? 1 << UInt64($1.offset) : 0) }
        }
        #expect(way.masks(block, first, second) == right, "\(way.name) \(first)")
      }
    }
  }

  @Test(arguments: seeds(50)) func `random bytes are searched alike`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let alphabet = (0..<Int.random(in: 1...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    let bytes = (0..<1200).map { _ in alphabet.randomElement(using: &random) ?? 0 }
    for _ in 0..<40 {
      let start = Int.random(in: 0...900, using: &random)
      let range = start..<Int.random(in: start...1200 - Int(CBYTEMASKS_STEP), using: &random)
      let (first, second) = (UInt8.random(in: 0..<0x80, using: &random), alphabet.randomElement(using: &random) ?? 0)
      for number in Self.ways { check(try #require(Way(number)), bytes, range, first, second) }
    }
  }

  @Test func `the plainest ways are always there`() {
    let names = Self.ways.compactMap { number in Way(number).map(\.name) }
    #expect(names.starts(with: ["bytewise", "plain"]))
    #expect(Way(-1) == nil)
  }
}
