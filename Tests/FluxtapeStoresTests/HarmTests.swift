import Dispatch
import Fluxtape
import FluxtapeLocking
import FluxtapeStores
import Testing

/// A state, or the contents of an action, that dispatches while it is encoded.
private struct Dispatching: Encodable, Sendable {
  let number: Int
  let stores: Locked<[Store<Dispatching, Action>]>

  func encode(to encoder: any Encoder) throws {
    for store in stores.withLock({ $0 }) { store.dispatch(.counted) }
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

private enum Action: Sendable {
  case counted
  case given(Dispatching)
}

@Suite(.timeLimit(.minutes(10))) struct HarmTests {
  @Test func `stores that dispatch to each other from encodings, from eight threads, go on`() async throws {
    let stores = Locked<[Store<Dispatching, Action>]>([])
    let refused = Locked(0)
    let recorder = Recorder(writingTo: MemorySink())
    let all = (0..<3).map { number in
      Store<Dispatching, Action>(
        initial: Dispatching(number: 0, stores: stores),
        reducer: { state, _ in state = Dispatching(number: state.number + 1, stores: stores) },
        recording: recorder.store("store \(number)"),
        onProblem: { _ in refused.withLock { $0 += 1 } }
      )
    }
    stores.withLock { $0 = all }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<20 {
        all[thread % 3].dispatch(.counted)
        all[thread % 3].dispatch(.given(Dispatching(number: number, stores: stores)))
      }
    }
    // 320 actions from outside, and one to each store for each time contents were encoded. The others come from states that were encoded
    // inside reducers, except the first ones.
    let reduced: Int = all.map { $0.state.number }.reduce(0, +)
    #expect(reduced >= 800)
    for store in all { await store.settled() }
    recorder.close()
    #expect(recorder.failure == nil)
    stores.withLock { $0 = [] }
  }
}
