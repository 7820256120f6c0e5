import FluxtapeJSON
import Testing

@testable import FluxtapeCoding

struct SecretNamesTests {
  // Equal strings: data may have a key in the spelling that names no secret before the app's own key comes in the other one.
  @Test(arguments: [("contrase\u{F1}a", "contrasen\u{303}a"), ("\u{30D1}スワード", "\u{30CF}\u{309A}スワード")])
  func `a key is judged by its own bytes, whatever was judged before`(key: String, other: String) {
    var names = SecretNames(.hidingSecrets(digestKey: SipHash.Key(low: 1, high: 2)))
    _ = names.isSecret(other)
    let isSecret = names.isSecret(key)
    #expect(isSecret)
  }
}
