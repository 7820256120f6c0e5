import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON
import Foundation
import Testing

private let key = SipHash.Key(low: 1, high: 2)

/// JSON that is encoded through containers.
struct Streamed: Encodable {
  let json: JSONValue

  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    switch json {
    case .array(let elements):
      var list = encoder.unkeyedContainer()
      for element in elements { try list.encode(Streamed(json: element)) }
    case .object(let object):
      var members = encoder.container(keyedBy: Key.self)
      for member in object { try members.encode(Streamed(json: member.value), forKey: Key(stringValue: member.key)) }
    case .number(let number):
      var single = encoder.singleValueContainer()
      try number.int.map { try single.encode($0) } ?? single.encode(number.double)
    case .string(let text): try text.encode(to: encoder)
    case .bool(let bool): try bool.encode(to: encoder)
    case .null:
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    }
  }
}

/// The sources of the same JSON.
private enum Form: CaseIterable {
  case streamed, collections

  func value(_ json: JSONValue) -> Any {
    switch self {
    case .streamed: Streamed(json: json)
    case .collections: untyped(json)
    }
  }

  /// Whether both texts are the same, except for the order of members in dictionaries.
  func isWritten(_ expected: String, as text: String) -> Bool {
    func members(_ text: String) -> [Substring] { text.split { "{},".contains($0) }.sorted() }
    return self == .collections ? members(expected) == members(text) : expected == text
  }
}

private func untyped(_ json: JSONValue) -> Any {
  switch json {
  case .array(let elements): elements.map(untyped)
  case .object(let object): Dictionary(object.map { ($0.key, untyped($0.value)) }) { $1 }
  case .number(let number): number.int ?? number.double
  case .string(let text): text
  case .bool(let bool): bool
  case .null: Int?.none as Any
  }
}

private func redacted(_ value: Any, named name: String = "action", _ rules: EncodingRules = .hidingSecrets(digestKey: key)) -> String {
  withoutDigests(FluxtapeCodingTests.written(value, named: name, under: rules))
}

private func withoutDigests(_ text: String) -> String { text.replacing(/\{"\$redacted":"[0-9a-f]{16}"\}/, with: "·") }

private func written(_ text: String, as form: Form, ofActionNamed name: String) throws -> String {
  let writer = ActionWriter(rules: .hidingSecrets(digestKey: key)) { _, _, _ in [] }
  _ = writer.describe(name, try form.value(JSONValue(parsing: text)))
  return withoutDigests(String(decoding: writer.payload, as: UTF8.self))
}

private func written(_ text: String, as form: Form, named name: String = "action", _ rules: EncodingRules? = nil) throws -> String {
  let json = try JSONValue(parsing: text)
  let rules = rules ?? .hidingSecrets(digestKey: key)
  return redacted(form.value(json), named: name, rules)
}

