import FluxtapeCoding
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

struct WriterTextTests {
  @Test func `every byte is escaped as it must be, wherever it stands in a text`() {
    for byte in 0...0x7F as ClosedRange<UInt8> {
      for place in 0..<20 {
        for length in [place + 1, place + 3, 24] where length > place {
          var bytes = Array(repeating: UInt8(ascii: "x"), count: length)
          bytes[place] = byte
          _ = encodedBothWays(String(decoding: bytes, as: UTF8.self))
        }
      }
    }
  }

  @Test(arguments: seeds(20)) func `random texts and keys are written as trees write them`(seed: Int) {
    var random = SplitMix64(seed: seed)
    let pieces = ["abcdefgh", "é", "\"", "\\", "\n", "\u{0}", "\u{1F}", "$", " ", "漢字", "👩‍🚀", "\u{7F}", "\u{2028}", "x", "1234"]
    for _ in 0..<100 {
      let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      _ = encodedBothWays([text, String(text.reversed())])
      _ = encodedBothWays([text: [text[...]], "$" + text: []])
    }
  }

  @Test(arguments: ["x", "\"", "漢", "4111 1111 1111 1111 ", "a\nb\u{1}\\"])
  func `a long text is told by its length and digest, whatever is in it`(part: String) {
    var rules = EncodingRules.hidingSecrets(digestKey: SipHash.Key(low: 1, high: 2))
    rules.maximumStringBytes = 1_000
    let text = String(repeating: part, count: 200_001 / part.utf8.count)
    var bytes: [UInt8] = []
    ImageComparison(rules: rules).append([text], named: "texts", to: &bytes)
    let whole = JSONValue.string(text).bytes
    let digits = String(SipHash.digest(of: whole.span, key: rules.digestKey), radix: 16)
    let digest = String(repeating: "0", count: 16 - digits.count) + digits
    #expect(String(decoding: bytes, as: UTF8.self) == #"[{"$truncated":{"bytes":\#(whole.count),"digest":"\#(digest)"}}]"#)
  }
}
