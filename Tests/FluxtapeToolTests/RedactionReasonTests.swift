import Testing

/// Why values are redacted, as far as a log tells.
struct RedactionReasonTests {
  private static let secret = #"{"$redacted":"9f2c41d07be3a85c"}"#
  private static let log = """
    {"seq":1,"t":0,"store":"session","type":"session.formSent","payload":{"password":\(secret),"tokens":[\(secret)],"note":\(secret),\
    "user":{"email":\(secret)},"field":{"name":"pin","value":\(secret)}},"error":{"type":"Refused","message":"password=[redacted]"},\
    "state":{"user":{"apiKey":\(secret),"name":"Ann"}}}
    {"seq":2,"t":1,"store":"session","type":"session.setPassword","payload":{"_0":\(secret)},\
    "patch":[{"op":"add","path":"/tokens","value":[]},{"op":"add","path":"/tokens/0","value":{"raw":\(secret)}}]}
    {"seq":3,"t":2,"store":"session","type":"session.closed","patch":[]}

    """

  @Test func `each redaction has its place, and the reason that the place tells`() throws {
    let first = try BuiltTool.run(["show", "-", "1", "--why-redacted"], input: Self.log)
    #expect(
      first.output == """
        payload.password     the key 'password' names a secret
        payload.tokens[0]    the key 'tokens' names a secret
        payload.note         the log does not tell: the app named its type, its path or its key, or the text held a secret
        payload.user.email   the key 'email' names personal data, which the app hides
        payload.field.value  a member beside it names a secret
        error.message        cut out of the text: behind the name of a secret, or in the form of one
        .user.apiKey         the key 'apiKey' names a secret

        """, "\(first.output)\(first.errors)")
    let second = try BuiltTool.run(["show", "-", "2", "--why-redacted", "--json"], input: Self.log)
    #expect(
      second.lines == [
        #"{"path":"payload._0","because":"action","name":"setPassword"}"#, #"{"path":".tokens[0].raw","because":"key","name":"tokens"}"#,
      ], "\(second.output)")
    let state = try BuiltTool.run(["show", "-", "2", "--state", "--why-redacted"], input: Self.log)
    #expect(state.output.hasPrefix(".tokens[0].raw") && state.output.contains(".user.apiKey"), "\(state.output)\(state.errors)")
    #expect(!(first.output + second.output + state.output).contains("9f2c41"), "no digest")
    let none = try BuiltTool.run(["show", "-", "3", "--why-redacted"], input: Self.log)
    #expect(none.status == 1 && none.errors == "fluxtape: -:3: nothing is redacted there\n", "\(none.errors)")
  }
}
