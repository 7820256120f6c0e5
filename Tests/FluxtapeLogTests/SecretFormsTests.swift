import FluxtapeRandomCases
import Testing

@testable import FluxtapeLog

struct SecretFormsTests {
  /// A string that is no token: the prefix of a form, followed by random letters and digits.
  private static func token(_ form: TokenForm, _ count: Int, seed: Int) -> String {
    var random = SplitMix64(seed: seed)
    let letters = Array("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    return form.beginning + "7" + String((1..<max(count, 2)).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
  }

  private static func redacted(_ text: String) -> String { SecretForms().redacted(text) }

  @Test(arguments: TokenForm.all.indices)
  func `a token of a service is found in ordinary text`(_ place: Int) {
    let form = TokenForm.all[place]
    let token = Self.token(form, form.count, seed: place)
    for text in [token, "please rotate \(token) before release", "see (\(token)), thanks", "Key\t\(token)\tend", "clipboard=\(token)"] {
      #expect(!Self.redacted(text).contains(token.dropFirst(form.beginning.count)), "\(text)")
    }
    #expect(Self.redacted("see (\(token)), thanks").hasSuffix("), thanks"))
  }

  @Test(arguments: TokenForm.all.indices)
  func `the beginning of a token is none`(_ place: Int) {
    let form = TokenForm.all[place]
    let short = "see \(form.beginning)a7 there"
    #expect(Self.redacted(short) == short)
    guard form.marks.isEmpty else { return }
    let words = "see \(form.beginning)the-report-of-the-team-in-a-very-long-file-name-without-any-of-those there"
    #expect(Self.redacted(words) == words)
  }

  @Test func `no two forms have the same beginning`() {
    #expect(Set(TokenForm.all.map(\.beginning)).count == TokenForm.all.count)
  }

  @Test(arguments: [
    ("<password>", "barnacle", "</password>"),
    ("[auth] secret=>", "hydrangea", ""), ("Your verification code is ", "604418", ". Do not share it."),
    ("Ihr Einmalcode lautet: ", "291837", ""), ("Neues Passwort: ", "krokus12", ""), ("db:\n  user: m\n  password: ", "lemongrass", "\n"),
    ("https://", "rdRbn3jwHGyXl9lSRtBzyA", "@git.test/a"), ("temporary password \"", "begonia!", "\" was sent"),
    ("tool --password ", "x1", " --user ada"), (#"{"name":"password","value":""#, "x1", #""}"#), (#"{\"token\":\""#, "x1", #"\"}"#),
    ("?page=2&access_token=", "abc", "&x=1"), ("Cookie: ", "theme=dark; sid=abcdef", "\nAccept: x"),
    ("Form(password: ", #"Field(value: "hunter2", isValid: true)"#, ")"), ("pin: ", "Optional(604418)", ""), ("the PIN - ", "604418", ""),
    ("temporary password — ", "hunter2x", ""), ("sent ", "Basic YWRhOmhvcHBlcg==", " to it"), ("password=", "MySecretWord", ""),
    ("Password: ", "marigold", "."), ("Password: ", "correct.horse.battery", ""), ("request failed at start token=", "abc123", ""),
    ("password=", "a(b c", ""), ("(password=", "a)b", ")"), ("https://a.example.test/cb?code=", "ED3fjOkjIAy6DsG8ATggyQsVnp", "&state=q"),
  ])
  func `a secret is cut out of a text`(_ before: String, _ secret: String, _ after: String) {
    let result = Self.redacted(before + secret + after)
    #expect(!result.contains(secret))
    #expect(result.hasSuffix(after))
  }

  @Test(arguments: [
    #"{"tokens":["abc"#, #"{"token":{"value":"ab"#, #"token: Optional("abc"#, #"password=f("x"#, #"password=("\"#, "token=(\"",
  ])
  func `a text that ends in a quotation is searched to its end`(_ text: String) {
    for end in 0...text.utf8.count { _ = Self.redacted(String(text.prefix(end))) }
    #expect(Self.redacted(text).utf8.count <= text.utf8.count + SecretForms.mask.utf8.count)
  }

  @Test(arguments: [
    "mkdir -p build/output", "docker run -p 8080:80 web", "xcodebuild -project App.xcodeproj -parallelizeTargets",
    "docker login --password-stdin registry.example.test", "2 tokens: identifier, literal", "let password = passwordField.text",
    "guard let token = session.token else { return }", "setPassword:forAccount:", "auth=none user=guest", "sk-toolbar-button",
    "Password must contain at least one digit", "密码不能为空", "Authorization: token expired", "token: makeToken1()", #"password: Optional("")"#,
    "https://a.test/@author/110123", "git@git.test:team/token-kit.git",
  ])
  func `a text that looks like one with a secret stays`(_ text: String) {
    #expect(Self.redacted(text) == text)
  }

  @Test func `addresses and numbers of persons are found where they are asked for`() {
    let text = "mail ada@shop.example or call +49 151 23456789 now"
    let forms = SecretForms(SecretKeyRules(hidesPersonalData: true))
    #expect(forms.redacted(text) == "mail [redacted] or call [redacted] now")
    #expect(Self.redacted(text) == text)
  }

  @Test func `keys of an app's own are found in any text`() {
    #expect(SecretForms(SecretKeyRules(secret: ["nickname"])).redacted("Nickname=x1y") == "Nickname=[redacted]")
  }

  @Test(arguments: [
    "UserInfo={", "eyJ.", "://a:", "Bearer ", "password=\"", "token(", "-----BEGIN PRIVATE KEY-----", "?token=a&", "4111 ", "]", "= ",
    "{\"value\":[", "api ", "password <a>", "token ", "https://a@", "token<",
  ])
  func `a text made of beginnings is searched in one go`(_ beginning: String) {
    // It would take minutes if each occurrence restarted the search.
    let text = "token " + String(repeating: beginning, count: (triesAll ? 40_000 : 4_000) / beginning.utf8.count)
    #expect(!SecretForms(areForPeople: true).redacted(text).isEmpty)
  }

  @Test(arguments: ["token<", "password<3", "<key>token</key><stri"]) func `an element that breaks off is no secret`(_ text: String) {
    #expect(SecretForms().redacted(text) == text)
  }
}
