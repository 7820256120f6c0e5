import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeRandomCases
import Testing

@testable import Fluxtape

/// Three stores that dispatch to each other while their disk fills and empties.
struct LossTests {
  @Test(arguments: seeds(6), [RecorderOptions.Durability.culprit, .perAction])
  func `whatever is lost is told, and nobody is given a wrong state`(seed: Int, durability: RecorderOptions.Durability) throws {
    var random = SplitMix64(seed: seed)
    let sink = FailingSink(room: Int.random(in: 0..<3000, using: &random))
    let recorder = Recorder(
      writingTo: sink, options: RecorderOptions(durability: durability, patchBytesPerSnapshot: 400), context: .fixed())
    let taps = (0..<3).map { recorder.store("s\($0)") }
    var states = [[String]](repeating: [], count: 3)

    func dispatch(_ text: String, to store: Int, depth: Int) {
      taps[store].record(action: text) {
        if depth > 0, Bool.random(using: &random) { dispatch(text + "<", to: (store + 1) % 3, depth: depth - 1) }
        if Int.random(in: 0..<8, using: &random) == 0 { return }
        taps[store].reduce(text, into: &states[store]) { state, text in
          if Int.random(in: 0..<6, using: &random) == 0 { sink.setRoom(Int.random(in: 0..<300, using: &random)) }
          state.append(text)
          if state.count > 5 { state.removeFirst() }
        }
        if depth > 0, Bool.random(using: &random) { dispatch(text + ">", to: (store + 2) % 3, depth: depth - 1) }
      }
    }

    for number in 0..<60 {
      if Int.random(in: 0..<4, using: &random) == 0 { sink.setRoom(Int.random(in: 0..<2000, using: &random)) }
      if Int.random(in: 0..<9, using: &random) == 0 { recorder.mark("\(number)") }
      dispatch("\(number)", to: Int.random(in: 0..<3, using: &random), depth: 2)
    }
    sink.setRoom(1_000_000)
    for store in 0..<3 { taps[store].reduce("last", into: &states[store]) { $0.append($1) } }
    recorder.close()

    let log = try RecordedLog(sink.bytes)
    for store in 0..<3 {
      // Folding checks every patch, and every whole state beside one.
      #expect(try log.states(of: "s\(store)").last?.state == .array(states[store].map(JSONValue.string)))
    }
    try expectEveryStepIsToldOf(in: log)
  }

  /// Each step is in the log or in a gap, and an action without an outcome is also in a gap.
  private func expectEveryStepIsToldOf(in log: RecordedLog) throws {
    var present: [Int] = []
    var told: Set<Int> = []
    for record in log.records {
      switch record {
      case .action(let action): present.append(action.step.rawValue)
      case .state(let state): if let step = state.step { present.append(step.rawValue) }
      case .mark(let mark): present.append(mark.step.rawValue)
      case .end(let end): present.append(end.step.rawValue)
      case .gap(let gap):
        present.append(gap.step.rawValue)
        if let first = gap.first, let last = gap.last { told.formUnion(first.rawValue...last.rawValue) }
      default: break
      }
    }
    #expect(present == present.sorted())
    #expect(Set(present).count == present.count)
    #expect(Set(present).union(told).isSuperset(of: 1...(present.last ?? 1)))
    let inFlight = log.actions.filter { !$0.outcome.isKnown }.map(\.step.rawValue)
    #expect(told.isSuperset(of: inFlight))
  }
}
