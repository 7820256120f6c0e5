import FluxtapeRandomCases
import Testing

@testable import FluxtapeJSON

/// Strings that are not tokens: the prefix of a form, followed by random letters and digits.
struct TokenFormTests {
  private static func token(_ form: TokenForm, _ count: Int, seed: Int) -> String {
    var random = SplitMix64(seed: seed)
    let letters = Array("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    return form.beginning + "7" + String((1..<max(count, 2)).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
  }

  private static func redacted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard text.withBytes({ SecretPrefilter.mayHoldSecret($0) }) else { return text }
    let places = text.withBytes { SecretText().likelyPlaces(in: $0) }
    return String(decoding: SecretText.redacted(bytes, places), as: UTF8.self)
  }

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
    guard !form.isWithin, form.marks.isEmpty else { return }
    let words = "see \(form.beginning)the-report-of-the-team-in-a-very-long-file-name-without-any-of-those there"
    #expect(Self.redacted(words) == words)
  }

  @Test func `no two forms have the same beginning`() {
    #expect(Set(TokenForm.all.map(\.beginning)).count == TokenForm.all.count)
  }

  @Test(arguments: [
    ("mysql -u root -p", "goatcheese", " shop"), ("docker login -u ci -p ", "feta-cube", " registry.example.test"),
    ("curl --user admin:", "pecorino", " https://a.example.test"), ("<password>", "barnacle", "</password>"),
    ("<dict><key>apiSecret</key>\n\t<string>", "toucan-sam", "</string></dict>"), ("<password><![CDATA[", "p<q>x", "]]></password>"),
    ("WIFI:T:WPA;S:Home;P:", "allspice", ";;"), ("svc:", "bVq8dMnRNyomEq", "@tcp(127.0.0.1:3306)/db"),
    ("jdbc:oracle:thin:scott/", "tigerlily", "@//db.example.test:1521/orcl"), ("[auth] secret=>", "hydrangea", ""),
    ("Your verification code is ", "604418", ". Do not share it."), ("Ihr Einmalcode lautet: ", "291837", ""),
    ("Neues Passwort: ", "krokus12", ""), ("db:\n  user: m\n  password: ", "lemongrass", "\n"),
    ("https://", "rdRbn3jwHGyXl9lSRtBzyA", "@git.test/a"),
    ("123456789", ":AAl2h8bepFpEdiKXWl8GQuDbrWlWmeXwE99", " is a bot"), ("temporary password \"", "begonia!", "\" was sent"),
  ])
  func `a secret is cut out of a text`(_ before: String, _ secret: String, _ after: String) {
    let result = Self.redacted(before + secret + after)
    #expect(!result.contains(secret))
    #expect(result.hasSuffix(after))
  }

  @Test(arguments: [
    "mkdir -p build/output", "docker run -p 8080:80 web", "xcodebuild -project App.xcodeproj -parallelizeTargets",
    "docker login --password-stdin registry.example.test", "2 tokens: identifier, literal", "let password = passwordField.text",
    "guard let token = session.token else { return }", "setPassword:forAccount:", "auth=none user=guest", "sk-toolbar-button",
    "Password must contain at least one digit", "密码不能为空", "https://a.test/@author/110123", "git@git.test:team/token-kit.git",
  ])
  func `a text that looks like one with a secret stays`(_ text: String) {
    #expect(Self.redacted(text) == text)
  }

  @Test func `addresses and numbers of persons are found where they are asked for`() {
    let text = "mail ada@shop.example or call +49 151 23456789 now"
    let places = text.withBytes { SecretText(SecretKeyRules(hidesPersonalData: true)).likelyPlaces(in: $0) }
    #expect(String(decoding: SecretText.redacted(Array(text.utf8), places), as: UTF8.self) == "mail [redacted] or call [redacted] now")
    #expect(Self.redacted(text) == text)
  }
}
