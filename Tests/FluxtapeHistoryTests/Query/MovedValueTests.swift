import FluxtapeDocuments
import FluxtapeJSON
import Testing

@testable import FluxtapeHistory

/// A value that was found stays found without a search while elements before it come and go.
struct MovedValueTests {
  @Test(arguments: ["in:state needle", #".l[*] == "needle""#, #".l[*] ~ "needle""#])
  func `a value that moves in its list is followed`(query: String) throws {
    let history = try History.of(#"{"seq":1,"t":1,"store":"a","type":"x","state":{"l":[]}}"# + "\n")
    let condition = try #require(StateCondition(Query(parsing: query).condition, in: history))
    let test = try #require(IncrementalPathTest(condition))
    var document = JSONNode(["l": .array(Array(repeating: "hay", count: 20) + ["needle"])])
    var witness = test.witness(in: document)
    #expect(witness?.description == "/l/20")
    func keeps(_ operations: [JSONPatch.Operation]) throws -> Bool {
      let patch = NodePatch(JSONPatch(operations))
      document = try document.applying(patch)
      return test.keeps(.yes, witness: &witness, over: patch, in: document)
    }
    let first = try JSONPointer(parsing: "/l/0")
    for count in 1...20 {
      #expect(try keeps([.remove(first)]))
      #expect(witness?.description == "/l/\(20 - count)")
    }
    #expect(try keeps([.add(first, "hay"), .add(first, "hay"), .remove(first)]))
    #expect(witness?.description == "/l/1")
    #expect(try !keeps([.remove(try JSONPointer(parsing: "/l/1"))]))
  }
}
