import FluxtapeLocking
import FluxtapeStores
import Testing

struct StoreThreadsTests {
  private let threads = 8
  private let dispatchesPerThread = 500

  @Test func `no dispatch is lost, and the state is there when each returns`() async {
    let store = Store(initial: [Int](repeating: 0, count: threads), reducer: { counts, thread in counts[thread] += 1 })
    let wrong = Trace<Int>()
    await onThreads(threads) { [dispatchesPerThread] thread in
      for count in 1...dispatchesPerThread {
        store.dispatch(thread)
        if store.state[thread] != count { wrong.note(count) }
      }
    }
    #expect(store.state == [Int](repeating: dispatchesPerThread, count: threads))
    #expect(wrong.entries.isEmpty)
  }

  @Test func `each subscriber is told each state once, in order, one at a time`() async {
    let store = Store(initial: 0, reducer: countingReducer)
    let total = threads * dispatchesPerThread
    let traces = (0..<3).map { _ in Trace<Int>() }
    let overlaps = Trace<Int>()
    let (done, finish) = AsyncStream.makeStream(of: Void.self)
    let tokens = traces.map { trace in
      let isRunning = Locked(false)
      return store.subscribe { count in
        let wasRunning = isRunning.withLock { isRunning in
          defer { isRunning = true }
          return isRunning
        }
        if wasRunning { overlaps.note(count) }
        trace.note(count)
        isRunning.withLock { $0 = false }
        // The thread that delivers the last state may not be the one that dispatched it.
        if count == total { finish.yield() }
      }
    }
    await onThreads(threads) { [dispatchesPerThread] _ in
      for _ in 1...dispatchesPerThread { store.dispatch(.added(1)) }
    }
    for await _ in done.prefix(3) {}
    withExtendedLifetime(tokens) {
      for trace in traces { #expect(trace.entries == Array(0...total)) }
      #expect(overlaps.entries.isEmpty)
    }
  }

  @Test func `subscribing, cancelling, running effects and nested dispatches go on beside dispatches`() async {
    let store = Store(initial: 0, reducer: countingReducer)
    let backwards = Trace<Int>()
    await onThreads(threads) { [dispatchesPerThread] thread in
      for count in 1...dispatchesPerThread {
        let last = Locked(-1)
        let token = store.subscribe { [weak store] state in
          let previous = last.withLock { last in
            defer { last = state }
            return last
          }
          if state <= previous { backwards.note(state) }
          if previous == -1, count.isMultiple(of: 50) { store?.dispatch(.added(1)) }
        }
        store.dispatch(.added(1))
        if count.isMultiple(of: 10) { store.run(id: "effect \(thread % 2)") { $0(.added(1)) } }
        if count.isMultiple(of: 25) { store.cancel(id: "effect 1") }
        token.cancel()
      }
    }
    await store.settled()
    #expect(backwards.entries.isEmpty)
    #expect(store.state >= threads * (dispatchesPerThread + dispatchesPerThread / 50))
  }

  @Test func `two stores that dispatch to each other from many threads do not wait for each other`() async {
    let first = Store(initial: 0, reducer: countingReducer)
    let second = Store(initial: 0, reducer: countingReducer)
    let tokens = [
      first.subscribe { [weak second] count in if count.isMultiple(of: 3) { second?.dispatch(.added(1)) } },
      second.subscribe { [weak first] count in if count.isMultiple(of: 3) { first?.dispatch(.added(1)) } },
    ]
    await onThreads(threads) { [dispatchesPerThread] thread in
      for _ in 1...dispatchesPerThread { (thread.isMultiple(of: 2) ? first : second).dispatch(.added(1)) }
    }
    withExtendedLifetime(tokens) {
      #expect(first.state + second.state >= threads * dispatchesPerThread)
    }
  }
}
