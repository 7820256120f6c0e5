import FluxtapeJSON
import FluxtapeLogReading
import Testing

@testable import Fluxtape

private struct Total: Encodable { var total = 0 }
private struct Add: Encodable {
  let amount: Int
}

/// Stores that publish a state later than their reducer returns it. The state that such a store shows during actions is not the one before
/// the next action, and the recorder must not use it as such.
struct PublishingTests {
  private static func reduce(_ state: inout Total, _ action: Add) { state.total += action.amount }

  private static func states(in log: RecordedLog) throws -> [Int?] { try log.states(of: "s").map { $0.state["total"]?.int } }

  /// Buffers actions that are sent while it sends, and publishes the state when the buffer is empty, like the Composable Architecture.
  private final class BufferingStore {
    private let tap: StoreTap
    private var state = Total()
    private var buffer: [Add] = []
    private var isSending = false

    init(_ tap: StoreTap) { self.tap = tap }

    func send(_ action: Add) {
      tap.record(action: action, state: { state }) {
        buffer.append(action)
        guard !isSending else { return }
        isSending = true
        var current = state
        while !buffer.isEmpty {
          let next = buffer.removeFirst()
          tap.reduce(next, into: &current, by: PublishingTests.reduce)
          // An effect that sends immediately.
          if next.amount < 3 { send(Add(amount: next.amount + 1)) }
        }
        state = current
        isSending = false
      }
    }
  }

  @Test func `a store that buffers what is sent meanwhile has the states that its reducer made`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let store = BufferingStore(recorder.store("s"))
    store.send(Add(amount: 1))
    store.send(Add(amount: 10))
    let log = try RecordedLog(sink)
    #expect(try Self.states(in: log) == [0, 1, 3, 6, 16])
    #expect(log.actions.allSatisfy { $0.type != StateRecord.type })
  }

  @Test func `a store that publishes once in a while has the states that its reducer made`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("s")
    var (state, published) = (Total(), Total())
    for amount in 1...6 {
      tap.record(action: Add(amount: amount), state: { published }) { tap.reduce(Add(amount: amount), into: &state, by: Self.reduce) }
      if amount.isMultiple(of: 3) { published = state }
    }
    let log = try RecordedLog(sink)
    #expect(try Self.states(in: log) == [0, 1, 3, 6, 10, 15, 21])
    #expect(log.actions.allSatisfy { $0.type != StateRecord.type })
  }

  @Test func `a store is not asked for its state while its reducer has it`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("s")
    var state = Total()
    var (isReducing, isAskedMeanwhile) = (false, false)
    func send(_ action: Add) {
      tap.record(
        action: action,
        state: {
          if isReducing { isAskedMeanwhile = true }
          return Total()
        }
      ) {
        // Reading the store's property here would end the process: "Simultaneous accesses".
        guard !isReducing else { return }
        isReducing = true
        tap.reduce(action, into: &state, by: Self.reduce)
        send(Add(amount: 100))
        isReducing = false
      }
    }
    send(Add(amount: 1))
    send(Add(amount: 2))
    #expect(!isAskedMeanwhile)
    #expect(try Self.states(in: RecordedLog(sink)) == [0, 1, 3])
  }
}
