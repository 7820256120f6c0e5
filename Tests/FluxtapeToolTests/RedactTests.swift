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

  @Test func `a name may be added, and nothing but a name`() throws {
    #expect(try BuiltTool.run("redact", "--key", "nickname", input: "nickname: \"Annie77\"\n").output.contains("Annie77") == false)
    #expect(try BuiltTool.run("redact", "--key", ".a.b", input: "").status == 2)
  }
}
