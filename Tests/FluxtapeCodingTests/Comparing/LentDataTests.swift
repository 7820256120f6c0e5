import FluxtapeCoding
import Foundation
import Testing

/// `Data` over memory that others write to: it looks like a value but is not.
struct LentDataTests {
  /// Declared as its documentation requires.
  struct Lent: Encodable, ValueSemantic {
    var data: Data
    static var hasValueSemantics: Bool { false }
    func encode(to encoder: any Encoder) throws { try data.encode(to: encoder) }
  }

  struct State: Encodable {
    var count = 0
    var lent: Lent
    var title = ""
  }

  @Test func `what others write to is seen where its type says that it is no value`() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 8)
    defer { unsafe memory.deallocate() }
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 1)
    guard let start = memory.baseAddress else { return }
    var state = State(lent: Lent(data: unsafe Data(bytesNoCopy: start, count: 64, deallocator: .none)))
    let followed = try FollowedDocument(state)
    unsafe memory[3] = 2
    #expect(try followed.advance(to: state).contains("/lent"))
    state.count = 1
    #expect(try followed.advance(to: state) == #"[{"op":"replace","path":"/count","value":1}]"#)
    unsafe memory[63] = 7
    state.title = "a"
    let patch = try followed.advance(to: state)
    #expect(patch.contains("/lent") && patch.contains("/title"))
  }
}
