import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import Testing

/// Elements of arrays that are identified by a member, and states that share what patches did not change.
struct ChangeIdentityTests {
  private func item(_ id: JSONValue, _ count: Int) -> JSONValue { ["id": id, "n": .number(JSONNumber(count))] }

  @Test func `an element is followed by its identity, however much of it changes`() {
    let old: JSONValue = [["id": "a", "x": 1, "y": 1], ["id": "b", "x": 2, "y": 2]]
    let new: JSONValue = [["id": "b", "x": 8, "y": 9], ["id": "a", "x": 3, "y": 4]]
    #expect(
      changes(from: old, to: new).map(ChangeTests.outline) == [
        ">/0 from /1", "~/0/x 2 → 8", "~/0/y 2 → 9", "~/1/x 1 → 3", "~/1/y 1 → 4",
      ])
  }

  @Test func `an element with another identity is another element`() {
    #expect(
      changes(from: [item(1, 1)], to: [item(2, 1)]).map(ChangeTests.outline) == ["~/0/id 1 → 2"])
    #expect(
      changes(from: [item(1, 1), item(2, 2)], to: [item(3, 1), item(4, 2)]).map(ChangeTests.outline) == [
        #"-/0 {"id":1,"n":1}"#, #"-/1 {"id":2,"n":2}"#, #"+/0 {"id":3,"n":1}"#, #"+/1 {"id":4,"n":2}"#,
      ])
  }

  @Test func `a pair is followed by its key, and a point by its place`() {
    let old: JSONValue = [["a", ["n": 1, "t": "x"]], ["b", ["n": 2, "t": "y"]], ["c", ["n": 3, "t": "z"]]]
    let new: JSONValue = [["q", ["n": 9, "t": "q"]], ["c", ["n": 5, "t": "y"]], ["b", ["n": 2, "t": "y"]]]
    #expect(
      changes(from: old, to: new).map(ChangeTests.outline) == [
        #"-/0 ["a",{"n":1,"t":"x"}]"#, #"+/0 ["q",{"n":9,"t":"q"}]"#, ">/1 from /2", "~/1/1/n 3 → 5", #"~/1/1/t "z" → "y""#,
      ])
    let cases: JSONValue = [[["home": [:]], 1], [["user": 7], 2]]
    #expect(changes(from: cases, to: [[["user": 7], 3], [["home": [:]], 4]]).map(ChangeTests.outline).first == ">/0 from /1")
    #expect(changes(from: [[1, 2], [3, 4]], to: [[1, 5], [6, 4]]).map(ChangeTests.outline) == ["~/0/1 2 → 5", "~/1/0 3 → 6"])
  }

  @Test func `identities that come twice, or are missing, pair nothing`() {
    let old: JSONValue = [item(1, 1), item(1, 2), item(2, 3)]
    let new: JSONValue = [item(1, 1), item(1, 5), item(2, 4)]
    #expect(changes(from: old, to: new).map(ChangeTests.outline) == ["~/1/n 2 → 5", "~/2/n 3 → 4"])
    #expect(
      changes(
        from: [["name": "x", "n": 1], ["name": "y", "n": 1]], to: [["name": "y", "n": 2], ["name": "x", "n": 2]], identityKeys: ["name"]
      )
      .map(ChangeTests.outline) == [">/0 from /1", "~/0/n 1 → 2", "~/1/n 1 → 2"])
  }

  /// A list of 200 and its patched states: all changes are listed, and nothing else.
  @Test(arguments: ["id", "other"])
  func `changes by patches are told as they are between texts`(key: String) throws {
    let elements = (0..<200).map { #"{"\#(key)":\#($0),"n":0}"# }.joined(separator: ",")
    let old = try JSONNode(parsing: #"{"list":[\#(elements)],"rest":{"a":1}}"#)
    let patches = [
      #"[{"op":"replace","path":"/list/7/n","value":1},{"op":"replace","path":"/list/190/n","value":2}]"#,
      #"[{"op":"remove","path":"/list/3"},{"op":"add","path":"/list/100","value":{"\#(key)":900,"n":9}}]"#,
      #"[{"op":"move","from":"/list/5","path":"/list/150"}]"#,
      #"[{"op":"add","path":"/list/-","value":{"\#(key)":901,"n":9}},{"op":"remove","path":"/list/0"},{"op":"remove","path":"/rest/a"}]"#,
    ]
    var new = old
    for patch in patches {
      let before = new
      new = try new.applying(JSONNode(parsing: patch))
      for base in [before, old] {
        let fromTexts = changes(from: try JSONNode(parsing: base.text), to: try JSONNode(parsing: new.text))
        #expect(changes(from: base, to: new).map(ChangeTests.outline) == fromTexts.map(ChangeTests.outline), "\(patch)")
      }
    }
    #expect(changes(from: old, to: old).isEmpty)
  }

  @Test func `many members are compared whatever their order`() throws {
    let members = (0..<200).map { ("k\($0)", JSONValue.number(JSONNumber($0))) }
    let old = JSONNode(.object(JSONObject(members)))
    let patch = try JSONNode(
      parsing: #"[{"op":"replace","path":"/k7","value":-7},{"op":"remove","path":"/k9"},{"op":"add","path":"/new","value":1}]"#)
    let expected = ["~/k7 7 → -7", "+/new 1", "-/k9 9"]
    let new = try old.applying(patch)
    #expect(changes(from: old, to: new).map(ChangeTests.outline) == expected)
    #expect(changes(from: old, to: try JSONNode(parsing: new.text)).map(ChangeTests.outline) == expected)
    let parsed = try JSONNode(parsing: old.text)
    #expect(changes(from: parsed, to: try parsed.applying(patch)).map(ChangeTests.outline) == expected)
  }
}
