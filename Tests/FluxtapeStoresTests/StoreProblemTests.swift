import FluxtapeStores
import Testing

struct StoreProblemTests {
  private struct Secret: Error, CustomStringConvertible {
    var description: String { "hunter2" }
  }

  @Test func `says what to do, and no values`() {
    #expect(
      "\(StoreProblem<CounterAction>.dispatchInReducer(.added(4711)))"
        == "a reducer dispatched an action of type CounterAction; it was dropped. Dispatch it from a middleware, a subscriber or an effect"
    )
    #expect(
      "\(StoreProblem<CounterAction>.effectFailed("fetch", Secret()))"
        == "effect 'fetch' failed with Secret; catch the error there and dispatch it as an action"
    )
    #expect(
      "\(StoreProblem<CounterAction>.effectFailed(nil, Secret()))"
        == "effect without id failed with Secret; catch the error there and dispatch it as an action"
    )
  }
}
