import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Foundation
import Testing

@testable import Fluxtape

private struct Count: Equatable, Encodable { var count = 0 }
private struct Add: ReSwiftAction { let amount: Int }
private struct Async: ReSwiftAction { let amount: Int }
private struct Reset: ReSwiftAction {}

private func reduce(_ action: any ReSwiftAction, _ state: Count?) -> Count {
  var state = state ?? Count()
  switch action {
  case let add as Add: state.count += add.amount
  case let async as Async: state.count += async.amount
  case is Reset: state.count = 0
  default: break
  }
  return state
}

/// Middleware of other authors between a dispatch and the reducer.
struct MiddlewareTests {
  /// Middleware that passes actions on later, without a cause, as from a queue.
  private final class Queue {
    private var blocks: [() -> Void] = []

    func async(_ block: @escaping () -> Void) { blocks.append(block) }

    func run() {
      let due = blocks
      blocks = []
      for block in due { Cause.with(nil) { block() } }
    }
  }

  private static func delaying(_ queue: Queue) -> ReSwiftMiddleware<Count> {
    { _, _ in { next in { action in if action is Async { queue.async { next(action) } } else { next(action) } } } }
  }

  private let queue = Queue()

  private func store(_ tap: StoreTap, _ middleware: @escaping ReSwiftMiddleware<Count>, wrapsReducer: Bool = true) -> ReSwiftStore<Count> {
    ReSwiftStore(reducer: wrapsReducer ? tap.reducer(reduce) : reduce, state: Count(), middleware: [tap.middleware, middleware])
  }
}

// MARK: - Passed on later

extension MiddlewareTests {
  @Test func `an action that is passed on later has a record without a cause`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let store = store(app, Self.delaying(queue))
    store.dispatch(Async(amount: 5))
    store.dispatch(Add(amount: 1))
    queue.run()
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app Async", "2 app Add", "3 app Async"])
    #expect(log.actions[0].outcome == Outcome(isUnreduced: true))
    #expect(try log.states(of: "app").map(\.step) == [nil, 2, 3])
    #expect(try log.states(of: "app").last?.state == ["count": 6])
  }

  @Test func `behind a middleware that keeps causes it has its first record as its cause, among equal ones too`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let store = store(app, app.keepingCauses(Self.delaying(queue)))
    for amount in [1, 2, 1] { store.dispatch(Async(amount: amount)) }
    queue.run()
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app Async", "2 app Async", "3 app Async", "4 app Async <1", "5 app Async <2", "6 app Async <3"])
    #expect(try log.states(of: "app").last?.state == ["count": 4])
  }

  @Test(arguments: [false, true])
  func `so does one that is passed on to another thread before its dispatch ends`(keepsCauses: Bool) throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let hopping: ReSwiftMiddleware<Count> = { _, _ in
      { next in
        { action in
          guard action is Async else { return next(action) }
          nonisolated(unsafe) let pass = { next(action) }
          let done = DispatchSemaphore(value: 0)
          Thread.detachNewThread {
            unsafe pass()
            done.signal()
          }
          done.wait()
        }
      }
    }
    let store = store(app, keepsCauses ? app.keepingCauses(hopping) : hopping)
    for _ in 1...2 { store.dispatch(Async(amount: 1)) }
    let log = try RecordedLog(sink)
    #expect(
      log.summary
        == ["1 app Async", "2 app Async", "3 app Async", "4 app Async"].enumerated().map { index, row in
          keepsCauses && index % 2 == 1 ? "\(row) <\(index)" : row
        })
    #expect(try log.states(of: "app").last?.state == ["count": 2])
  }

  @Test func `a cause that is carried over goes before`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let carrying: ReSwiftMiddleware<Count> = { [queue] _, _ in
      { next in
        { action in
          let cause = recorder.cause
          queue.async { recorder.caused(by: cause) { next(Add(amount: 1)) } }
        }
      }
    }
    let store = store(app, carrying)
    store.dispatch(Async(amount: 1))
    queue.run()
    #expect(try RecordedLog(sink).summary == ["1 app Async", "2 app Add <1"])
  }

  @Test func `an action that is dropped is no later one's cause if that came through the store`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    var drops = true
    let dropping: ReSwiftMiddleware<Count> = { _, _ in { next in { action in if !drops { next(action) } } } }
    let store = store(app, dropping)
    store.dispatch(Reset())
    drops = false
    store.dispatch(Reset())
    #expect(try RecordedLog(sink).summary == ["1 app Reset", "2 app Reset"])
  }
}

// MARK: - The middleware alone

extension MiddlewareTests {
  @Test func `alone, a change that came later is nobody's`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let store = store(app, Self.delaying(queue), wrapsReducer: false)
    store.dispatch(Async(amount: 5))
    queue.run()
    store.dispatch(Add(amount: 1))
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app Async", "2 app @@STATE", "3 app Add"])
    #expect(try log.states(of: "app").map(\.state) == [["count": 0], ["count": 0], ["count": 5], ["count": 6]])
  }

  @Test func `alone, an action has all that came of its dispatch`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let meddling: ReSwiftMiddleware<Count> = { _, _ in
      { next in
        { action in
          if action is Reset { return next(Add(amount: 7)) }
          next(action)
          next(action)
        }
      }
    }
    let store = store(app, meddling, wrapsReducer: false)
    store.dispatch(Reset())
    store.dispatch(Add(amount: 100))
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app Reset", "2 app Add"])
    #expect(try log.states(of: "app").map(\.state) == [["count": 0], ["count": 7], ["count": 207]])
  }

  /// Dispatches `Add(1)` before it passes `Reset` on, and `Add(2)` after it.
  private static var around: ReSwiftMiddleware<Count> {
    { dispatch, _ in
      { next in
        { action in
          guard action is Reset else { return next(action) }
          dispatch(Add(amount: 1))
          next(action)
          dispatch(Add(amount: 2))
        }
      }
    }
  }

  @Test(arguments: [false, true]) func `what is dispatched around the reducer hides nothing`(_ wrapsReducer: Bool) throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let store = store(app, Self.around, wrapsReducer: wrapsReducer)
    store.dispatch(Add(amount: 5))
    store.dispatch(Reset())
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app Add", "2 app Reset", "3 app Add <2", "4 app Add <2"])
    #expect(try log.states(of: "app").map(\.step) == [nil, 1, 3, 2, 4])
    #expect(try log.states(of: "app").map(\.state) == [["count": 0], ["count": 5], ["count": 6], ["count": 0], ["count": 2]])
  }

  @Test func `alone, what changes after the last dispatch inside has the outer action as its cause`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let twice: ReSwiftMiddleware<Count> = { dispatch, _ in
      { next in
        { action in
          next(action)
          guard action is Reset else { return }
          dispatch(Add(amount: 1))
          next(Add(amount: 10))
        }
      }
    }
    let store = store(app, twice, wrapsReducer: false)
    store.dispatch(Add(amount: 5))
    store.dispatch(Reset())
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app Add", "2 app Reset", "3 app Add <2", "4 app @@STATE <2"])
    #expect(try log.states(of: "app").map(\.state) == [["count": 0], ["count": 5], ["count": 0], ["count": 1], ["count": 11]])
  }
}
