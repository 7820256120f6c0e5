import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

struct JSONPatchDifferenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let patch: String
    var testDescription: String { "\(old) → \(new)" }

    init(_ old: String, _ new: String, _ patch: String) { (self.old, self.new, self.patch) = (old, new, patch) }
  }

  private static let letters = #"["alpha","beta","gamma","delta"]"#
  private static let items = #"[{"id":1,"q":1,"name":"tea"},{"id":2,"q":1,"name":"milk"},{"id":3,"q":1,"name":"rice"}]"#

  static let cases = [
    Case("1", "1", "[]"),
    Case("1", "1.0", #"[{"op":"replace","path":"","value":1.0}]"#),
    Case("null", "{}", #"[{"op":"replace","path":"","value":{}}]"#),
    Case(#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, "[]"),
    Case(#"{"a":1}"#, #"{"a":1,"b":{"c":null}}"#, #"[{"op":"add","path":"/b","value":{"c":null}}]"#),
    Case(
      #"{"a/b":{"~":1,"c":"kept"},"d":true}"#, #"{"a/b":{"~":2,"c":"kept"},"d":true}"#, #"[{"op":"replace","path":"/a~1b/~0","value":2}]"#),
    Case(
      #"{"a":1,"b":"kept and so long that replacing is no option"}"#, #"{"b":"kept and so long that replacing is no option"}"#,
      #"[{"op":"remove","path":"/a"}]"#),
    // A tag for a value that JSON lacks is a leaf; an object with an escaped `$` key is not.
    Case(
      #"{"p":{"$redacted":"0f"},"q":1}"#, #"{"p":{"$redacted":"1f"},"q":1}"#,
      #"[{"op":"replace","path":"/p","value":{"$redacted":"1f"}}]"#),
    Case(#"{"p":{"$$redacted":"0f"}}"#, #"{"p":{"$$redacted":"1f"}}"#, #"[{"op":"replace","path":"/p/$$redacted","value":"1f"}]"#),
    Case(letters, #"["new","alpha","beta","gamma","delta"]"#, #"[{"op":"add","path":"/0","value":"new"}]"#),
    Case(letters, #"["alpha","beta","gamma","delta","new"]"#, #"[{"op":"add","path":"/4","value":"new"}]"#),
    Case(letters, #"["alpha","gamma","delta"]"#, #"[{"op":"remove","path":"/1"}]"#),
    Case(letters, #"["delta","alpha","beta","gamma"]"#, #"[{"op":"move","from":"/3","path":"/0"}]"#),
    Case(letters, #"["beta","gamma","delta","alpha"]"#, #"[{"op":"move","from":"/0","path":"/3"}]"#),
    Case("[1,2,3,4]", "[1,3,2,4]", #"[{"op":"replace","path":"/1","value":3},{"op":"replace","path":"/2","value":2}]"#),
    Case("[true,false,true,true,true,true]", "[true,true,true,true,true,true]", #"[{"op":"replace","path":"/1","value":true}]"#),
    // One element is removed at the front and one is added at the back: those between are untouched.
    Case(
      #"["line one","line two","line three","line four","line five"]"#,
      #"["line two","line three","line four","line five","line six"]"#,
      #"[{"op":"remove","path":"/0"},{"op":"add","path":"/4","value":"line six"}]"#),
    // One changes and one is added.
    Case(
      items, #"[{"id":0,"q":9,"name":"salt"},{"id":1,"q":1,"name":"tea"},{"id":2,"q":5,"name":"milk"},{"id":3,"q":1,"name":"rice"}]"#,
      #"[{"op":"add","path":"/0","value":{"id":0,"q":9,"name":"salt"}},{"op":"replace","path":"/2/q","value":5}]"#),
    Case(
      items, #"[{"id":2,"q":7,"name":"milk"},{"id":3,"q":1,"name":"rice"}]"#,
      #"[{"op":"remove","path":"/0"},{"op":"replace","path":"/0/q","value":7}]"#),
    // A whole replacement is used only if it is less than half as long.
    Case(
      #"{"x":{"a":1,"b":2,"c":3,"d":4}}"#, #"{"x":{"a":2,"b":3,"c":4,"d":5}}"#,
      #"[{"op":"replace","path":"/x","value":{"a":2,"b":3,"c":4,"d":5}}]"#),
    Case(
      #"{"x":{"a":1,"b":2,"c":3}}"#, #"{"x":{"a":2,"b":3,"c":3}}"#,
      #"[{"op":"replace","path":"/x/a","value":2},{"op":"replace","path":"/x/b","value":3}]"#),
    Case("\"é\"", "\"e\u{301}\"", "[{\"op\":\"replace\",\"path\":\"\",\"value\":\"e\u{301}\"}]"),
  ]

  @Test(arguments: cases)
  func `the patch is`(testCase: Case) throws {
    let (old, new) = (try JSONValue(parsing: testCase.old), try JSONValue(parsing: testCase.new))
    let patch = JSONPatch.difference(from: old, to: new)
    #expect(patch.json.text == testCase.patch)
    #expect(try patch.applied(to: old) == new)
  }

  static let sentence = "The quick brown fox jumps over the lazy dog, and the dog does not mind."

  @Test(arguments: [
    (sentence, sentence.replacing("quick", with: "slow"), 4, 5, "slow"),
    (sentence, sentence + "!", 71, 0, "!"),
    (sentence, "O! " + sentence, 0, 0, "O! "),
    ("日本語の" + sentence, "日本の" + sentence, 2, 1, ""),
    // Both hands share their first scalar and differ in the color, whose bytes partly agree.
    ("👍🏽" + sentence, "👍🏿" + sentence, 1, 1, "🏿"),
  ])
  func `a small change of a long string is a splice where that is asked for`(
    old: String, new: String, at: Int, deleting: Int, inserting: String
  ) throws {
    let pointer = JSONPointer(tokens: ["text"])
    let (oldValue, newValue): (JSONValue, JSONValue) = (["text": .string(old)], ["text": .string(new)])
    let patch = JSONPatch.difference(from: oldValue, to: newValue, splicing: true)
    #expect(patch.operations == [.splice(pointer, at: at, deleting: deleting, inserting: inserting)])
    #expect(try patch.applied(to: oldValue) == newValue)
    #expect(JSONPatch.difference(from: oldValue, to: newValue).operations == [.replace(pointer, .string(new))])
  }

  @Test(arguments: seeds(200))
  func `the patch between any two documents makes the second of the first`(seed: Int) throws {
    var random = RandomJSON(seed: seed)
    let old = random.value(depth: 5)
    for new in [random.changed(old), random.changed(random.changed(old)), random.value()] {
      for splicing in [false, true] {
        let patch = JSONPatch.difference(from: old, to: new, splicing: splicing)
        #expect(try patch.applied(to: old) == new)
        #expect(patch.isEmpty == (old == new))
        #expect(try JSONPatch(decoding: try JSONValue(parsing: patch.json.text)) == patch)
      }
    }
  }

  @Test(arguments: seeds(200))
  func `arrays of few different elements are mended in every way`(seed: Int) throws {
    var random = RandomJSON(seed: seed)
    let elements: [JSONValue] = ["a", "b", ["c"], ["d": 1], 5, 6, .null]
    let old = JSONValue.array((0..<random.number(below: 12)).map { _ in elements[random.number(below: elements.count)] })
    let new = JSONValue.array((0..<random.number(below: 12)).map { _ in elements[random.number(below: elements.count)] })
    #expect(try JSONPatch.difference(from: old, to: new).applied(to: old) == new)
  }

  @Test func `a thousand elements that are sorted anew and partly changed cost at most twice what they are`() throws {
    var random = RandomJSON(seed: 7)
    let old = (0..<1000).map { JSONValue.string("element number \($0)") }
    var new = old.sorted { $0.text.reversed().lexicographicallyPrecedes($1.text.reversed()) }
    for _ in 0..<100 { new[random.number(below: 1000)] = .string(random.text()) }
    let patch = JSONPatch.difference(from: .array(old), to: .array(new))
    #expect(try patch.applied(to: .array(old)) == .array(new))
    #expect(patch.json.bytes.count <= 2 * JSONValue.array(new).bytes.count + 100)
  }

  @Test func `more changes than the exact search takes still leave what is unique in place`() throws {
    let old = (0..<5000).map { JSONValue.string("line \($0), long enough that it costs something to write it out again") }
    var new = old
    // Every fifth line is a copy of another, so that lines are not unique.
    for index in stride(from: 0, to: 5000, by: 5) { new[index] = old[(index * 7 + 3) % 5000] }
    // Every element is at another place.
    new.insert("first", at: 0)
    let patch = JSONPatch.difference(from: .array(old), to: .array(new))
    #expect(try patch.applied(to: .array(old)) == .array(new))
    #expect((1001...2100).contains(patch.operations.count))
  }
}
