import FluxtapeRandomCases
import Testing

@testable import FluxtapeJSON

struct HarmlessTextTests {
  /// Parts of secrets, and of texts that look like them.
  private static let pieces = [
    "password", "passwort", "key", "api", " ", " ", " ", "=", ":", "hunter2", "://", "@", "token", "ghp_", "AKIA", "4f9", "eyJ", "-p",
    "the", "sea",
    "über", "is", ", ", ".", "Bearer ", "x", "9", "-----BEGIN ", "secret", "s", "t", "\"", "→", "card number",
  ]

  @Test(arguments: seeds(5))
  func `a text that is edited is judged as one that is new`(_ seed: Int) {
    var random = SplitMix64(seed: seed)
    var harmless = HarmlessText()
    var text = Array("a line that somebody types, with a key in it: 7 ".utf8)
    var (known, held) = (0, 0)
    for _ in 0..<3000 {
      let start = Int.random(in: 0...text.count, using: &random)
      let end = min(text.count, start + (Bool.random(using: &random) ? 0 : Int.random(in: 0...text.count / 3, using: &random)))
      let inserted = Bool.random(using: &random) ? Array(Self.pieces.randomElement(using: &random)?.utf8 ?? "".utf8) : []
      var next = text
      next.replaceSubrange(start..<end, with: inserted)
      let mayHold = SecretPrefilter.mayHoldSecret(next.span)
      if harmless.goOn(from: text.span, to: next.span, where: start..<end) {
        known += 1
        #expect(!mayHold, "\(String(decoding: next, as: UTF8.self))")
      } else {
        let isHarmless = harmless.begin(with: next.span)
        #expect(isHarmless == !mayHold, "\(String(decoding: next, as: UTF8.self))")
      }
      held += mayHold ? 1 : 0
      text = next
    }
    #expect(known > 100 && held > 30, "\(known) were followed, \(held) held something")
  }

  @Test func `another text than the last one is not followed`() {
    var harmless = HarmlessText()
    let (text, other) = (Array("see chapter 7: the sea".utf8), Array("see chapter 8: the sea".utf8))
    let isHarmless = harmless.begin(with: text.span)
    let isOther = harmless.goOn(from: other.span, to: text.span, where: 12..<13)
    let isFollowed = harmless.goOn(from: text.span, to: other.span, where: 12..<13)
    // The last one is now the other one.
    let isFollowedAgain = harmless.goOn(from: text.span, to: other.span, where: 12..<13)
    #expect(isHarmless && !isOther && isFollowed && !isFollowedAgain)
  }

  @Test func `a sign far behind a name makes it one of a secret`() {
    var harmless = HarmlessText()
    let text = Array("1: the password which he took".utf8)
    let later = text + Array("=hunter2".utf8)
    let isHarmless = harmless.begin(with: text.span)
    let isFollowed = harmless.goOn(from: text.span, to: later.span, where: text.count..<text.count)
    let mayHold = SecretPrefilter.mayHoldSecret(later.span)
    #expect(isHarmless && !isFollowed && mayHold)
  }
}
