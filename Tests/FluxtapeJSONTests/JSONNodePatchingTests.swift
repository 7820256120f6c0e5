import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// Patches have the same effect on a node as on a value, leave the old one unchanged, and share what they do not change.
struct JSONNodePatchingTests {
  @Test(arguments: RFC6902Tests.examples)
  func `applies or refuses as the appendix of the RFC says`(example: RFC6902Tests.Example) throws {
    var document = try JSONNode(parsing: example.document)
    let patch = try JSONNode(parsing: example.patch)
    switch example.outcome {
    case .success(let expected): #expect(try document.applying(patch) == JSONNode(parsing: expected))
    case .failure(let expected):
      #expect(throws: expected) { try document.applying(patch) }
      #expect(throws: expected) { try document.apply(try JSONPatch(decoding: patch.value)) }
      #expect(document.text == example.document)
    }
  }

  @Test(arguments: seeds(60))
  func `random patches make what they make of values`(seed: Int) throws {
    var random = RandomJSON(seed: seed)
    var node = try JSONNode(parsing: random.spelled(random.value(depth: 3)))
    for _ in 0..<10 {
      let value = node.value
      let patch = JSONPatch.difference(from: value, to: random.changed(value), splicing: random.number(below: 2) == 0)
      let text = node.text
      let patched = try node.applying(patch)
      let expected = try patch.applied(to: value)
      #expect(patched.text == expected.text)
      #expect(patched == JSONNode(expected))
      #expect(patched == (try JSONNode(parsing: patched.text)))
      #expect(patched.contentHash == JSONNode(expected).contentHash)
      #expect(try node.applying(JSONNode(parsing: patch.json.text)).text == expected.text)
      #expect(node.text == text)
      node = patched
    }
  }

  @Test(arguments: seeds(60))
  func `what is detached up to a limit is the same, or nothing where it is larger`(seed: Int) throws {
    var random = RandomJSON(seed: seed)
    let old = try JSONNode(parsing: random.spelled(random.value(depth: 3)))
    let node = try old.applying(JSONPatch.difference(from: old.value, to: random.changed(old.value)))
    let count = node.bytes.count
    let whole = try #require(node.detached(upTo: .max))
    #expect(whole.node == node && whole.node.bytes == node.bytes && whole.byteCount == count)
    #expect(node.detached(upTo: count - 1) == nil)
    #expect(whole.node.detached(upTo: count)?.node == node)
  }

  @Test(arguments: seeds(1))
  func `long lists, large dictionaries and long texts stay as values would be`(seed: Int) throws {
    var random = RandomJSON(seed: seed)
    var node = try JSONNode(parsing: Self.large)
    var value = node.value
    for number in 0..<(triesAll ? 400 : 250) {
      let patch = JSONPatch([random.operation(on: value, number: number)])
      let expected = Result { () throws(JSONPatchError) in value = try patch.applied(to: value) }
      let found = Result { () throws(JSONPatchError) in try node.apply(patch) }
      #expect(found.failure == expected.failure)
      if number % 50 == 49 { #expect(node.text == value.text) }
    }
    let elements = try #require(value["list"]?.array)
    for (index, element) in elements.enumerated() { #expect(node["list"]?.element(at: index)?.text == element.text) }
    for (index, member) in try #require(value["names"]?.object).enumerated() {
      #expect(node["names"]?.position(of: member.key) == index)
      #expect(node["names"]?.member(at: index)?.value.text == member.value.text)
    }
  }

  private static let large: String = {
    let list = (0..<300).map { #"{"i":\#($0)}"# }.joined(separator: ",")
    let names = (0..<200).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    let text = String(repeating: "aé日😀 word ", count: 300)
    return #"{"list":[\#(list)],"names":{\#(names)},"text":"\#(text)"}"#
  }()

  @Test func `what a patch does not change is shared`() throws {
    let old = try JSONNode(parsing: Self.large)
    let new = try old.applying(JSONPatch([.replace(JSONPointer(tokens: ["list", "7", "i"]), -1)]))
    for path in ["/names", "/text", "/list/6", "/list/200"] {
      let pointer = try JSONPointer(parsing: path)
      let (before, after) = (try #require(old[pointer]), try #require(new[pointer]))
      #expect(before.isIdentical(to: after), "\(path)")
    }
    for path in ["", "/list", "/list/7", "/list/7/i"] {
      let pointer = try JSONPointer(parsing: path)
      let (before, after) = (try #require(old[pointer]), try #require(new[pointer]))
      #expect(!before.isIdentical(to: after), "\(path)")
    }
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

extension RandomJSON {
  /// One operation on a document with a list, names and a text; some operations do not fit.
  fileprivate mutating func operation(on value: JSONValue, number: Int) -> JSONPatch.Operation {
    let count = value["list"]?.array?.count ?? 0
    let scalars = value["text"]?.string?.unicodeScalars.count ?? 0
    func element(below limit: Int) -> JSONPointer { JSONPointer(tokens: ["list", String(self.number(below: limit))]) }
    func name() -> JSONPointer {
      JSONPointer(tokens: ["names", (self.number(below: 2) == 0 ? "k" : "n") + String(self.number(below: 250))])
    }
    switch self.number(below: 9) {
    case 0: return .add(element(below: count + 2), .number(JSONNumber(number)))
    case 1: return .remove(element(below: count + 1))
    case 2: return .replace(element(below: count + 1), ["x": .number(JSONNumber(number))])
    case 3: return .move(from: element(below: count), to: element(below: count))
    case 4: return .add(name(), .number(JSONNumber(number)))
    case 5: return .remove(name())
    case 6: return .replace(name(), "r")
    case 7:
      let isLarge = self.number(below: 15) == 0
      return .splice(
        JSONPointer(tokens: ["text"]), at: self.number(below: scalars + 2), deleting: self.number(below: isLarge ? 3000 : 6),
        inserting: isLarge ? String(repeating: "ö long ", count: 400) : text())
    default: return .copy(from: element(below: count), to: name())
    }
  }
}
