import Testing

@testable import Fluxtape

private struct Email { let raw: String }
private enum Contact {
  case work(Email, phone: String)
  case none
}
private struct Sealed<Value> {
  struct Part { let value: Value }
  let value: Value
}

private func redacted(_ text: String, _ redaction: Redaction = .standard, stringBytes: Int = .max) -> String {
  var options = RecorderOptions(redaction: redaction)
  options.limits.stringBytes = stringBytes
  return TextRedactor(options).redacted(text)
}

struct TextRedactorTests {
  @Test(
    arguments: [
      ("password=hunter2", "password=[redacted]"),
      (#"{"name":"password","value":"hunter2x"}"#, #"{"name":"password","value":"[redacted]"}"#),
      (#"{"field":"password","value":"hunter2x"}"#, #"{"field":"password","value":"[redacted]"}"#),
      ("login with token: abc, twice", "login with token: [redacted], twice"),
      (#"{"apiKey": "abc"} sent"#, #"{"apiKey": "[redacted]"} sent"#),
      ("Authorization: Bearer abc.def", "Authorization: [redacted]"),
      ("GET /?page=2&access_token=abc&x=1", "GET /?page=2&access_token=[redacted]&x=1"),
      (#"Form(password: Optional("a b"), count: 1)"#, "Form(password: [redacted], count: 1)"),
      (#"(tokens: ["a", "b"], pin: 12)"#, "(tokens: [redacted], pin: [redacted])"),
      (#"password: "a \"b c", note: "d""#, #"password: "[redacted]", note: "d""#),
      (#"wrongPassword("a b") at 3"#, "wrongPassword([redacted]) at 3"),
      (#"wrongPassword(user: "a", password: "b")"#, "wrongPassword([redacted])"),
      (#"SetPassword(text: "a", tries: 1)"#, "SetPassword([redacted])"),
      (#"Failed(by: SetPassword(id: f(1), value: "a")), value: 2"#, "Failed(by: SetPassword([redacted])), value: 2"),
      (#")) text: 1 (token: (text: 2) value: 3"#, #")) text: 1 (token: [redacted] value: 3"#),
      ("wrongPassword()", "wrongPassword()"), ("token: Tok1(a)x, b", "token: [redacted]x, b"), ("password: (", "password: [redacted]"),
      ("authorization: bearer abc1", "authorization: [redacted]"),
      ("Cookie: a=b; c=d\nAccept: e", "Cookie: [redacted]\nAccept: e"),
      (#"Proxy-Authorization: Digest username="ada", response="b17""#, "Proxy-Authorization: [redacted]"),
      ("card 4111-1111-1111-1111 declined", "card [redacted] declined"),
      ("the total flickers: 15 → -5", "the total flickers: 15 → -5"),
      ("rejected with password hunter2!", "rejected with password [redacted]"), ("the password is hunter2", "the password is [redacted]"),
      ("the password is wrong", "the password is wrong"), ("password for ada expired", "password for ada expired"),
      ("token refresh failed", "token refresh failed"), ("PIN is 1234", "PIN is [redacted]"), ("pin the message", "pin the message"),
      ("login --password x --user ada", "login --password [redacted] --user ada"),
      ("sent Bearer abc.def12 to it", "sent [redacted] to it"), ("the bearer of news", "the bearer of news"),
      ("got eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.x-Y_z, ok", "got [redacted], ok"), ("eyJ is no token", "eyJ is no token"),
      ("https://ada:x@shop.example/p", "https://ada:[redacted]@shop.example/p"),
      ("https://shop.example:80/a@b", "https://shop.example:80/a@b"),
      ("body password%3Dx%26a", "body password%3D[redacted]"), ("a=1&login[password]=x", "a=1&login[password]=[redacted]"),
      (#"("name", "x")"#, #"("name", "x")"#),
      ("password=ab,x done", "password=[redacted] done"), ("password=ab;x", "password=[redacted]"),
      ("password=ab&x", "password=[redacted]"),
      ("GET /?token=a,b#top", "GET /?token=[redacted]"), (#"{\"password\":\"x\"}"#, #"{\"password\":\"[redacted]\"}"#),
      ("passwordAttempts=3, passwordError=x", "passwordAttempts=3, passwordError=x"),
      ("validPassword: true", "validPassword: true"),
      (#"badToken(got: "x", user: "ada")"#, "badToken([redacted])"),
      (#"Error Domain=D Code=3 "(null)" UserInfo={a={b}, c=d} end"#, #"Error Domain=D Code=3 "(null)" UserInfo={[redacted]} end"#),
      (#"(state.sessionToken → "a b") == nil"#, #"(state.sessionToken → "[redacted]") == nil"#),
      (#"(password → "a").isEmpty"#, #"(password → "[redacted]").isEmpty"#), ("(pin → 12) > 3", "(pin → [redacted]) > 3"),
      (#"token → Optional("a b"), then"#, "token → [redacted], then"),
      ("(isOpen → true) == (tokenCount → 3)", "(isOpen → true) == (tokenCount → 3)"),
      (#"password == "a b""#, #"password == "[redacted]""#), (#"form.password! != "a""#, #"form.password! != "[redacted]""#),
      ("token == nil ? 1 : nil", "token == nil ? 1 : nil"), ("tea → ☕️, 茶 → 3", "tea → ☕️, 茶 → 3"), ("password →", "password →"),
      ("password==", "password=="),
      ("password = x", "password = [redacted]"),
      ("password=", "password="), ("", ""), ("=", "="), ("token:Bearer ", "token:Bearer "),
    ] as [(String, String)])
  func `texts for people lose their secrets and stay readable`(text: String, expected: String) {
    #expect(redacted(text) == expected)
    #expect(redacted(text, .off) == text)
  }

  @Test(arguments: [
    (#"\#(Email(raw: "a@b.c"))"#, "Email([redacted])"),
    ("\([Contact.work(Email(raw: "a"), phone: "1")])", "[FluxtapeTests.(unknown context at $0).Contact.work([redacted])]"),
    ("Failed(to: Shop.Email(raw: \"a@b.c\"), tries: 3)", "Failed(to: Shop.Email([redacted]), tries: 3)"),
    ("Failed(to: Shop.Contact.work(Shop.Email(raw: \"(a\"), phone: \"1\"))", "Failed(to: Shop.Contact.work([redacted]))"),
    ("Shop.Contact.none", "Shop.Contact.none"), ("Sealed<Array<Int>>(value: [1])", "Sealed<Array<Int>>([redacted])"),
    ("Sealed<Int>.Part(value: 1)", "Sealed<Int>.Part([redacted])"), ("Emails(raw: 1), email(raw: 1)", "Emails(raw: 1), email(raw: 1)"),
    ("Email(", "Email("), ("(unknown context at $1f).Email(raw: 1)", "(unknown context at $1f).Email([redacted])"), (">(1)", ">(1)"),
    ("<Email(1", "<Email([redacted]"),
  ])
  func `values of secret types are cut out where they are printed`(text: String, expected: String) {
    let result = redacted(text, Redaction(secretTypes: [Email.self, Contact.self, Sealed<[Int]>.self]))
    #expect(result.replacing(/\$[0-9a-f]+/, with: "$0") == expected.replacing(/\$[0-9a-f]+/, with: "$0"))
  }

  @Test func `keys of the app's own are added and taken out`() {
    let redaction = Redaction(secretKeys: ["nickname"], openKeys: ["PIN"])
    #expect(redacted("Nickname=x pin=1 token=y", redaction) == "Nickname=[redacted] pin=1 token=[redacted]")
  }

  @Test func `a text that is too long is cut, and says so`() {
    #expect(redacted("0123456789", stringBytes: 10) == "0123456789")
    #expect(redacted("0123456789", stringBytes: 4) == "0123… [10 bytes]")
    #expect(redacted("password=0123456789", stringBytes: 12) == "password=[re… [19 bytes]")
    #expect(redacted("ééé", stringBytes: 3).hasSuffix("… [6 bytes]"))
    #expect(redacted("", stringBytes: 0) == "")
  }
}