struct WriterRedactionTests {
  @Test(arguments: [
    (#"{"email":"a@b.c","password":"hunter2"}"#, #"{"email":"a@b.c","password":·}"#),
    (#"{"password":""}"#, #"{"password":""}"#),
    (#"{"password":null,"validPassword":true}"#, #"{"password":null,"validPassword":true}"#),
    (#"{"pin":1234,"tokenCount":3}"#, #"{"pin":·,"tokenCount":3}"#),
    (#"{"user":{"accessToken":"x","name":"Ada"}}"#, #"{"user":{"accessToken":·,"name":"Ada"}}"#),
    (#"{"cookies":{"session":"x"},"secrets":[],"tokens":["a","b"]}"#, #"{"cookies":·,"secrets":[],"tokens":·}"#),
    (#"[{"setPassword":{"_0":"x"}},{"validPassword":{"_0":true}}]"#, #"[{"setPassword":{"_0":·}},{"validPassword":{"_0":true}}]"#),
    (#"{"token":{"_0":{"_0":1,"_1":true},"_1":{"a":1},"_2":{}}}"#, #"{"token":{"_0":{"_0":·,"_1":true},"_1":·,"_2":{}}}"#),
    (#"[["password","x"],["email","y"]]"#, #"[["password",·],["email","y"]]"#),
    (
      #"[["password","x","y"],["password"],["password",["x"]],[["password"],"x"]]"#,
      #"[["password",·,·],["password"],["password",·],[["password"],"x"]]"#
    ),
    (
      #"[{"name":"Authorization","value":"Bearer x"},{"name":"Accept","value":"y"}]"#,
      #"[{"name":"Authorization","value":·},{"name":"Accept","value":"y"}]"#
    ),
    (
      #"[{"field":"pin","name":"a","value":{"b":1}},{"header":1,"value":2}]"#,
      #"[{"field":"pin","name":"a","value":·},{"header":1,"value":2}]"#
    ),
    (
      #"[["name","email","password"],["login","--password","x"],["a","b","password","x"]]"#,
      #"[["name","email","password"],["login","--password",·],["a","b","password","x"]]"#
    ),
    (#"[{"_0":{"password":{}},"_1":"x"},{"_0":"x","_1":"password"}]"#, #"[{"_0":{"password":{}},"_1":·},{"_0":·,"_1":"password"}]"#),
    (
      #"[{"field":{"password":{}},"to":"x"},{"field":{"email":{}},"to":"x"}]"#,
      #"[{"field":{"password":{}},"to":·},{"field":{"email":{}},"to":"x"}]"#
    ),
    (#"[[{"password":{}},"x"],[{"email":{}},"x"]]"#, #"[[{"password":{}},·],[{"email":{}},"x"]]"#),
    (
      #"[{"id":"password","value":"x"},{"id":"u7","value":"x"},{"id":"7","name":"password"}]"#,
      #"[{"id":"password","value":·},{"id":"u7","value":"x"},{"id":"7","name":"password"}]"#
    ),
    (
      #"[{"name":"pin","text":"x","error":"short"},{"Name":"Token","Value":"x"},{"KEY":"pin","VALUE":1}]"#,
      #"[{"name":"pin","text":·,"error":"short"},{"Name":"Token","Value":·},{"KEY":"pin","VALUE":·}]"#
    ),
    (#"{"header":"Cookie","name":"x","values":["a","b"],"more":1}"#, #"{"header":"Cookie","name":"x","values":·,"more":1}"#),
    // `fa` is a word, but not in an identifier.
    (
      #"[{"id":"072A3C46-B0D9-652D-C842-30002689FA17","title":"a","qty":3},["072A3C46-B0D9-652D-C842-30002689FA17","a"]]"#,
      #"[{"id":"072A3C46-B0D9-652D-C842-30002689FA17","title":"a","qty":3},["072A3C46-B0D9-652D-C842-30002689FA17","a"]]"#
    ),
    (#"{"focus":{"password":{}},"email":"x"}"#, #"{"focus":{"password":{}},"email":"x"}"#),
    (
      #"{"session":{"id":7,"user":"Ada"},"auth":{"isOn":true},"pan":{"x":1}}"#,
      #"{"session":{"id":7,"user":"Ada"},"auth":{"isOn":true},"pan":{"x":1}}"#
    ),
    (
      #"{"session":"x1y2","auth":"x1y2","authorization":"denied","pins":["1234"],"pass":true}"#,
      #"{"session":·,"auth":·,"authorization":"denied","pins":[·],"pass":true}"#
    ),
    (
      #"{"passwordAttempts":3,"isPasswordValid":true,"tokenExpiry":"2026-11-21T09:00:00.000000Z","tokenType":"Bearer"}"#,
      #"{"passwordAttempts":3,"isPasswordValid":true,"tokenExpiry":"2026-11-21T09:00:00.000000Z","tokenType":"Bearer"}"#
    ),
    (
      #"{"passwordAttempts":["x","",1],"usedPassword":"x","apiTokenStatus":"x","lastUsedToken":"2026-abcd"}"#,
      #"{"passwordAttempts":[·,"",1],"usedPassword":·,"apiTokenStatus":"x","lastUsedToken":·}"#
    ),
    (
      #"{"tokenUsage":{"prompt":12,"model":"x","user":"Ada"},"wrongPasswordError":{"_0":"x"}}"#,
      #"{"tokenUsage":{"prompt":12,"model":·,"user":"Ada"},"wrongPasswordError":{"_0":·}}"#
    ),
    (#"{"note":"my card is 4111 1111 1111 1111","time":1763715600000}"#, #"{"note":·,"time":1763715600000}"#),
    (#""4111111111111111""#, "·"),
    (
      #"[{"link":"https://a:b1@c.d/x"},{"text":"login failed: password=hunter2"},{"keyPath":"\\S.password","value":"x"}]"#,
      #"[{"link":·},{"text":·},{"keyPath":"\\S.password","value":·}]"#
    ),
  ])
  func `secrets are replaced`(text: String, expected: String) throws {
    for form in Form.allCases { #expect(form.isWritten(expected, as: try written(text, as: form)), "\(form)") }
  }

  @Test func `a value that stands before the name of its secret is replaced too`() throws {
    #expect(try written(#"{"value":"Bearer x","key":"Authorization"}"#, as: .streamed) == #"{"value":·,"key":"Authorization"}"#)
    #expect(try written(#"{"value":{"token":1},"key":"a"}"#, as: .streamed) == #"{"value":{"token":·},"key":"a"}"#)
  }

  @Test(arguments: [
    (#""hunter2""#, "password", "·"), (#"{"_0":"hunter2"}"#, "setPassword", #"{"_0":·}"#),
    (#"{"value":"x"}"#, "SetPassword", #"{"value":·}"#),
    (#"{"reason":"typed"}"#, "setPassword", #"{"reason":"typed"}"#), ("true", "validPassword", "true"), (#""x""#, "email", #""x""#),
    (#"["a"]"#, "tokens", "·"), (#"{"a":{"_0":"x","token":1}}"#, "token", #"{"a":{"_0":"x","token":·}}"#),
  ])
  func `a name stands for the key of what has no label`(text: String, name: String, expected: String) throws {
    for form in Form.allCases { #expect(try written(text, as: form, named: name) == expected, "\(form)") }
  }

  @Test(arguments: [
    (#"{"to":"x"}"#, "passwordChanged", #"{"to":·}"#), (#"{"old":"x","new":"y"}"#, "setPassword", #"{"old":·,"new":·}"#),
    (#"{"with":"x","at":12}"#, "tokenRefreshed", #"{"with":·,"at":12}"#), (#"{"got":"x"}"#, "badToken", #"{"got":·}"#),
    (#"{"entered":"x","isLast":true,"attempts":3}"#, "invalidPassword", #"{"entered":·,"isLast":true,"attempts":3}"#),
    (
      #"{"form":{"user":"Ada","repeated":"x","isOk":true,"list":["x"],"hint":"","userId":7}}"#, "passwordTyped",
      #"{"form":{"user":"Ada","repeated":·,"isOk":true,"list":·,"hint":"","userId":7}}"#
    ),
    (#"{"_0":"x"}"#, "wrongPasswordError", #"{"_0":·}"#), (#"{"_0":3}"#, "passwordAttempts", #"{"_0":3}"#),
    (#"{"_0":"x1y2"}"#, "session", #"{"_0":·}"#), (#"{"_0":"x"}"#, "session", #"{"_0":"x"}"#),
    (#"{"_0":{"user":"Ada"}}"#, "session", #"{"_0":{"user":"Ada"}}"#),
    (#""x1y2""#, "session", "·"), (#"["a"]"#, "tokens", "·"), ("12", "pinTyped", "·"), (#"{"to":"x"}"#, "nameChanged", #"{"to":"x"}"#),
  ])
  func `what an action holds that is named after a secret is hidden, but for what has an innocent label`(
    text: String, name: String, expected: String
  ) throws {
    for form in Form.allCases { #expect(form.isWritten(expected, as: try written(text, as: form, ofActionNamed: name)), "\(form)") }
  }

  @Test func `keys of the app's own are added and taken out`() throws {
    let rules = EncodingRules.hidingSecrets(alsoUnder: ["nickname"], butNotUnder: ["PIN"], digestKey: key)
    for form in Form.allCases {
      #expect(try written(#"{"Nickname":"x","pin":1,"token":"y"}"#, as: form, rules) == #"{"Nickname":·,"pin":1,"token":·}"#)
      #expect(try written(#"{"token":"y"}"#, as: form, .plain) == #"{"token":"y"}"#)
    }
  }

  @Test func `what has no contents to show is left as it is`() {
    struct Holder { var token = NSLock() }
    #expect(redacted(Holder()) == #"{"token":{"$opaque":"NSLock"}}"#)
  }

  @Test func `values at hidden paths are replaced, whatever they are`() throws {
    var rules = EncodingRules.plain
    rules.hiddenPaths = [
      PathPattern(["user", "*", "age"]), PathPattern(["list", "1"]), PathPattern(["$", "b"]), PathPattern(["user", "x"]),
    ]
    let text = #"{"user":{"a":{"age":true,"b":1},"age":1,"x":{"a":1}},"list":[1,{"a":1},[]],"$":{"b":null,"c":{"b":1}}}"#
    let expected = #"{"user":{"a":{"age":·,"b":1},"age":1,"x":·},"list":[1,·,[]],"$$":{"b":null,"c":{"b":1}}}"#
    #expect(try written(text, as: .streamed, rules) == expected)
    rules.hiddenPaths = [PathPattern([String]())]
    #expect(try written(text, as: .streamed, rules) == "·")
  }
}
