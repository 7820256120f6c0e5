import Foundation
import Testing

/// Other files beside logs in an artifacts folder.
struct RedactTests {
  @Test func `what tests print is copied without its secrets`() throws {
    let text = """
      Expectation failed: (login → Login(email: "a@b.example", password: "correct horse 7")) == nil
      ↳ password → "correct horse 7"
      card 4242 4242 4242 4242 was declined
      -----BEGIN PRIVATE KEY-----
      MIIEvQIBADANBgkqhkiG9w0BAQEFAASC
      -----END PRIVATE KEY-----
      all is well

      """
    let answer = try BuiltTool.run(["redact"], input: text)
    #expect(answer.status == 0)
    for secret in ["correct horse", "4242 4242", "MIIEvQIBADAN"] { #expect(!answer.output.contains(secret), "\(answer.output)") }
    #expect(answer.output.hasSuffix("all is well\n") && answer.output.contains("was declined"))
  }

  @Test func `bytes in which nothing is secret stay as they are`() throws {
    let folder = try TemporaryFolder()
    try Data([0x63, 0xE9, 0x0D, 0x0A, 0xFF, 0x0A] + Array("password: hunter2x\r\nend".utf8)).write(
      to: folder.url.appendingPathComponent("in"))
    let answer = try BuiltTool.shell(
      "cd \"$1\" && \"$2\" redact <in >out && cat out | od -An -tx1", folder.url.path, BuiltTool.path)
    let printed = answer.output.split { $0 == " " || $0 == "\n" }.joined()
    let redacted = Array("password: [redacted]\r\nend".utf8).map { String(Int($0) + 256, radix: 16).suffix(2) }.joined()
    #expect(printed == "63e90d0aff0a" + redacted, "\(printed)")
  }

  @Test func `a name may be added, and nothing but a name`() throws {
    #expect(try BuiltTool.run("redact", "--key", "nickname", input: "nickname: \"Annie77\"\n").output.contains("Annie77") == false)
    #expect(try BuiltTool.run("redact", "--key", ".a.b", input: "").status == 2)
  }

  /// Texts, with the part that must not stay in braces.
  static let secrets = [
    #"{"name":"password","value":"‹hunter2x›"}"#, #"{"id":"password","value":"‹hunter2x›"}"#, #"{"kind":"password","value":"‹hunter2x›"}"#,
    #"{"field":"password","value":"‹hunter2x›"}"#, #"{"inputType":"password","value":"‹hunter2x›"}"#,
    #"{"value":"‹hunter2x›","label":"Password"}"#, #"[{"name":"user","value":"ada"},{"type":"password","value":"‹hunter2x›"}]"#,
    #"Field(name: "password", value: "‹hunter2x›")"#, #""{\"name\":\"password\",\"value\":\"‹hunter2x›\"}""#,
    #"{"name":"password","value":"‹hunter2x›","text":"‹label›"}"#, #"{"name":"password","value":"‹hunter2x›","values":[]}"#,
    #"{"name":"password","values":["‹hunter2x›",null,["‹hunter 3›"],‹44›],"n":["x"]}"#, #"Field(name: "password", values: ["‹hunter2x›"])"#,
    #"{"$type":"Field","id":"password","text":"‹hunter2›","n":1}"#,
    "wallet password: ‹hunter2x›", "Outlet token = ‹abcdef123›", "in test case password: ‹hunter2x›", "Use case token: ‹ghx123abc›",
    #"{"pass\u0077ord":"‹hunter2x›"}"#, "redis://:‹pw›@host", "https://‹t0kenOfR0cks›@host", "https://‹t0kenOfR0cks›:@host",
    "https://‹TOKEN›@host", "name=password&value=‹x›", "POST /login?value=‹hunter2x›&name=password done", "Use ‹604418› to sign in",
    "Please use ‹604-418› to verify your phone.", "Your code is ‹604418›.", "‹604418› is your Shop code", "Enter code ‹604418›",
    #"{"m":"your Acme verification code is ‹604418›."}"#,
    "sshpass -p ‹hunter2x› ssh host",
    "security unlock-keychain -p ‹hunter2x› login.keychain", "htpasswd -b .htpasswd ada ‹hunter2x›", "htpasswd -nb ada ‹hunter2x›",
  ]

  @Test func `a secret is cut out, and the name beside it stays`() throws {
    let text = Self.secrets.map { $0.filter { !"‹›".contains($0) } + "\n" }.joined()
    let lines = try BuiltTool.run(["redact"], input: text).output.split(separator: "\n").map(String.init)
    #expect(lines == Self.secrets.map { $0.replacing(/‹.*?›/, with: "[redacted]") })
  }

  @Test func `what only has the name of a secret stays`() throws {
    let text = """
      {"grant_type":"password","username":"ada"}
      {"type":"token","value":"let"}
      maxTokens: many
      stopToken=END
          let token = makeToken()
      case .password: return "x"
      case .password(let text):
      error code 604418
      Type mismatch, code 4864
      Your server closed with code 1006
      https://ada.lovelace@host/
      Use 1024 to pad blocks
      name=color&value=red

      """
    #expect(try BuiltTool.run(["redact"], input: text).output == text)
  }

  @Test func `a log with a secret in a mark, an error and a state is told and cleaned`() throws {
    let pair = #"{\"name\":\"password\",\"value\":\"hunter2x\"}"#
    let log = """
      {"fluxtape":1,"run":"r1","time":"2026-11-21T09:00:00.000000Z"}
      {"seq":1,"t":1,"store":"login","type":"@@INIT","state":{"fields":[{"kind":"password","value":"hunter2x"}]}}
      {"seq":2,"t":2,"mark":"sent \(pair)","level":"info"}
      {"seq":3,"t":3,"store":"login","type":"send","error":{"type":"E","message":"\(pair)"}}

      """
    let folder = try TemporaryFolder()
    let file = try folder.write(log, to: "login.jsonl")
    let check = try BuiltTool.run("check", file, "--secrets")
    #expect(check.status == 1)
    #expect(check.output.contains("login.fields[*].value") && check.output.contains("mark") && !check.output.contains("hunter2x"))
    let clean = try BuiltTool.run("export", file, "--to", "jsonl", "--redact-secrets")
    #expect(!clean.output.contains("hunter2x") && clean.output.contains(#"{\"name\":\"password\",\"value\":\"[redacted]\"}"#))
  }
}
