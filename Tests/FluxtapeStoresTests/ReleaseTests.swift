import FluxtapeStores
import Testing

/// A store and the values it takes or returns do not keep each other alive.
struct ReleaseTests {
  private final class Witness: Sendable {}

  @Test func `a store goes with its last owner, whatever listens to it`() async {
    weak var released: Store<Int, CounterAction>?
    let middleware: Middleware<Int, CounterAction> = { dispatch, getState in
      { next in
        { action in
          next(action)
          if action == .reset { dispatch(.added(getState() + 1)) }
        }
      }
    }
    var held: [Any] = []
    do {
      let store = Store(initial: 0, reducer: countingReducer, middleware: [middleware])
      released = store
      held = [
        store.subscribe { _ in }, store.select(\.self), store.changes, store.changes.makeAsyncIterator(),
        store.select(\.self).removingDuplicates().changes.makeAsyncIterator(),
      ]
      store.dispatch(.reset)
    }
    #expect(released == nil)
    #expect(held.count == 5)
  }

  @Test func `running effects do not hold the store, and end with it`() async {
    weak var released: Store<Int, CounterAction>?
    let (ended, end) = AsyncStream.makeStream(of: Bool.self)
    do {
      let store = Store(initial: 0, reducer: countingReducer)
      released = store
      for _ in 1...3 {
        store.run { dispatch in
          do { try await EffectTests.untilCancelled() } catch {
            dispatch(.added(1))
            end.yield(Task.isCancelled)
          }
        }
      }
    }
    #expect(released == nil)
    var count = 0
    for await isCancelled in ended.prefix(3) {
      #expect(isCancelled)
      count += 1
    }
    #expect(count == 3)
  }

  @Test func `a subscriber's closure goes with its subscription`() {
    weak var released: Witness?
    let store = Store(initial: 0, reducer: countingReducer)
    var token: Subscription?
    do {
      let witness = Witness()
      released = witness
      token = store.select(\.self).removingDuplicates().subscribe { _ in _ = witness }
    }
    #expect(released != nil)
    token?.cancel()
    #expect(released == nil)
  }

  @Test func `a subscriber's closure goes with the store`() {
    weak var released: Witness?
    var token: Subscription?
    do {
      let store = Store(initial: 0, reducer: countingReducer)
      let witness = Witness()
      released = witness
      token = store.subscribe { _ in _ = witness }
    }
    withExtendedLifetime(token) { #expect(released == nil) }
  }

  @Test func `a subscriber may cancel others while it is being released`() {
    final class Chain: Sendable {
      let next: Subscription
      init(_ next: Subscription) { self.next = next }
      deinit { next.cancel() }
    }
    let trace = Trace<Int>()
    let store = Store(initial: 0, reducer: countingReducer)
    let link = Chain(store.subscribe { trace.note($0) })
    var first: Subscription? = store.subscribe { [link] _ in _ = link }
    withExtendedLifetime(first) {}
    first = nil
    store.dispatch(.added(1))
    withExtendedLifetime(link) { #expect(trace.entries == [0, 1]) }
  }

  @Test func `an effect's work goes when it has ended`() async {
    final class Parting: Sendable {
      let told: AsyncStream<Void>.Continuation
      init(_ told: AsyncStream<Void>.Continuation) { self.told = told }
      deinit { told.yield() }
    }
    let (partings, told) = AsyncStream.makeStream(of: Void.self)
    let store = Store(initial: 0, reducer: countingReducer)
    do {
      let parting = Parting(told)
      store.run(id: "work") { _ in _ = parting }
    }
    for await _ in partings { break }
    await store.settled()
  }

  @Test func `a state that is replaced is released`() {
    weak var released: Witness?
    let store = Store<Witness?, CounterAction>(initial: nil, reducer: { state, action in if action == .reset { state = nil } })
    do {
      let witness = Witness()
      released = witness
      let holding = Store<Witness?, CounterAction>(initial: witness, reducer: { state, _ in state = nil })
      let token = holding.subscribe { _ in }
      holding.dispatch(.reset)
      withExtendedLifetime(token) {}
      store.dispatch(.reset)
    }
    #expect(released == nil)
  }
}
