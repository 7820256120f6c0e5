import FluxtapeJSON
import FluxtapeRandomCases
import Testing

@testable import FluxtapeHistory

/// Texts are searched eight bytes at a time, and found where a search of each byte finds them.
struct SearchTextTests {
  private static let letters = Array("aAbB\\u\"é ")

  @Test(arguments: seeds(60))
  func `a text is found where it is`(seed: Int) {
    var random = SplitMix64(seed: seed)
    func text(upTo count: Int) -> String {
      String((0..<Int.random(in: 0...count, using: &random)).map { _ in Self.letters.randomElement(using: &random) ?? " " })
    }
    for _ in 0..<100 {
      let (wanted, text) = (text(upTo: 4), text(upTo: 40))
      #expect(SearchText(exactly: wanted).isIn(text) == Self.contains(Array(text.utf8), Array(wanted.utf8)), "\(wanted) in \(text)")
      let search = SearchText(wanted)
      let (inside, sought) = search.ignoresCase ? (text.lowercased(), wanted.lowercased()) : (text, wanted)
      #expect(search.isIn(text) == Self.contains(Array(inside.utf8), Array(sought.utf8)), "\(wanted) in \(text)")
    }
  }

  @Test(arguments: seeds(60))
  func `an escape of a character is found unless its backslash is escaped itself`(seed: Int) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in "\\ux".utf8.randomElement(using: &random) ?? 0 }
      var (place, isThere) = (0, false)
      while place + 1 < bytes.count, !isThere {
        isThere = bytes[place] == UInt8(ascii: "\\") && bytes[place + 1] == UInt8(ascii: "u")
        place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
      }
      #expect(bytes.span.holdsUnicodeEscape == isThere, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  private static func contains(_ text: [UInt8], _ wanted: [UInt8]) -> Bool {
    wanted.isEmpty || text.indices.contains { text[$0...].starts(with: wanted) }
  }
}
