import FluxtapeRandomCases
import FluxtapeSecrets
import Testing

@testable import FluxtapeHistory

struct SecretTextTests {
  static let secret = "pl4nted0secret0"

  @Test(arguments: [
    ("password=hunter2", "password=[redacted]"), ("password = \(secret)", "password = [redacted]"),
    ("Password: \(secret)", "Password: [redacted]"),
    ("PIN: 1234", "PIN: [redacted]"), ("Cookie: theme=dark; sid=\(secret)", "Cookie: [redacted]"), ("--token x1", "--token [redacted]"),
    ("login --password hunter --user ada", "login --password [redacted] --user ada"),
    ("Authorization: Basic YWRhOmh1bnRlcjI=", "Authorization: [redacted]"),
    ("authorization: bearer \(secret)0", "authorization: [redacted]"), ("got Bearer \(secret) twice", "got [redacted] twice"),
    (#"{"apiKey": "k-17"}"#, #"{"apiKey": "[redacted]"}"#), (#"{\"password\":\"hunter\"}"#, #"{\"password\":\"[redacted]\"}"#),
    (#"wrongPassword("hunter two")"#, "wrongPassword([redacted])"), (#"token → Optional("hunter two")"#, "token → [redacted]"),
    ("body password%3Dhunter", "body password%3D[redacted]"),
    ("sk_live_0123456789abcdef", "[redacted]"), ("x glpat-0123456789abcdefghij y", "x [redacted] y"),
    ("xoxb-0123456789-abcdefghij", "[redacted]"), ("card 4111-1111-1111-1111 declined", "card [redacted] declined"),
    ("378282246310005", "[redacted]"), ("https://ada:hunter@shop.example/p", "https://ada:[redacted]@shop.example/p"),
    ("eyJhbGciOi.eyJzdWIi.x-Y_z", "[redacted]"),
    ("Error Domain=D Code=3 UserInfo={url=https://a:b1@c.d}", "Error Domain=D Code=3 UserInfo={[redacted]}"),
    ("a token=\(secret) b token=\(secret)", "a token=[redacted] b token=… … b token=[redacted]"),
  ])
  func `a secret that stands in a text in all likelihood is found`(_ text: String, _ excerpt: String) {
    let found = SecretText().likelySecrets(in: text)
    #expect(found.map(\.excerpt).joined(separator: " ") == excerpt)
    #expect(!found.map(\.excerpt).joined().contains(Self.secret))
  }

  @Test(arguments: [
    "", "=", "password=", "password: ", "password=[redacted]", "token=***", "token=<token>", "token=${TOKEN}", "token=nil", "pin=7",
    "Password: required", "password: must have 8 characters", "Password: 8-16 characters", "session: 2024", "Session: Introduction",
    "tokens: 1500", "tokenCount=3", "passwordError=wrong", "the token is refreshed", "Token(s) used", "cookie banner shown", "pin(s): 3",
    "Bearer of news", "Bearer authentication", "eyJ is none", "a.eyJhb.c", "https://shop.example:80/a@b", "1732179600000",
    "0000 0000 0000 0000",
    "xxAKIAABCDEFGHIJKLMNOP", "AKIA is short", "ghost story", "sk_live_", "skill-based", "-----BEGIN CERTIFICATE-----", "----- 8< -----",
    #""password": "Enter your password""#, #""tokens": ["let", "x"]"#, "token: see https://shop.example/t1", "password: ada@shop.example",
    "UserInfo={a=b}",
  ])
  func `what only speaks of secrets is none`(_ text: String) {
    #expect(SecretText().likelySecrets(in: text).map(\.excerpt) == [])
  }

  @Test(arguments: [
    ("mysql -u root -p", "goatcheese", " shop"), ("docker login -u ci -p ", "feta-cube", " registry.example.test"),
    ("curl --user admin:", "pecorino", " https://a.example.test"), ("<password><![CDATA[", "p<q>x", "]]></password>"),
    ("WIFI:T:WPA;S:Home;P:", "allspice", ";;"), ("svc:", "bVq8dMnRNyomEq", "@tcp(127.0.0.1:3306)/db"),
    ("jdbc:oracle:thin:scott/", "tigerlily", "@//db.example.test:1521/orcl"), ("[auth] secret=>", "hydrangea", ""),
    ("123456789", ":AAl2h8bepFpEdiKXWl8GQuDbrWlWmeXwE99", " is a bot"), ("temporary password \"", "begonia!", "\" was sent"),
  ])
  func `a secret is cut out of a text`(_ before: String, _ secret: String, _ after: String) {
    let text = before + secret + after
    let (search, bytes) = (SecretText(), Array(text.utf8))
    let result = String(decoding: SecretText.redacted(bytes, search.likely(search.finds(in: text), in: bytes).map(\.range)), as: UTF8.self)
    #expect(!result.contains(secret))
    #expect(result.hasSuffix(after))
  }

  @Test func `a text that was redacted holds no likely secret`() {
    for text in ["password=hunter2", "Bearer \(Self.secret)", "https://a:b@c.d", "card 4111 1111 1111 1111"] {
      #expect(SecretText().likelySecrets(in: SecretText().redacted(text)).isEmpty)
    }
  }

  @Test(arguments: [
    "UserInfo={", "eyJ.", "://a:", "Bearer ", "password=\"", "token(", "-----BEGIN PRIVATE KEY-----", "?token=a&", "4111 ", "]", "= ",
    "{\"value\":[", "value:a(", "your code is 1 ", "\\u0061", "htpasswd -b ",
  ])
  func `a text made of beginnings is searched in one go`(_ beginning: String) {
    // It would take minutes if each occurrence restarted the search.
    let text = "token " + String(repeating: beginning, count: (triesAll ? 40_000 : 4_000) / beginning.utf8.count)
    #expect(!SecretText().redacted(text).isEmpty)
  }

  @Test func `an excerpt is cut between characters, and holds no other secret`() {
    let text = String(repeating: "é", count: 40) + " pin=12345 token=\(Self.secret) " + String(repeating: "茶", count: 40)
    let excerpts = SecretText().likelySecrets(in: text).map(\.excerpt)
    #expect(excerpts.count == 2)
    #expect(excerpts.allSatisfy { !$0.contains("12345") && !$0.contains(Self.secret) && !$0.contains("\u{FFFD}") })
  }
}
