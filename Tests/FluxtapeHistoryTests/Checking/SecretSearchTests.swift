import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import Testing

struct SecretSearchTests {
  /// The text that no output may contain: each example has it as its secret.
  static let planted = "pl4nted0secret0"

  /// The secrets that a check finds in lines, as `PLACE: SIGN, EXCERPT`.
  private static func secrets(_ lines: String...) throws -> [String] {
    let history = try History.of(lines.joined(separator: "\n") + "\n")
    return try history.check(Checklist(looksForSecrets: true)).compactMap { finding in
      guard case .secret(let sign, let path, let excerpt, let count) = finding.kind else { return nil }
      let step = finding.row.flatMap { history.rows[$0].step }.map { "\($0)" } ?? "-"
      return "\(step) \(path) \(sign)" + (count > 1 ? " ×\(count)" : "") + (excerpt.map { " \($0)" } ?? "")
    }
  }

  private static func action(_ tail: String, type: String = "x") -> String { CheckingTests.action(1, tail, type: type) }

  @Test(arguments: [
    (#"{"password":"hunter2"}"#, "a: payload.password key"),
    (#"{"pin":1234}"#, "a: payload.pin key"),
    (#"{"tokens":["\#(planted)"]}"#, "a: payload.tokens[*] key"),
    (#"{"credentials":{"user":"ada","raw":"\#(planted)"}}"#, "a: payload.credentials.raw key"),
    (#"{"headers":[{"name":"Cookie","value":"\#(planted)"}]}"#, "a: payload.headers[*].value key"),
    (#"{"$type":"Field","id":"password","text":"hunter2","n":1}"#, "a: payload.text key"),
    (#"{"list":[{"text":"eyJhbGciOi.eyJzdWIiOi.c2ln"}]}"#, "a: payload.list[*].text webToken [redacted]"),
    (#"{"h":"Authorization: Bearer \#(planted)"}"#, "a: payload.h bearer Authorization: [redacted]"),
    (#"{"u":"https://me:\#(planted)@example.com/x"}"#, "a: payload.u userInformation https://me:[redacted]@example.com/x"),
    (#"{"k":"key is AKIAABCDEFGHIJKLMNOP."}"#, "a: payload.k serviceKey key is [redacted]."),
    (#"{"k":"ghp_0123456789abcdefghijABCDEFGHIJklmnop"}"#, "a: payload.k serviceKey [redacted]"),
    (#"{"k":"-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n"}"#, "a: payload.k privateKey [redacted]\n"),
    (#"{"c":"pay with 4111 1111 1111 1111"}"#, "a: payload.c cardNumber pay with [redacted]"),
    (#"{"u":"/orders?page=2&access_token=\#(planted)&x=1"}"#, "a: payload.u text /orders?page=2&access_token=[redacted]&x=1"),
    (#"{"body":"{\"user\":\"ada\",\"password\":\"hunter2\"}"}"#, #"a: payload.body text {"user":"ada","password":"[redacted]"}"#),
    (#"{"a":"login failed for ada, the password is hunter2"}"#, "a: payload.a text …failed for ada, the password is [redacted]"),
    (#"{"e":"Kennwort: 12345"}"#, "a: payload.e text Kennwort: [redacted]"),
    (#"{"a":{"\#("ghp_0123456789abcdefghijABCDEFGHIJklmnop")":1}}"#, "a: payload.a serviceKey [redacted]"),
  ])
  func `what looks like a secret is found, its place told, and it is not`(_ payload: String, _ expected: String) throws {
    #expect(try Self.secrets(Self.action(#""payload":\#(payload),"reduced":false"#)) == ["1 " + expected])
  }

  @Test(arguments: [
    (#"{"password":{"$redacted":"0123456789abcdef"},"tokenCount":3,"pinned":"yes","password2":"","time":"2026-11-21T09:00:00Z"}"#),
    #"{"password":"[redacted]","token":"••••••","secret":"***","apiKey":"${API_KEY}","cookie":"<cookie>","jwt":"nil"}"#,
    #"{"note":"login failed: password=[redacted] at 3","u":"https://me:[redacted]@example.com/"}"#,
    #"{"tokens":512,"pin":7,"usedTokens":1500,"text":"used tokens=1500 of 4000"}"#,
    #"{"a":"Password: required","b":"Session: Introduction to Swift","c":"Secret: the sauce","d":"token refresh failed"}"#,
    #"{"a":"Enter your password","b":"{\"password\":\"Enter your password\"}","c":"Forgot password? Reset it."}"#,
    #"{"at":"1732179600000","order":"1234567890123452","id":"7f3e4a5b-0123-4567-89ab-cdef01234567","n":4111111111111111}"#,
    #"{"u":"https://shop.example:8080/a@b?page=2&sort=up","mail":"ada@shop.example","site":"Shop/PasswordField.swift:42"}"#,
    #"{"a":"sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","b":"the bearer of bad news"}"#,
    #"{"a":"UserInfo={NSLocalizedDescription=The file does not exist.}","b":"pin the message 2 times","c":"author: ada, pass: 12 of 14"}"#,
    #"{"token":{"symbol":"ETH2","name":"Ether"},"pins":[{"title":"Sunset 2024"}],"session":{"user":"ada"}}"#,
    #"{"fields":[{"name":"city","value":"Bern"}],"scopes":["password","token"],"a":"--- 1 ---","b":"skin: see https://a.b/c1"}"#,
    #"{"l":"日本語のテキスト、パスワードではない","e":"Kennwert: 12345","long":"\#(String(repeating: "lorem ipsum ", count: 50))"}"#,
  ])
  func `what was hidden, and what only goes by such a name, is none`(_ payload: String) throws {
    #expect(try Self.secrets(Self.action(#""payload":\#(payload),"reduced":false"#)) == [])
    #expect(try Self.secrets(#"{"t":0,"store":"a","type":"@@STATE","state":\#(payload)}"#, CheckingTests.action(1)) == [])
  }

  @Test func `every text of a log is searched`() throws {
    let secret = "token=\(Self.planted)"
    let found = try Self.secrets(
      #"{"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00Z","app":{"name":"\#(secret)"},"meta":{"branch":"\#(secret)"}}"#,
      #"{"t":0,"store":"a","type":"@@STATE","state":{"n":1,"deep":[{"s":"\#(secret)"}],"text":"t"}}"#,
      CheckingTests.action(
        1,
        #""case":"\#(secret)","site":"A.swift:1","thread":"\#(secret)","payload":"\#(secret)","error":{"type":"E","message":"\#(secret)"}"#,
        type: "go(\(secret))"),
      #"{"seq":2,"t":2000,"mark":"\#(secret)","level":"error"}"#,
      CheckingTests.action(3, CheckingTests.set("/n", #""\#(secret)""#)),
      CheckingTests.action(4, #""patch":[{"op":"add","path":"/password","value":"hunter2"}]"#),
      CheckingTests.action(5, #""patch":[{"op":"splice","path":"/text","at":1,"del":0,"ins":" \#(secret)"}]"#),
      CheckingTests.action(6, #""reduced":false,"unknown":{"x":"\#(secret)"}"#), #"{"seq":7,"t":7000,"new":"\#(secret)"}"#)
    #expect(
      found == [
        "- a.deep[*].s text token=[redacted]", "1 a: type text go(token=[redacted])", "1 a: case text token=[redacted]",
        "1 a: thread text token=[redacted]",
        "1 a: error text token=[redacted]", "1 a: payload key", "2 mark text token=[redacted]",
        "3 a.n text token=[redacted]", "4 a.password key", "5 a.text text  token=[redacted]", "6 a.unknown.x text token=[redacted]",
        "7 record.new text token=[redacted]", "- app.name text token=[redacted]", "- meta.branch text token=[redacted]",
      ])
    #expect(!found.joined().contains(Self.planted))
  }

  @Test func `what an action has that is named after a secret is one, if it is not labelled otherwise`() throws {
    let line = Self.action(#""payload":{"text":"\#(Self.planted)","screen":"login2"},"reduced":false"#, type: "login.passwordTyped")
    #expect(try Self.secrets(line) == ["1 a: payload.text key"])
  }

  @Test func `secrets of one place are told once`() throws {
    let lines = (1...3).map { CheckingTests.action($0, #""payload":{"token":"t\#($0)"},"reduced":false"#) }
    #expect(try Self.secrets(lines[0], lines[1], lines[2]) == ["1 a: payload.token key ×3"])
  }

  @Test func `without being asked, a check does not look for secrets`() throws {
    let history = try History.of(Self.action(#""payload":{"password":"hunter2"},"reduced":false"#) + "\n")
    #expect(try history.check().allSatisfy(\.isNote))
  }
}
