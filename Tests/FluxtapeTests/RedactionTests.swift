import FluxtapeJSON
import FluxtapeLog
import Testing

@testable import Fluxtape

private func redacted(_ text: String, named name: String = "action", _ redaction: Redaction = .standard) throws -> String {
  var redactor = Redactor(redaction, digestKey: DigestKey(low: 1, high: 2))
  let text = redactor.redacted(try JSONValue(parsing: text), named: name).text
  return text.replacing(/\{"\$redacted":"[0-9a-f]{16}"\}/, with: "·")
}

@Suite struct RedactionTests {
  @Test(arguments: [
    (#"{"email":"a@b.c","password":"hunter2"}"#, #"{"email":"a@b.c","password":·}"#),
    (#"{"password":""}"#, #"{"password":""}"#),
    (#"{"password":null,"validPassword":true}"#, #"{"password":null,"validPassword":true}"#),
    (#"{"pin":1234,"tokenCount":3}"#, #"{"pin":·,"tokenCount":3}"#),
    (#"{"user":{"accessToken":"x","name":"Ada"}}"#, #"{"user":{"accessToken":·,"name":"Ada"}}"#),
    (#"{"tokens":["a","b"],"secrets":[],"cookies":{"session":"x"}}"#, #"{"tokens":·,"secrets":[],"cookies":·}"#),
    (#"[{"setPassword":{"_0":"x"}},{"validPassword":{"_0":true}}]"#, #"[{"setPassword":{"_0":·}},{"validPassword":{"_0":true}}]"#),
    (#"[["password","x"],["email","y"]]"#, #"[["password",·],["email","y"]]"#),
    (
      #"[{"name":"Authorization","value":"Bearer x"},{"name":"Accept","value":"y"}]"#,
      #"[{"name":"Authorization","value":·},{"name":"Accept","value":"y"}]"#
    ),
    (#"{"note":"my card is 4111 1111 1111 1111","time":1763715600000}"#, #"{"note":·,"time":1763715600000}"#),
    (#"{"token":{"$opaque":"Token"}}"#, #"{"token":{"$opaque":"Token"}}"#),
    (#""4111111111111111""#, "·"),
  ])
  func `secrets are replaced`(text: String, expected: String) throws {
    #expect(try redacted(text) == expected)
  }

  @Test(arguments: [
    (#""hunter2""#, "password", "·"), (#"{"_0":"hunter2"}"#, "setPassword", #"{"_0":·}"#),
    (#"{"value":"x"}"#, "SetPassword", #"{"value":·}"#),
    (#"{"reason":"typed"}"#, "setPassword", #"{"reason":"typed"}"#), ("true", "validPassword", "true"), (#""x""#, "email", #""x""#),
    (#"["a"]"#, "tokens", "·"),
  ])
  func `a name stands for the key of what has no label`(text: String, name: String, expected: String) throws {
    #expect(try redacted(text, named: name) == expected)
  }

  @Test func `keys of the app's own are added and taken out`() throws {
    let redaction = Redaction(secretKeys: ["nickname"], openKeys: ["PIN"])
    #expect(try redacted(#"{"Nickname":"x","pin":1,"token":"y"}"#, redaction) == #"{"Nickname":·,"pin":1,"token":·}"#)
    #expect(try redacted(#"{"token":"y"}"#, .off) == #"{"token":"y"}"#)
  }

  @Test func `equal secrets have equal digests under one key, and others under another`() {
    func digest(_ text: JSONValue, _ key: DigestKey) -> JSONValue {
      var redactor = Redactor(.standard, digestKey: key)
      return redactor.redacted(["password": text], named: "")
    }
    let (key, other) = (DigestKey(low: 1, high: 2), DigestKey(low: 1, high: 3))
    #expect(digest("a", key) == digest("a", key))
    #expect(digest("a", key) != digest("b", key))
    #expect(digest("a", key) != digest("a", other))
  }

  @Test(arguments: [
    ("password=hunter2", "password=[redacted]"),
    ("login with token: abc, twice", "login with token: [redacted], twice"),
    (#"{"apiKey": "abc"} sent"#, #"{"apiKey": "[redacted]"} sent"#),
    ("Authorization: Bearer abc.def", "Authorization: Bearer [redacted]"),
    ("GET /?page=2&access_token=abc&x=1", "GET /?page=2&access_token=[redacted]&x=1"),
    (#"Form(password: Optional("a b"), count: 1)"#, "Form(password: [redacted], count: 1)"),
    (#"(tokens: ["a", "b"], pin: 12)"#, "(tokens: [redacted], pin: [redacted])"),
    (#"password: "a \"b c", note: "d""#, #"password: "[redacted]", note: "d""#),
    (#"wrongPassword("a b") at 3"#, "wrongPassword([redacted]) at 3"),
    (#"wrongPassword(user: "a", password: "b")"#, #"wrongPassword(user: "a", password: "[redacted]")"#),
    ("wrongPassword()", "wrongPassword()"), ("token: Token(a)x, b", "token: [redacted]x, b"), ("password: (", "password: [redacted]"),
    ("authorization: bearer abc", "authorization: bearer [redacted]"),
    ("Cookie: a=b; c=d\nAccept: e", "Cookie: [redacted]\nAccept: e"),
    (#"Proxy-Authorization: Digest username="a", response="b""#, "Proxy-Authorization: [redacted]"),
    ("card 4111-1111-1111-1111 declined", "card [redacted] declined"),
    ("the total flickers: 15 → -5", "the total flickers: 15 → -5"),
    ("password=", "password="), ("", ""), ("=", "="), ("token:Bearer ", "token:Bearer "),
  ])
  func `texts for people lose their secrets and stay readable`(text: String, expected: String) {
    var redactor = Redactor(.standard, digestKey: DigestKey(low: 1, high: 2))
    #expect(redactor.redacted(text) == expected)
  }

  @Test func `no planted secret is in any byte of a log`() async throws {
    struct LoginFailed: Error { let password: String }
    struct Form: Encodable { var password = "", repeatedPassword: [String: String] = [:], cards: [String] = [] }
    enum FormAction { case passwordTyped(String), submitted(password: String), failed(Secret) }
    struct Secret { let token: String }
    let planted = "pl4nted"
    let (recorder, sink) = Recorder.inMemory()
    let form = recorder.store("form")
    let reduce = form.reducer { (state: inout Form, action: FormAction) in
      state.password = planted
      state.repeatedPassword = ["password": planted + "2"]
      state.cards = ["5500 0000 0000 0004"]
    }
    var state = Form()
    for action in [FormAction.passwordTyped(planted), .submitted(password: planted), .failed(Secret(token: planted))] {
      form.record(action: action) { reduce(&state, action) }
    }
    form.record("password", planted) {}
    recorder.mark("password: \(planted)")
    #expect(throws: LoginFailed.self) { try form.record("login") { throw LoginFailed(password: planted) } }
    recorder.store("password", state: planted).record("x") {}
    try? await form.record("token", planted) {
      await Task.yield()
      throw LoginFailed(password: planted)
    }
    recorder.close()
    #expect(sink.text.contains("$redacted"))
    #expect(!sink.text.contains(planted))
    #expect(!sink.text.contains("0004"))
    #expect(try RecordedLog(sink).states(of: "form").count == 4)
  }
}
