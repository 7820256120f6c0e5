import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

@testable import FluxtapeHistory

/// A digest that follows patches is that of the state they lead to.
struct StateDigestTests {
  @Test(arguments: seeds(8)) func `following patches is the same as looking at the state`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var state = Self.state(&random)
    var digest = Self.digest(of: state)
    for _ in 0..<100 {
      let next = Self.state(&random)
      let patch = NodePatch(JSONPatch.difference(from: state, to: next, splicing: true))
      var document = JSONNode(state)
      for operation in patch.operations {
        digest.note(operation, on: document)
        document = try document.applying(NodePatch([operation]))
        digest.noteResult(of: operation, in: document)
      }
      digest.settle(on: document, isNew: false)
      #expect(digest.value == Self.digest(of: next).value, "\(state.text) \(next.text)")
      state = next
    }
  }

  @Test func `a text in a list is followed without a look at the list`() throws {
    let list = (0..<1000).map { JSONValue.string("line \($0) of a text") }
    let document = JSONNode(.object(["lines": .array(list)]))
    var digest = Self.digest(of: .object(["lines": .array(list)]))
    let operation = NodePatch.Operation.splice(PointerText(JSONPointer(tokens: ["lines", "7"])), at: 4, deleting: 0, inserting: "s")
    let result = try document.applying(NodePatch([operation]))
    digest.note(operation, on: document)
    digest.noteResult(of: operation, in: result)
    // Nothing is left for it to look at.
    digest.settle(on: .null, isNew: false)
    #expect(digest.value == Self.digest(of: result.value).value)
  }

  private static func digest(of state: JSONValue) -> StateDigest {
    var digest = StateDigest()
    digest.settle(on: JSONNode(state), isNew: true)
    return digest
  }

  private static func state(_ random: inout SplitMix64) -> JSONValue {
    func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    func text() -> String { "a longer text, so that a part of it is replaced: " + String(repeating: "é\(number(3))", count: number(4)) }
    let items = (0..<number(4)).map { place -> JSONValue in
      ["id": .string("i\(place + number(2))"), "title": .string(text()), "tags": .array((0..<number(3)).map { _ in .string(text()) })]
    }
    return [
      "items": .array(items), "lines": .array((0..<number(4)).map { _ in .string(text()) }), "n": .number(JSONNumber(number(3))),
      "text": .string(text()),
    ]
  }
}
