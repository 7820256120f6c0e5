import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

struct TextSplicingTests {
  @Test(arguments: seeds(20)) func `a splice replaces scalars, as many as there are`(seed: Int) {
    var random = SplitMix64(seed: seed)
    let scalars = Array("abcdefgh é\u{301}茶👍🏽".unicodeScalars)
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 0...20, using: &random)).map { _ in scalars.randomElement(using: &random) ?? "a" }
      let (start, deleted) = (Int.random(in: 0...21, using: &random), Int.random(in: 0...21, using: &random))
      var expected: String.UnicodeScalarView?
      if start + deleted <= text.count {
        expected = String.UnicodeScalarView(text[..<start] + Array("+é".unicodeScalars) + text[(start + deleted)...])
      }
      let spliced = Self.splicing(String(String.UnicodeScalarView(text)), "+é", at: start, deleting: deleted)
      #expect(spliced.map { Array($0.utf8) } == expected.map { Array(String($0).utf8) })
    }
  }

  private static func splicing(_ text: String, _ inserted: String, at start: Int, deleting deleted: Int) -> String? {
    let patch = JSONPatch([.splice(JSONPointer(), at: start, deleting: deleted, inserting: inserted)])
    return try? JSONNode(.string(text)).applying(patch).string
  }

  @Test(arguments: [(-1, 0), (0, -1), (0, .max), (.max, 0), (.max, .max)])
  func `a splice outside of the text is none`(start: Int, deleted: Int) {
    #expect(Self.splicing("ab", "", at: start, deleting: deleted) == nil)
  }
}
