import FluxtapeLocking
import FluxtapeStores
import Testing

struct StoreTests {
  @Test func `the state is there when dispatch returns`() {
    let store = Store(initial: 0, reducer: countingReducer)
    store.dispatch(.added(2))
    #expect(store.state == 2)
    store.dispatch(.reset)
    #expect(store.state == 0)
  }

  @Test func `a reducer may return the state instead of changing it`() {
    @Sendable func reducer(_ action: CounterAction, _ count: Int?) -> Int {
      var count = count ?? 100
      countingReducer(&count, action)
      return count
    }
    let given = Store(reducer: reducer, state: 1)
    given.dispatch(.added(2))
    #expect(given.state == 3)
    #expect(Store(reducer: reducer, first: .added(5)).state == 105)
  }

  @Test func `a dispatch from a subscriber is reduced at once, and each subscriber is told each state in order`() {
    let store = Store(initial: 0, reducer: countingReducer)
    let trace = Trace<String>()
    let first = store.subscribe { [weak store] count in
      trace.note("first \(count)")
      guard let store, count == 1 else { return }
      store.dispatch(.added(10))
      trace.note("inner dispatch returned at \(store.state)")
    }
    let second = store.subscribe { trace.note("second \($0)") }
    store.dispatch(.added(1))
    withExtendedLifetime((first, second)) {
      #expect(
        trace.entries == [
          "first 0", "second 0",
          "first 1",
          // The first subscriber is busy: all others get both states before the inner dispatch returns.
          "second 1", "second 11", "inner dispatch returned at 11",
          "first 11",
        ]
      )
    }
  }

  @Test func `subscribers that answer each other without end do not nest`() {
    let store = Store(initial: 0, reducer: countingReducer)
    let limit = 20_000
    let answer: @Sendable (Int) -> Void = { [weak store] count in
      if count > 0, count < limit { store?.dispatch(.added(1)) }
    }
    let tokens = [store.subscribe(answer), store.subscribe(answer)]
    store.dispatch(.added(1))
    withExtendedLifetime(tokens) { #expect(store.state >= limit) }
  }

  @Test func `a dispatch inside a reducer is refused and reported`() async {
    let (problems, report) = AsyncStream.makeStream(of: StoreProblem<CounterAction>.self)
    let other = Store(initial: 0, reducer: countingReducer, onProblem: { report.yield($0) })
    let itself = Locked<Store<Int, CounterAction>?>(nil)
    let store = Store(
      initial: 0,
      reducer: { count, action in
        guard case .added = action else { return }
        let before = itself.withLock { $0 }?.state ?? -1
        itself.withLock { $0 }?.dispatch(.reset)
        other.dispatch(.reset)
        count = before + 1
      },
      onProblem: { report.yield($0) }
    )
    itself.withLock { $0 = store }
    store.dispatch(.added(5))
    #expect(store.state == 1)
    var told = problems.makeAsyncIterator()
    for _ in 0..<2 {
      guard case .dispatchInReducer(.reset)? = await told.next() else {
        Issue.record("not told of the refused dispatch")
        return
      }
    }
    itself.withLock { $0 = nil }
  }

  @Test func `a dispatch inside an effect handler, or a middleware's next kept and called by a reducer, is refused too`() async {
    let (problems, report) = AsyncStream.makeStream(of: StoreProblem<CounterAction>.self)
    let kept = Locked<(@Sendable (CounterAction) -> Void)?>(nil)
    let keeping: Middleware<Int, CounterAction> = { _, _ in
      { next in
        kept.withLock { $0 = next }
        return { next($0) }
      }
    }
    let store = Store(
      initial: 0,
      reducer: { count, _ in
        kept.withLock { $0 }?(.added(100))
        count += 1
      },
      middleware: [keeping],
      effects: { _, _ in
        kept.withLock { $0 }?(.added(200))
        return .none
      },
      onProblem: { report.yield($0) }
    )
    store.dispatch(.reset)
    #expect(store.state == 1)
    for await problem in problems.prefix(2) {
      guard case .dispatchInReducer(.added) = problem else {
        Issue.record("\(problem)")
        continue
      }
    }
    store.dispatch(.reset)
    #expect(store.state == 2, "the mark is gone with the reducer")
  }

  @Test @MainActor func `a reducer written on the main actor may run on any thread`() async {
    let store = Store(initial: 0, reducer: { count, amount in count += amount })
    await Task.detached { store.dispatch(3) }.value
    #expect(store.state == 3)
  }

  @Test func `an effect handler starts work for an action`() async {
    let store = Store(
      initial: 0,
      reducer: countingReducer,
      effects: { action, _ in action == .reset ? .run { dispatch in dispatch(.added(7)) } : .none }
    )
    store.dispatch(.reset)
    await store.settled()
    #expect(store.state == 7)
  }
}
