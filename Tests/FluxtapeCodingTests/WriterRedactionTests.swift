import FluxtapeCoding
import FluxtapeJSON
import Foundation
import Testing

private let key = SipHash.Key(low: 1, high: 2)

/// JSON that becomes the value it is, whatever its keys are: as `JSONValue` it is written as a tree, and as this through containers.
private struct Streamed: Encodable {
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

/// The ways in which the same JSON comes to be.
private enum Form: CaseIterable { case tree, streamed, collections }

private func collections(_ json: JSONValue) -> Any {
  switch json {
  case .array(let elements): elements.map(collections)
  case .object(let object): Dictionary(object.map { ($0.key, collections($0.value)) }) { $1 }
  default: json
  }
}

private func redacted(_ value: Any, named name: String = "action", _ rules: EncodingRules = .hidingSecrets(digestKey: key)) -> String {
  FluxtapeCodingTests.written(value, named: name, under: rules).replacing(/\{"\$redacted":"[0-9a-f]{16}"\}/, with: "·")
}

private func written(_ text: String, as form: Form, named name: String = "action", _ rules: EncodingRules? = nil) throws -> String {
  let json = try JSONValue(parsing: text)
  let rules = rules ?? .hidingSecrets(digestKey: key)
  return switch form {
  case .tree: redacted(json, named: name, rules)
  case .streamed: redacted(Streamed(json: json), named: name, rules)
  case .collections: redacted(collections(json), named: name, rules)
  }
}

@Suite struct WriterRedactionTests {
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
      #"[["password","x","y"],["password"],["password",·],[["password"],"x"]]"#
    ),
    (
      #"[{"name":"Authorization","value":"Bearer x"},{"name":"Accept","value":"y"}]"#,
      #"[{"name":"Authorization","value":·},{"name":"Accept","value":"y"}]"#
    ),
    (
      #"[{"field":"pin","name":"a","value":{"b":1}},{"header":1,"value":2}]"#,
      #"[{"field":"pin","name":"a","value":·},{"header":1,"value":2}]"#
    ),
    (#"{"note":"my card is 4111 1111 1111 1111","time":1763715600000}"#, #"{"note":·,"time":1763715600000}"#),
    (#""4111111111111111""#, "·"),
  ])
  func `secrets are replaced`(text: String, expected: String) throws {
    for form in Form.allCases { #expect(try written(text, as: form) == expected, "\(form)") }
  }

  @Test func `a value that stands before the name of its secret is replaced too`() throws {
    for form in [Form.tree, .streamed] {
      #expect(try written(#"{"value":"Bearer x","key":"Authorization"}"#, as: form) == #"{"value":·,"key":"Authorization"}"#)
      #expect(try written(#"{"value":{"token":1},"key":"a"}"#, as: form) == #"{"value":{"token":·},"key":"a"}"#)
    }
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

  @Test(arguments: Array(Form.allCases.prefix(2)))
  fileprivate func `values at hidden paths are replaced, whatever they are`(form: Form) throws {
    var rules = EncodingRules.plain
    rules.hiddenPaths = [
      PathPattern(["user", "*", "age"]), PathPattern(["list", "1"]), PathPattern(["$", "b"]), PathPattern(["user", "x"]),
    ]
    let text = #"{"user":{"a":{"age":true,"b":1},"age":1,"x":{"a":1}},"list":[1,{"a":1},[]],"$":{"b":null,"c":{"b":1}}}"#
    let expected = #"{"user":{"a":{"age":·,"b":1},"age":1,"x":·},"list":[1,·,[]],"$$":{"b":null,"c":{"b":1}}}"#
    #expect(try written(text, as: form, rules) == expected)
    rules.hiddenPaths = [PathPattern([String]())]
    #expect(try written(text, as: form, rules) == "·")
  }
}
