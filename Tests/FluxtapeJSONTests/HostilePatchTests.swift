import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// Patches made to do harm: they are refused, or applied at the cost of their own size.
struct HostilePatchTests {
  private let root = JSONPointer()

  @Test func `copying the document into itself again and again is refused`() {
    let patch = JSONPatch((0..<64).map { .copy(from: root, to: JSONPointer(tokens: ["copy \($0)"])) })
    let document: JSONValue = ["a": [1, 2, 3]]
    let error = #expect(throws: JSONPatchError.self) { try patch.applied(to: document) }
    #expect(error?.reason == .copiesTooMuch(limit: JSONPatch.maximumCopiedBytes))
  }

  @Test func `copying an array to its own front is refused before it is deep`() {
    let patch = JSONPatch((0..<600).map { _ in .copy(from: root, to: JSONPointer(tokens: ["0"])) })
    let error = #expect(throws: JSONPatchError.self) { try patch.applied(to: [1]) }
    #expect(error?.reason == .copiesTooMuch(limit: JSONPatch.maximumCopiedBytes))
  }

  private func nested(_ depth: Int) -> JSONValue { (0..<depth).reduce(1) { value, _ in [value] } }

  @Test func `no operation nests deeper than the limit`() throws {
    let deep = JSONPointer(tokens: Array(repeating: "0", count: 511))
    let document = nested(512)
    #expect(try JSONPatch([.add(deep.appending("-"), 1)]).applied(to: document)[deep]?.array == [1, 1])
    let tooDeep = JSONPatchError.Reason.tooDeep(limit: 512)
    for operation: JSONPatch.Operation in [
      .add(deep.appending("-"), []), .replace(deep.appending(0), [:]), .copy(from: deep, to: deep.appending("-")), .add(root, nested(513)),
    ] {
      let error = #expect(throws: JSONPatchError.self) { try JSONPatch([operation]).applied(to: document) }
      #expect(error?.reason == tooDeep)
    }
  }

  @Test func `a value moved below a limit of depth is refused, and stays where it was`() throws {
    let document: JSONValue = ["deep": nested(510), "a": ["b": ["c": [:]]]]
    let patch = JSONPatch([.move(from: JSONPointer(tokens: ["deep"]), to: JSONPointer(tokens: ["a", "b", "c"]))])
    var copy = document
    #expect(throws: JSONPatchError(.tooDeep(limit: 512), operationIndex: 0, pointer: JSONPointer(tokens: ["a", "b", "c"]))) {
      try patch.apply(to: &copy)
    }
    #expect(copy == document)
  }

  @Test func `a pointer of ten thousand tokens is an error`() {
    let long = JSONPointer(tokens: Array(repeating: "0", count: 10_000))
    for operation: JSONPatch.Operation in [
      .add(long, 1), .remove(long), .copy(from: long, to: root), .move(from: root, to: long), .test(long, 1),
    ] {
      #expect(throws: JSONPatchError.self) { try JSONPatch([operation]).applied(to: [[]]) }
    }
  }

  @Test(arguments: ["/0", "/~0"]) func `a patch with a pointer of more tokens than a document has levels is none`(token: String) throws {
    for (name, operation) in [
      ("add", #""path":"P","value":1"#), ("remove", #""path":"P""#), ("copy", #""from":"P","path":"""#), ("move", #""from":"","path":"P""#),
    ] {
      func read(tokens: Int) throws -> JSONPatch {
        let pointer = String(repeating: token, count: tokens)
        return try JSONPatch(decoding: JSONValue(parsing: #"[{"op":"\#(name)",\#(operation.replacing("P", with: pointer))}]"#))
      }
      #expect(throws: Never.self) { try read(tokens: 512) }
      #expect(throws: JSONPatchError(.tooDeep(limit: 512), operationIndex: 0)) { try read(tokens: 513) }
    }
  }

  @Test func `ten thousand operations on a large array do what they say`() throws {
    var document = JSONValue.array((0..<10_000).map { .number(JSONNumber($0)) })
    let patch = JSONPatch((0..<10_000).map { .replace(JSONPointer(tokens: [String($0)]), 0) })
    try patch.apply(to: &document)
    #expect(document.array?.allSatisfy { $0 == 0 } == true)
  }

  @Test(arguments: seeds(1))
  func `hundreds of operations in one patch do what each does alone`(seed: Int) throws {
    var random = RandomJSON(seed: seed)
    let start: JSONValue = ["list": .array((0..<100).map { .number(JSONNumber($0)) }), "text": "abc"]
    var (document, operations) = (start, [JSONPatch.Operation]())
    while operations.count < 400 {
      let path = JSONPointer(tokens: random.number(below: 4) == 0 ? ["text"] : ["list", "\(random.number(below: 100))"])
      let next = operation(&random, path, JSONPointer(tokens: ["list", "0"]))
      guard let changed = try? JSONPatch([next]).applied(to: document) else { continue }
      document = changed
      operations.append(next)
    }
    #expect(try JSONPatch(operations).applied(to: start) == document)
    #expect(try JSONPatch(operations).plain(for: start).applied(to: start) == document)
    let wrong = JSONPatch.Operation.remove(JSONPointer(tokens: ["absent"]))
    for patch in [JSONPatch(operations + [wrong]), JSONPatch(Array(operations.prefix(10)) + [wrong])] {
      let error = #expect(throws: JSONPatchError.self) { try patch.plain(for: start) }
      #expect(error?.operationIndex == patch.operations.count - 1)
    }
  }

  @Test(arguments: seeds(100))
  func `random operations give a result or an error, and leave the document as it was`(seed: Int) throws {
    var random = RandomJSON(seed: seed)
    let document = random.value()
    let text = document.text
    let tokens = ["", "0", "1", "2", "-", "a", "é", "$x", "a/b~c"]
    for _ in 0..<50 {
      let operations = (0...random.number(below: 5)).map { _ in
        let path = JSONPointer(tokens: (0..<random.number(below: 4)).map { _ in tokens[random.number(below: tokens.count)] })
        let from = JSONPointer(tokens: (0..<random.number(below: 3)).map { _ in tokens[random.number(below: tokens.count)] })
        return operation(&random, path, from)
      }
      if let changed = try? JSONPatch(operations).applied(to: document) {
        #expect(try JSONPatch(operations).plain(for: document).applied(to: document) == changed)
      }
      #expect(document.text == text)
    }
  }

  private func operation(_ random: inout RandomJSON, _ path: JSONPointer, _ from: JSONPointer) -> JSONPatch.Operation {
    switch random.number(below: 7) {
    case 0, 1: .add(path, random.value(depth: 1))
    case 2: .remove(path)
    case 3: .replace(path, random.value(depth: 1))
    case 4: .move(from: from, to: path)
    case 5: .copy(from: from, to: path)
    default: .splice(path, at: random.number(below: 3), deleting: random.number(below: 2), inserting: "é")
    }
  }
}
