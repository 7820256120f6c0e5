import Fluxtape
import FluxtapeStores
import Testing

/// The causes of recorded actions. The recorder sets the cause around `next`; here the tests do.
struct CauseTests {
  private let store = Store(initial: 0, reducer: countingReducer)
  private let trace = Trace<String>()

  private func cause(_ seq: Int) -> Cause { Cause(run: "test", seq: seq) }

  private static var current: String { Cause.current.map { "\($0.seq)" } ?? "none" }

  @Test func `a subscriber runs under the action that led to the state, and begins under none`() {
    let token = Cause.with(cause(1)) {
      store.subscribe { [trace] in trace.note("\($0) by \(Self.current)") }
    }
    Cause.with(cause(2)) { store.dispatch(.added(1)) }
    store.dispatch(.added(1))
    withExtendedLifetime(token) { #expect(trace.entries == ["0 by none", "1 by 2", "2 by none"]) }
  }

  @Test func `a nested dispatch does not pass its cause to states before it`() {
    let tokens = [
      store.subscribe { [trace, weak store] count in
        trace.note("first \(count) by \(Self.current)")
        if count == 1 { Cause.with(Cause(run: "test", seq: 2)) { store?.dispatch(.added(1)) } }
      },
      store.subscribe { [trace] in trace.note("second \($0) by \(Self.current)") },
    ]
    Cause.with(cause(1)) { store.dispatch(.added(1)) }
    withExtendedLifetime(tokens) {
      #expect(
        trace.entries == [
          "first 0 by none", "second 0 by none", "first 1 by 1", "second 1 by 1", "second 2 by 2", "first 2 by 2",
        ]
      )
    }
  }

  @Test func `the cause lies beside each element of the sequence, whatever the loop began under`() async {
    await Cause.with(cause(1)) {
      var changes = store.changes.buffering(.unbounded).makeAsyncIterator()
      var counts = store.select { $0 * 10 }.removingDuplicates().changes.buffering(.unbounded).makeAsyncIterator()
      Cause.with(cause(42)) { store.dispatch(.added(1)) }
      Cause.with(nil) { store.dispatch(.added(1)) }
      for (state, seq) in [(0, nil), (1, 42), (2, nil)] as [(Int, Int?)] {
        let change = await changes.next()
        #expect(change?.state == state)
        #expect(change?.cause?.seq == seq)
        let part = await counts.next()
        #expect(part?.state == state * 10)
        #expect(part?.cause?.seq == seq)
      }
    }
  }

  @Test func `effects, and what they dispatch, stem from the action that started them`() async {
    let store = Store(
      initial: 0,
      reducer: countingReducer,
      effects: { action, _ in
        guard action == .reset else { return .none }
        return .run { dispatch in
          await Task.yield()
          dispatch(.added(1))
        }
      }
    )
    var changes = store.changes.buffering(.unbounded).makeAsyncIterator()
    Cause.with(cause(7)) { store.dispatch(.reset) }
    await store.settled()
    #expect(await changes.next() == Change(state: 0, cause: nil))
    #expect(await changes.next() == Change(state: 0, cause: cause(7)))
    #expect(await changes.next() == Change(state: 1, cause: cause(7)))
  }
}
