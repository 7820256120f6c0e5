import Dispatch
import FluxtapeStores
import Testing

struct MiddlewareTests {
  /// Records when an action arrives and when `next` has returned.
  private func noting(_ name: String, in trace: Trace<String>) -> Middleware<Int, CounterAction> {
    { _, getState in
      { next in
        { action in
          trace.note("\(name) before \(getState())")
          next(action)
          trace.note("\(name) after \(getState())")
        }
      }
    }
  }

  @Test func `the first one is the outermost, and sees the new state when next returns`() {
    let trace = Trace<String>()
    let store = Store(initial: 0, reducer: countingReducer, middleware: [noting("a", in: trace), noting("b", in: trace)])
    let token = store.subscribe { trace.note("told \($0)") }
    store.dispatch(.added(3))
    withExtendedLifetime(token) {
      #expect(trace.entries == ["told 0", "a before 0", "b before 0", "told 3", "b after 3", "a after 3"])
    }
  }

  @Test func `an action that is not passed on is not reduced, and nobody is told`() {
    let trace = Trace<Int>()
    let filter: Middleware<Int, CounterAction> = { _, _ in { next in { action in if action != .reset { next(action) } } } }
    let store = Store(initial: 5, reducer: countingReducer, middleware: [filter])
    let token = store.subscribe { trace.note($0) }
    store.dispatch(.reset)
    store.dispatch(.added(1))
    withExtendedLifetime(token) { #expect(trace.entries == [5, 6]) }
  }

  @Test func `it may pass on another action, or several`() {
    let doubling: Middleware<Int, CounterAction> = { _, _ in
      { next in
        { action in
          next(action)
          next(.added(1))
        }
      }
    }
    let store = Store(initial: 0, reducer: countingReducer, middleware: [doubling])
    store.dispatch(.added(10))
    #expect(store.state == 11)
  }

  @Test func `what it dispatches passes the whole chain from the start, at once`() {
    let trace = Trace<String>()
    let answering: Middleware<Int, CounterAction> = { dispatch, getState in
      { next in
        { action in
          next(action)
          guard action == .reset else { return }
          dispatch(.added(1))
          trace.note("answered at \(getState())")
        }
      }
    }
    let store = Store(initial: 9, reducer: countingReducer, middleware: [noting("outer", in: trace), answering])
    store.dispatch(.reset)
    #expect(
      trace.entries == ["outer before 9", "outer before 0", "outer after 1", "answered at 1", "outer after 1"]
    )
  }

  @Test func `next may be called later, from another queue`() async {
    let queue = DispatchQueue(label: "later")
    let (done, finish) = AsyncStream.makeStream(of: Void.self)
    let later: Middleware<Int, CounterAction> = { _, _ in
      { next in
        { action in
          queue.async {
            next(action)
            finish.yield()
          }
        }
      }
    }
    let trace = Trace<String>()
    let store = Store(initial: 0, reducer: countingReducer, middleware: [later, noting("inner", in: trace)])
    store.dispatch(.added(4))
    _ = await done.first { true }
    #expect(store.state == 4)
    #expect(trace.entries == ["inner before 0", "inner after 4"])
  }

  /// The shape of a recorder's hooks for any store library.
  private final class GenericTap: Sendable {
    let trace: Trace<String>

    init(_ trace: Trace<String>) { self.trace = trace }

    func middleware<S, A>(_ dispatch: @escaping (A) -> Void, _ getState: @escaping () -> S) -> (@escaping (A) -> Void) -> (A) -> Void {
      { [trace] next in
        { action in
          next(action)
          trace.note("\(action) \(getState())")
        }
      }
    }

    func reducer<S, A, R>(_ reduce: @escaping (inout S, A) -> R) -> (inout S, A) -> R {
      { [trace] state, action in
        trace.note("reducing")
        return reduce(&state, action)
      }
    }
  }

  @Test func `a generic method used unapplied is a middleware, and its generics are inferred`() {
    let trace = Trace<String>()
    let tap = GenericTap(trace)
    let store = Store(initial: 0, reducer: tap.reducer(countingReducer), middleware: [tap.middleware])
    store.dispatch(.added(2))
    #expect(trace.entries == ["reducing", "added(2) 2"])
  }

  @Test func `what it kept does nothing when the store is gone`() {
    let kept = Trace<@Sendable (CounterAction) -> Void>()
    let trace = Trace<String>()
    let keeping: Middleware<Int, CounterAction> = { dispatch, _ in
      kept.note(dispatch)
      return { next in
        kept.note(next)
        return { next($0) }
      }
    }
    do {
      let store = Store(initial: 0, reducer: countingReducer, middleware: [keeping, noting("inner", in: trace)])
      store.dispatch(.added(1))
    }
    #expect(kept.entries.count == 2)
    for call in kept.entries { call(.added(1)) }
    #expect(trace.entries == ["inner before 0", "inner after 1"])
  }
}
