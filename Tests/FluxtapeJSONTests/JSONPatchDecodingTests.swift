import FluxtapeDocuments
import FluxtapeJSON
import Testing

struct JSONPatchDecodingTests {
  @Test func `a patch is written with its members in one order`() throws {
    let (a, b) = (JSONPointer(tokens: ["a/b"]), JSONPointer(tokens: ["~", "0"]))
    let patch = JSONPatch([
      .add(a, [1]), .remove(b), .replace(JSONPointer(), .null), .move(from: a, to: b), .copy(from: b, to: a), .test(a, 1),
      .splice(a, at: 1, deleting: 2, inserting: "x"),
    ])
    let text =
      #"[{"op":"add","path":"/a~1b","value":[1]},{"op":"remove","path":"/~0/0"},{"op":"replace","path":"","value":null},"#
      + #"{"op":"move","from":"/a~1b","path":"/~0/0"},{"op":"copy","from":"/~0/0","path":"/a~1b"},"#
      + #"{"op":"test","path":"/a~1b","value":1},{"op":"splice","path":"/a~1b","at":1,"del":2,"ins":"x"}]"#
    #expect(patch.json.text == text)
    #expect(try JSONPatch(decoding: try JSONValue(parsing: text)) == patch)
  }

  @Test func `members may stand in any order, with others between`() throws {
    let json: JSONValue = [["value": .null, "x": 1, "path": "/a", "from": 7, "op": "add"]]
    #expect(try JSONPatch(decoding: json).operations == [.add(JSONPointer(tokens: ["a"]), .null)])
  }

  @Test(arguments: [
    ("{}", JSONPatchError.Reason.notAnArray), ("[1]", .operationNotAnObject), ("[[]]", .operationNotAnObject),
    ("[{}]", .missingMember("op")),
    (#"[{"op":1}]"#, .wrongType(member: "op")), (#"[{"op":"spam","path":""}]"#, .unknownOperation),
    (#"[{"op":"Add","path":""}]"#, .unknownOperation),
    (#"[{"op":"add","value":1}]"#, .missingMember("path")), (#"[{"op":"add","path":null,"value":1}]"#, .wrongType(member: "path")),
    (#"[{"op":"add","path":"/a"}]"#, .missingMember("value")), (#"[{"op":"replace","path":""}]"#, .missingMember("value")),
    (#"[{"op":"test","path":""}]"#, .missingMember("value")), (#"[{"op":"move","path":""}]"#, .missingMember("from")),
    (#"[{"op":"copy","path":"","from":0}]"#, .wrongType(member: "from")),
    (#"[{"op":"splice","path":"","del":0,"ins":""}]"#, .missingMember("at")),
    (#"[{"op":"splice","path":"","at":-1,"del":0,"ins":""}]"#, .wrongType(member: "at")),
    (#"[{"op":"splice","path":"","at":0,"del":1.5,"ins":""}]"#, .wrongType(member: "del")),
    (#"[{"op":"splice","path":"","at":0,"del":0,"ins":[]}]"#, .wrongType(member: "ins")),
  ])
  func `another value is no patch`(text: String, reason: JSONPatchError.Reason) throws {
    let json = try JSONValue(parsing: text)
    let error = #expect(throws: JSONPatchError.self) { try JSONPatch(decoding: json) }
    #expect(error?.reason == reason)
  }

  @Test func `an error names the operation, the member and the place`() throws {
    let json = try JSONValue(parsing: #"[{"op":"remove","path":""},{"op":"move","from":"/a~2","path":"b"}]"#)
    let error = #expect(throws: JSONPatchError.self) { try JSONPatch(decoding: json) }
    #expect(error?.operationIndex == 1)
    #expect(error.map(String.init(describing:)) == "operation 1: 'from': at byte 2: '~' must be followed by 0 or 1")
  }

  @Test func `an error of applying names the place and no value`() {
    let patch = JSONPatch([.test(JSONPointer(tokens: ["user", "email"]), "secret")])
    let error = #expect(throws: JSONPatchError.self) { try patch.applied(to: ["user": ["email": "other secret"]]) }
    #expect(error.map(String.init(describing:)) == "operation 0, '/user/email': the value differs from the one in 'test'")
  }
}
