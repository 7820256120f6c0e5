import FluxtapeDocuments
import FluxtapeJSON
import Testing

struct JSONPatchApplyingTests {
  private static let document = #"{"list":[1,2,3],"map":{"a":{"b":"text"}},"text":"añb👍🏽c","n":1.0}"#

  struct Case: Sendable, CustomTestStringConvertible {
    let patch: String
    let result: String
    var testDescription: String { patch }

    init(_ patch: String, _ result: String) { (self.patch, self.result) = (patch, result) }
  }

  static let fitting = [
    Case("[]", document),
    Case(#"[{"op":"add","path":"","value":[1]}]"#, "[1]"),
    Case(#"[{"op":"replace","path":"","value":null}]"#, "null"),
    Case(#"[{"op":"move","from":"","path":""}]"#, document),
    Case(#"[{"op":"copy","from":"/list","path":""}]"#, "[1,2,3]"),
    Case(#"[{"op":"move","from":"/list","path":""}]"#, "[1,2,3]"),
    Case(#"[{"op":"replace","path":"","value":[]},{"op":"add","path":"/0","value":1},{"op":"add","path":"/1","value":2}]"#, "[1,2]"),
    Case(#"[{"op":"replace","path":"","value":[1]},{"op":"add","path":"/-","value":2},{"op":"remove","path":"/0"}]"#, "[2]"),
    Case(#"[{"op":"replace","path":"","value":{"":{"":1}}},{"op":"replace","path":"//","value":2}]"#, #"{"":{"":2}}"#),
    Case(#"[{"op":"replace","path":"","value":{"-":1}},{"op":"add","path":"/-","value":2}]"#, #"{"-":2}"#),
    // A move to the same place changes nothing, although the array is one shorter in between.
    Case(#"[{"op":"move","from":"/list/2","path":"/list/2"}]"#, document),
    Case(#"[{"op":"copy","from":"/list","path":"/map/a/b"},{"op":"replace","path":"","value":1}]"#, "1"),
    Case(#"[{"op":"test","path":"/n","value":1},{"op":"test","path":"/n","value":10e-1},{"op":"replace","path":"","value":0}]"#, "0"),
    Case(#"[{"op":"test","path":"","value":\#(document)},{"op":"replace","path":"","value":0}]"#, "0"),
    // 👍🏽 is one character of two scalars, and so is ñ here.
    Case(#"[{"op":"splice","path":"/text","at":5,"del":1,"ins":""},{"op":"copy","from":"/text","path":""}]"#, "\"an\u{303}b👍c\""),
    Case(#"[{"op":"splice","path":"/text","at":7,"del":0,"ins":"!"},{"op":"copy","from":"/text","path":""}]"#, "\"an\u{303}b👍🏽c!\""),
  ]

  @Test(arguments: fitting)
  func `a fitting patch gives`(testCase: Case) throws {
    let document = try JSONValue(parsing: Self.document.replacing("ñ", with: "n\u{303}"))
    let expected = try JSONValue(parsing: testCase.result.replacing("ñ", with: "n\u{303}"))
    let patch = try JSONPatch(decoding: try JSONValue(parsing: testCase.patch.replacing("ñ", with: "n\u{303}")))
    #expect(try patch.applied(to: document) == expected)
  }

  struct Misfit: Sendable, CustomTestStringConvertible {
    let operation: String
    let reason: JSONPatchError.Reason
    var testDescription: String { operation }

    init(_ operation: String, _ reason: JSONPatchError.Reason) { (self.operation, self.reason) = (operation, reason) }
  }

  static let misfits = [
    Misfit(#"{"op":"remove","path":""}"#, .removesDocument),
    Misfit(#"{"op":"remove","path":"/nothing"}"#, .noValue),
    Misfit(#"{"op":"remove","path":"/list/3"}"#, .indexOutOfRange(count: 3)),
    Misfit(#"{"op":"remove","path":"/list/-"}"#, .notAnIndex),
    Misfit(#"{"op":"replace","path":"/nothing","value":1}"#, .noValue),
    Misfit(#"{"op":"replace","path":"/list/3","value":1}"#, .indexOutOfRange(count: 3)),
    Misfit(#"{"op":"replace","path":"/list/-","value":1}"#, .notAnIndex),
    Misfit(#"{"op":"add","path":"/list/4","value":1}"#, .indexOutOfRange(count: 3)),
    Misfit(#"{"op":"add","path":"/list/01","value":1}"#, .notAnIndex),
    Misfit(#"{"op":"add","path":"/list/+1","value":1}"#, .notAnIndex),
    Misfit(#"{"op":"add","path":"/list/-1","value":1}"#, .notAnIndex),
    Misfit(#"{"op":"add","path":"/list/","value":1}"#, .notAnIndex),
    Misfit(#"{"op":"add","path":"/list/99999999999999999999","value":1}"#, .notAnIndex),
    Misfit(#"{"op":"add","path":"/list/١","value":1}"#, .notAnIndex),
    Misfit(#"{"op":"add","path":"/n/0","value":1}"#, .notAContainer),
    Misfit(#"{"op":"add","path":"/nothing/0","value":1}"#, .noValue),
    Misfit(#"{"op":"move","from":"/map","path":"/map/a/c"}"#, .moveIntoItself),
    Misfit(#"{"op":"move","from":"","path":"/map"}"#, .moveIntoItself),
    Misfit(#"{"op":"move","from":"/nothing","path":"/nothing"}"#, .noValue),
    Misfit(#"{"op":"move","from":"/map","path":"/list/9"}"#, .indexOutOfRange(count: 3)),
    Misfit(#"{"op":"copy","from":"/list/-","path":"/x"}"#, .notAnIndex),
    Misfit(#"{"op":"copy","from":"/n/x","path":"/x"}"#, .notAContainer),
    Misfit(#"{"op":"test","path":"/nothing","value":null}"#, .noValue),
    Misfit(#"{"op":"test","path":"/n","value":"1.0"}"#, .testFailed),
    Misfit(#"{"op":"splice","path":"/n","at":0,"del":0,"ins":""}"#, .notAString),
    Misfit(#"{"op":"splice","path":"/map/a/b","at":3,"del":2,"ins":""}"#, .spliceOutOfRange(count: 4)),
    Misfit(#"{"op":"splice","path":"/map/a/b","at":5,"del":0,"ins":""}"#, .spliceOutOfRange(count: 4)),
    Misfit(#"{"op":"splice","path":"/map/a/b","at":9223372036854775807,"del":9223372036854775807,"ins":""}"#, .spliceOutOfRange(count: 4)),
  ]

  @Test(arguments: misfits)
  func `a patch that fails leaves the document as it was, to the order of its members`(misfit: Misfit) throws {
    let before = [
      #"{"op":"replace","path":"/n","value":{"x":1}}"#, #"{"op":"remove","path":"/list/0"}"#,
      #"{"op":"add","path":"/list/0","value":0}"#, #"{"op":"remove","path":"/text"}"#,
      #"{"op":"move","from":"/map/a","path":"/A"}"#, #"{"op":"copy","from":"/n","path":"/A"}"#,
      #"{"op":"move","from":"/A","path":"/map/a"}"#, #"{"op":"add","path":"/map/a","value":{"b":"text"}}"#,
      #"{"op":"replace","path":"/n","value":1}"#, #"{"op":"add","path":"/text","value":""}"#,
    ]
    let document = try JSONValue(parsing: Self.document)
    let patch = try JSONPatch(decoding: try JSONValue(parsing: "[" + (before + [misfit.operation]).joined(separator: ",") + "]"))
    let error = #expect(throws: JSONPatchError.self) { try patch.applied(to: document) }
    #expect(error?.reason == misfit.reason)
    #expect(error?.operationIndex == before.count)
    #expect(document.text == Self.document)
  }

  @Test func `a patch that fails leaves a large object and its index as they were`() throws {
    let members = (0..<100).map { ("key\($0)", JSONValue.number(JSONNumber($0))) }
    let document = JSONValue.object(JSONObject(members))
    let text = document.text
    let patch = JSONPatch([
      .remove(JSONPointer(tokens: ["key3"])), .add(JSONPointer(tokens: ["new"]), 1), .remove(JSONPointer(tokens: ["key99"])),
      .remove(JSONPointer(tokens: ["key3"])),
    ])
    #expect(throws: JSONPatchError(.noValue, operationIndex: 3, pointer: JSONPointer(tokens: ["key3"]))) {
      try patch.applied(to: document)
    }
    #expect(document.text == text)
    for index in 0..<100 { #expect(document.object?["key\(index)"]?.int == index) }
    #expect(document.object?["new"] == nil)
  }

  @Test func `a plain patch has replace for splice, with the text as it is at that step`() throws {
    let pointer = JSONPointer(tokens: ["a"])
    let patch = JSONPatch([
      .splice(pointer, at: 1, deleting: 1, inserting: "X"), .add(JSONPointer(tokens: ["b"]), 1),
      .splice(pointer, at: 3, deleting: 0, inserting: "!"),
    ])
    let plain = try patch.plain(for: ["a": "abc"])
    #expect(plain.operations == [.replace(pointer, "aXc"), .add(JSONPointer(tokens: ["b"]), 1), .replace(pointer, "aXc!")])
    #expect(throws: JSONPatchError(.spliceOutOfRange(count: 1), operationIndex: 0, pointer: pointer)) {
      try patch.plain(for: ["a": "a"])
    }
  }
}
