import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// Nodes accept the same texts as values, reject others with the same reason and place, and have the same contents.
struct JSONNodeParsingTests {
  /// Whether a pass accepts the text, whatever follows it.
  private func isPassed(_ text: [UInt8]) -> Bool {
    let answers = [0x30, 0x22, 0x80].map { (following: UInt8) in
      let bytes = text + [UInt8](repeating: following, count: JSONPass.padding)
      var pass = JSONPass()
      pass.begin(text.indices)
      pass.skipSpace(in: bytes.span)
      let isValue = pass.value(in: bytes.span, depth: 0)
      pass.skipSpace(in: bytes.span)
      return isValue && pass.place == text.count
    }
    #expect(Set(answers).count == 1)
    return answers[0]
  }

  @Test(arguments: JSONParsingTests.valid)
  func `a text of the grammar is read as a value is`(testCase: JSONParsingTests.Case) throws {
    let node = try JSONNode(parsing: testCase.text)
    #expect(node.value == (try JSONValue(parsing: testCase.text)))
    #expect(node.text == testCase.result)
    #expect(isPassed(Array(testCase.text.utf8)))
  }

  @Test(arguments: JSONParsingErrorTests.structure + JSONParsingErrorTests.scalars)
  func `a text beyond the grammar is refused`(testCase: JSONParsingErrorTests.Case) {
    #expect(throws: testCase.error) { try JSONNode(parsing: testCase.bytes) }
    #expect(!isPassed(testCase.bytes))
  }

  @Test(arguments: JSONParsingErrorTests.strings + JSONParsingErrorTests.encodings)
  func `a string beyond the grammar is refused`(testCase: JSONParsingErrorTests.Case) {
    #expect(throws: testCase.error) { try JSONNode(parsing: testCase.bytes) }
    #expect(!isPassed(testCase.bytes))
  }

