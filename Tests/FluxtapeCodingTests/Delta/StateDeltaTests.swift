import FluxtapeCoding
import FluxtapeJSON
import Testing

/// A previous and a new state, and the operations between them.
@Suite struct StateDeltaTests {
  @Test func `without a previous state nothing is written`() {
    let delta = StateDelta(rules: .plain)
    var bytes: [UInt8] = []
    #expect(delta.advance(to: 1, named: "n", appendingTo: &bytes) == nil)
    #expect(delta.advance(to: "other type", named: "n", appendingTo: &bytes) == nil)
    #expect(delta.advance(to: "other name", named: "m", appendingTo: &bytes) == nil)
    delta.forget()
    #expect(delta.advance(to: "forgotten", named: "m", appendingTo: &bytes) == nil)
    #expect(bytes.isEmpty)
    #expect(delta.advance(to: "known", named: "m", appendingTo: &bytes) == StateDelta.Patch(operationCount: 1))
  }

  @Test func `an equal state is no operation`() throws {
    #expect(try FollowedDocument(["a": [1, 2]]).advance(to: ["a": [1, 2]]) == "[]")
  }
}
