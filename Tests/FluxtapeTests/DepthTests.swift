import FluxtapeJSON
import FluxtapeLogReading
import Foundation
import Testing

@testable import Fluxtape

private indirect enum Tree: Encodable, Sendable {
  case leaf(Int)
  case node(Tree)

  static func deep(_ depth: Int) -> Tree { (0..<depth).reduce(.leaf(1)) { tree, _ in .node(tree) } }
}

private indirect enum Nest: Encodable, Sendable {
  case leaf(Int)
  case nest(Nest)

  static func deep(_ depth: Int) -> Nest { (0..<depth).reduce(.leaf(1)) { nest, _ in .nest(nest) } }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    switch self {
    case .leaf(let number): try container.encode(number)
    case .nest(let nest): try container.encode(nest)
    }
  }
}

struct DepthTests {
  @Test(arguments: [100, 200, 400])
  func `objects inside of objects are recorded on a small stack`(depth: Int) async throws {
    try await expectRecorded(Tree.deep, depth)
  }

  @Test(arguments: [100, 300, 470, 500])
  func `arrays inside of arrays are recorded on a small stack`(depth: Int) async throws {
    try await expectRecorded(Nest.deep, depth)
  }

  /// On Apple systems, threads other than the first have 512 KiB.
  private func expectRecorded<State: Sendable>(_ deep: @escaping @Sendable (Int) -> State, _ depth: Int) async throws {
    let (recorder, sink) = Recorder.inMemory()
    await withCheckedContinuation { continuation in
      let thread = Thread {
        let reduce = recorder.store("tree").reducer { (state: inout State, action: Int) in state = deep(depth + action) }
        var state = deep(depth)
        reduce(&state, 1)
        reduce(&state, 2)
        continuation.resume()
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(try RecordedLog(sink).states(of: "tree").count == 3)
  }
}