  @Test(arguments: JSONParsingTests.valid)
  func `a part of the bytes is read as if it stood alone`(testCase: JSONParsingTests.Case) throws {
    let text = Array(testCase.text.utf8)
    let bytes = Array(#"{"state":"#.utf8) + text + Array("}]}".utf8)
    let node = try JSONNode(parsing: bytes, in: 9..<9 + text.count)
    #expect(node.text == testCase.result)
    #expect(node.value == (try JSONValue(parsing: testCase.text)))
  }

  @Test func `what follows a part is none of its business`() throws {
    for following in ["345678901", "\"", " ]", "e9"] {
      #expect(try JSONNode(parsing: Array(" 12\(following)".utf8), in: 0..<3).text == "12")
    }
  }

  @Test func `offsets in errors count from the beginning of the part`() {
    #expect(throws: JSONError(.trailingBytes, at: 2)) { try JSONNode(parsing: Array("[1 ]".utf8), in: 1..<4) }
  }

  @Test(arguments: seeds(60))
  func `random texts tell the same as their values`(seed: Int) throws {
    var random = RandomJSON(seed: seed)
    for _ in 0..<10 {
      let text = random.spelled(random.value(depth: 3))
      let value = try JSONValue(parsing: text)
      try check(try JSONNode(parsing: text), against: value)
    }
  }

  @Test(arguments: seeds(30))
  func `changed bytes are refused as a value is, or read`(seed: Int) {
    var random = RandomJSON(seed: seed)
    let original = Array(random.spelled(random.value(depth: 3)).utf8)
    for _ in 0..<60 {
      var bytes = original
      for _ in 0...random.number(below: 3) {
        bytes[random.number(below: bytes.count)] = UInt8(truncatingIfNeeded: random.number(below: 256))
      }
      #expect(Outcome.ofNode(bytes) == Outcome.ofValue(bytes))
      #expect(isPassed(bytes) == ((try? JSONNode(parsing: bytes)) != nil))
    }
    for length in 0..<min(original.count, 200) {
      let bytes = Array(original[..<length])
      #expect(Outcome.ofNode(bytes) == Outcome.ofValue(bytes))
      #expect(isPassed(bytes) == ((try? JSONNode(parsing: bytes)) != nil))
    }
  }

  @Test func `arrays and objects nest to the limit and no deeper`() throws {
    let limit = JSONValue.maximumDepth
    for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] {
      let containers = open.count { $0 == "[" || $0 == "{" }
      let text = String(repeating: open, count: limit / containers) + "1" + String(repeating: close, count: limit / containers)
      #expect(try JSONNode(parsing: text).text == text)
      #expect(try JSONNode(parsing: text).value.text == text)
      #expect(throws: JSONError(.tooDeep(limit: limit), at: limit / containers * open.utf8.count)) {
        try JSONNode(parsing: text.replacing("1", with: "[]"))
      }
    }
    #expect(throws: JSONError.self) { try JSONNode(parsing: String(repeating: "[", count: 100_000)) }
  }

  /// Many members and elements, of one width and of several, with repeated keys and without.
  @Test(arguments: [0, 1, 31, 32, 33, 64, 65, 300, 800], [false, true])
  func `containers of every size are looked up by number and by key`(count: Int, repeats: Bool) throws {
    var pairs = (0..<count).map { ("key \($0)", $0 % 3 == 0 ? "[\($0),{\"k\":\($0)}]" : "\($0)") }
    if repeats, count > 1 { pairs += [("key 0", #"{"again":[0]}"#), ("key \(count - 1)", "null")] }
    let object = "{" + pairs.map { #""\#($0)":\#($1)"# }.joined(separator: ",") + "}"
    let array = "[" + pairs.map(\.1).joined(separator: ",") + "]"
    for text in [object, array, "[\(object),\(array),\(object)]", #"{"a":\#(array),"b":\#(object),"a":\#(object)}"#] {
      try check(try JSONNode(parsing: text), against: try JSONValue(parsing: text))
    }
  }

  /// Keys that repeat in one object or in several, and keys with escapes.
  @Test(arguments: [
    #"[{"a":1,"b":2},{"a":3,"b":4},{"b":5,"a":6},{"a":7},{"a":8,"b":9,"c":10},{},{"a":1}]"#,
    #"[{"a":1,"b":2},{"a":3,"a":4},{"a":5,"b":6,"a":7},{"a":8,"b":9}]"#,
    #"[{"a":{"x":1,"y":2}},{"a":{"x":3,"y":4}},{"a":{"x":5,"x":6}}]"#,
    #"[{"\u0061":1,"b\n":2},{"\u0061":3,"b\n":4},{"a":5,"\u0061":6}]"#,
    #"{"a":{"a":1,"b":2},"b":{"a":3,"b":4},"a":{"a":5,"b":6}}"#,
    #"[{"a":[{"q":1,"q":2}],"a":[{"q":3}]},{"a":[{"q":4,"r":5}]},{"a":[{"q":4,"q":5}]}]"#,
    #"[{"ab":1},{"ab\"":2},{"ab":3,"a":4},{"":5},{"":6}]"#,
    #"[{"a" : 1},{"a" :2},{"a": 3},{"a":4 }]"#,
  ])
  func `keys are the same only in one object, however they are spelled`(text: String) throws {
    try check(try JSONNode(parsing: text), against: try JSONValue(parsing: text))
  }

  /// Keys that begin alike, or are as long as another but for 256 bytes.
  private static let similarKeys = [
    "", "a", "b", "abcdefg", "abcdefgh", "abcdefgi", "abcdefgha", "abcdefghb", "abcdefgé", "abcdef\u{0}", "\u{0}", "é", "e\u{301}",
    String(repeating: "a", count: 44), String(repeating: "a", count: 300),
  ]

  @Test(arguments: seeds(25))
  func `keys that are similar are told apart, and the same ones found`(seed: Int) throws {
    var random = RandomJSON(seed: seed)
    for _ in 0..<20 {
      let keys = (0...random.number(below: 14)).map { _ in Self.similarKeys[random.number(below: Self.similarKeys.count)] }
      let text = "{" + keys.enumerated().map { "\(JSONValue.string($1).text):\($0)" }.joined(separator: ",") + "}"
      let node = try JSONNode(parsing: text)
      try check(node, against: try JSONValue(parsing: text))
      let repeated = keys.indices.first { place in keys[..<place].contains { $0.utf8.elementsEqual(keys[place].utf8) } }
      #expect(JSONNode.repeatedKey(in: Array(text.utf8)).map { Array($0.utf8) } == repeated.map { Array(keys[$0].utf8) })
    }
  }

  private func check(_ node: JSONNode, against value: JSONValue) throws {
    #expect(node.kind.name == value.kind)
    #expect(node.value == value)
    #expect(node.text == value.text)
    #expect(node == JSONNode(value))
    #expect(node.hashValue == JSONNode(value).hashValue)
    #expect(node.string == value.string)
    #expect(node.number == value.number)
    #expect(node.bool == value.bool)
    switch value {
    case .array(let elements):
      try #require(node.count == elements.count)
      for (index, element) in elements.enumerated() { #expect(node.element(at: index)?.text == element.text) }
      #expect(node.elements.map(\.text) == elements.map(\.text))
      if let last = elements.last { try check(try #require(node.element(at: elements.count - 1)), against: last) }
    case .object(let object):
      try #require(node.count == object.count)
      for (index, member) in object.enumerated() {
        let found = try #require(node.member(at: index))
        #expect(found.key.utf8.elementsEqual(member.key.utf8))
        #expect(node.position(of: member.key) == index)
        try check(try #require(node.member(named: member.key)), against: member.value)
        #expect(node[member.key]?.text == found.value.text)
      }
      #expect(node.members.map(\.value.text) == object.map(\.value.text))
      #expect(node.member(named: "there is no such key") == nil)
    default: #expect(node.count == 0)
    }
    #expect(node.element(at: node.count) == nil)
    #expect(node.member(at: -1) == nil)
  }
}

private struct Outcome: Equatable {
  var text: String?
  var error: JSONError?

  static func ofNode(_ bytes: [UInt8]) -> Outcome {
    do { return Outcome(text: try JSONNode(parsing: bytes).text) } catch { return Outcome(error: error) }
  }

  static func ofValue(_ bytes: [UInt8]) -> Outcome {
    do { return Outcome(text: try JSONValue(parsing: bytes).text) } catch { return Outcome(error: error) }
  }

  @Test func `several texts share their bytes, and a bad one takes nothing away from the others`() {
    let texts = [
      #"[{"a":1,"b":[2]}]"#, "", #"{"a":01}"#, #"{"a":{"b":"#, #" {"a":1,"b":[3,{"a":null}]} "#, #""x""#, "[1 2]", #"{"b":1,"a":2,"b":3}"#,
      "\u{FEFF}1", #"{"a":1}"#,
    ]
    var bytes: [UInt8] = []
    let ranges = texts.map { text in
      let start = bytes.count
      bytes += Array(text.utf8)
      return start..<bytes.count
    }
    let nodes = JSONNode.parsing(bytes, in: ranges)
    #expect(nodes.map { $0?.text } == texts.map { try? JSONNode(parsing: $0).text })
    #expect(nodes.map { $0 == nil } == [false, true, true, true, false, false, true, false, true, false])
  }
}
