import Fluxtape
import FluxtapeStores

extension RecordBenchmarks {
  static let attachedOff = [
    Benchmark(
      "attached-off", "a store with the recorder attached but off", target: .times(1.05),
      contains: """
        Ours: one dispatch to a Store whose `recording` is a tap of `Recorder.disabled`. Baseline: the same to a Store without. \
        A state of two numbers, no middleware, no subscriber.
        """
    ) { _ in
      let bare = Store(initial: Counter(), reducer: Counter.reduce)
      let attached = Store(initial: Counter(), reducer: Counter.reduce, recording: Recorder.disabled.store("counter"))
      return PairedMeasurement(
        baseline: Contender { bare.dispatch(.increased(by: 1)) }, ours: Contender { attached.dispatch(.increased(by: 1)) })
    }
  ]
}

private struct Counter: Codable, Sendable {
  var count = 0
  var changes = 0

  static func reduce(_ state: inout Counter, _ action: CounterAction) {
    guard case .increased(let amount) = action else { return }
    state.count &+= amount
    state.changes &+= 1
  }
}

private enum CounterAction: Codable, Sendable {
  case increased(by: Int)
  case reset
}
