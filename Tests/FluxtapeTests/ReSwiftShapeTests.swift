import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

private struct Counter: Equatable, Encodable { var count = 0 }
private struct Add: ReSwiftAction { let amount: Int }
private struct Reset: ReSwiftAction {}

private func counterReducer(_ action: any ReSwiftAction, _ state: Counter?) -> Counter {
  var state = state ?? Counter()
  switch action {
  case let add as Add: state.count += add.amount
  case is Reset: state.count = 0
  default: break
  }
  return state
}

/// Recorded through a ReSwift-shaped store, at its middleware, its reducer, or both.
struct ReSwiftShapeTests {
  @Test(arguments: ["both", "middleware", "reducer"])
  func `the action that makes the first state stands before @@INIT, with its contents`(_ attached: String) throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let store = ReSwiftStore(
      reducer: attached == "middleware" ? counterReducer : app.reducer(counterReducer), state: nil,
      middleware: attached == "reducer" ? [] : [app.middleware], first: Add(amount: 5))
    store.dispatch(Add(amount: 2))
    let duration = attached == "middleware" ? "" : #""dur":0,"#
    #expect(
      try RecordedLog(sink).lines == [
        #"{"fluxtape":1,"run":"run","time":"2026-11-21T09:00:00.000000Z"}"#,
        #"{"seq":1,"t":0,"store":"app","type":"Add","payload":{"amount":5},"reduced":false}"#,
        #"{"seq":2,"t":0,"store":"app","type":"@@INIT","cause":1,\#(duration)"state":{"count":5}}"#,
        #"{"seq":3,"t":0,"store":"app","type":"Add","payload":{"amount":2},\#(duration)"#
          + #""patch":[{"op":"replace","path":"/count","value":7}]}"#,
      ])
  }

  @Test func `a first action that reaches no reducer leaves @@INIT to the next`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let store = ReSwiftStore(
      reducer: app.reducer(counterReducer), state: nil, middleware: [app.middleware, createThunkMiddleware()],
      first: Thunk<Counter> { dispatch, _ in dispatch(Reset()) })
    store.dispatch(Add(amount: 2))
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app Thunk<Counter>", "2 app Reset <1", "3 app @@INIT <2", "4 app Add"])
    #expect(try log.states(of: "app").map(\.step) == [3, 4])
  }

  @Test(arguments: [true, false])
  func `a subscriber's dispatch to the first state stands behind @@INIT`(_ isReducerWrapped: Bool) throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let echo: ReSwiftMiddleware<Counter> = { dispatch, _ in
      { next in
        { action in
          next(action)
          if action is Reset { dispatch(Add(amount: 1)) }
        }
      }
    }
    let store = ReSwiftStore(
      reducer: isReducerWrapped ? app.reducer(counterReducer) : counterReducer, state: nil, middleware: [app.middleware, echo],
      first: Reset())
    let log = try withExtendedLifetime(store) { try RecordedLog(sink) }
    #expect(log.summary == ["1 app Reset", "2 app @@INIT <1", "3 app Add <1"])
    #expect(try log.states(of: "app").map(\.state) == [["count": 0], ["count": 1]])
  }

  @Test func `without states there is no @@INIT either`() throws {
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(states: .never))
    let app = recorder.store("app")
    let store = ReSwiftStore(reducer: app.reducer(counterReducer), state: nil, middleware: [app.middleware], first: Add(amount: 5))
    let log = try withExtendedLifetime(store) { try RecordedLog(sink) }
    #expect(log.summary == ["1 app Add"])
    #expect(log.actions[0].outcome.omitted == "sampled")
  }

  @Test(arguments: ["both", "middleware", "reducer"])
  func `a state that existed before the first action is told without one`(_ attached: String) throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let store = ReSwiftStore(
      reducer: attached == "middleware" ? counterReducer : app.reducer(counterReducer), state: Counter(count: 5),
      middleware: attached == "reducer" ? [] : [app.middleware])
    store.dispatch(Add(amount: 2))
    store.dispatch(Reset())
    let log = try RecordedLog(sink)
    #expect(log.lines[1] == #"{"t":0,"store":"app","type":"@@STATE","state":{"count":5}}"#)
    #expect(log.summary == ["1 app Add", "2 app Reset"])
    #expect(try log.states(of: "app").map(\.state) == [["count": 5], ["count": 7], ["count": 0]])
    #expect(!log.isTorn)
  }

  @Test(arguments: [true, false])
  func `a dispatch from a subscriber stands after the state it followed`(_ isReducerWrapped: Bool) throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let store = ReSwiftStore(
      reducer: isReducerWrapped ? app.reducer(counterReducer) : counterReducer, state: Counter(), middleware: [app.middleware])
    store.subscribers.append { state in
      if state.count == 3 { store.dispatch(Add(amount: 10)) }
    }
    store.dispatch(Add(amount: 3))
    store.dispatch(Reset())
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app Add", "2 app Add <1", "3 app Reset"])
    #expect(try log.states(of: "app").map(\.step) == [nil, 1, 2, 3])
    #expect(try log.states(of: "app").map(\.state) == [["count": 0], ["count": 3], ["count": 13], ["count": 0]])
    store.subscribers = []
  }

  @Test func `a thunk reaches no reducer, and what it dispatches names it as cause`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let store = ReSwiftStore(reducer: app.reducer(counterReducer), state: nil, middleware: [app.middleware, createThunkMiddleware()])
    store.dispatch(
      Thunk<Counter> { dispatch, getState in
        dispatch(Add(amount: 1))
        dispatch(Add(amount: (getState()?.count ?? 0) * 10))
      })
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app ReSwiftInit", "2 app @@INIT <1", "3 app Thunk<Counter>", "4 app Add <3", "5 app Add <3"])
    #expect(log.action("Thunk<Counter>")?.outcome == Outcome(isUnreduced: true))
    #expect(try log.states(of: "app").last?.state == ["count": 11])
  }

  @Test func `an action that a middleware filters is not reduced`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let filter: ReSwiftMiddleware<Counter> = { _, _ in { next in { if !($0 is Reset) { next($0) } } } }
    let store = ReSwiftStore(reducer: app.reducer(counterReducer), state: Counter(count: 1), middleware: [app.middleware, filter])
    store.dispatch(Reset())
    #expect(try RecordedLog(sink).lines.last == #"{"seq":1,"t":0,"store":"app","type":"Reset","reduced":false}"#)
  }

  @Test func `a renamed action is a record of its own, caused by the one it was`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let rename: ReSwiftMiddleware<Counter> = { _, _ in { next in { next($0 is Reset ? Add(amount: -5) : $0) } } }
    let store = ReSwiftStore(reducer: app.reducer(counterReducer), state: Counter(count: 5), middleware: [app.middleware, rename])
    store.dispatch(Reset())
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app Reset", "2 app Add <1"])
    #expect(log.action("Reset")?.outcome == Outcome(isUnreduced: true))
    #expect(try log.states(of: "app").map(\.step) == [nil, 2])
  }

  @Test func `a dispatch by a middleware before next leaves the outer action open`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let eager: ReSwiftMiddleware<Counter> = { dispatch, _ in
      { next in
        { action in
          if action is Reset { dispatch(Add(amount: 1)) }
          next(action)
        }
      }
    }
    let store = ReSwiftStore(reducer: app.reducer(counterReducer), state: Counter(count: 5), middleware: [app.middleware, eager])
    store.dispatch(Reset())
    let log = try RecordedLog(sink)
    #expect(
      log.lines.dropFirst(2) == [
        #"{"seq":1,"t":0,"store":"app","type":"Reset"}"#,
        #"{"seq":2,"t":0,"store":"app","type":"Add","cause":1,"payload":{"amount":1},"dur":0,"patch":[{"op":"replace","path":"/count","value":6}]}"#,
        #"{"completes":1,"t":0,"store":"app","dur":0,"patch":[{"op":"replace","path":"/count","value":0}]}"#,
      ])
  }

  @Test func `with the middleware alone such an action keeps its own change`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let eager: ReSwiftMiddleware<Counter> = { dispatch, _ in
      { next in
        { action in
          if action is Reset { dispatch(Add(amount: 1)) }
          next(action)
        }
      }
    }
    let store = ReSwiftStore(reducer: counterReducer, state: Counter(count: 5), middleware: [app.middleware, eager])
    store.dispatch(Reset())
    let log = try RecordedLog(sink)
    #expect(try log.states(of: "app").map(\.step) == [nil, 2, 1])
    #expect(try log.states(of: "app").map(\.state) == [["count": 5], ["count": 6], ["count": 0]])
  }

  @Test func `the same action passed on twice is reduced twice`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let twice: ReSwiftMiddleware<Counter> = { _, _ in
      { next in
        {
          next($0)
          next($0)
        }
      }
    }
    let store = ReSwiftStore(reducer: app.reducer(counterReducer), state: Counter(), middleware: [app.middleware, twice])
    store.dispatch(Add(amount: 1))
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app Add", "2 app Add <1"])
    #expect(try log.states(of: "app").map(\.state) == [["count": 0], ["count": 1], ["count": 2]])
  }

  @Test func `a reducer that dies leaves its action in flight, with its contents`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    var dying: [UInt8] = []
    let reducer: ReSwiftReducer<Counter> = { action, state in
      dying = sink.bytes
      return counterReducer(action, state)
    }
    let store = ReSwiftStore(reducer: app.reducer(reducer), state: nil, middleware: [app.middleware])
    store.dispatch(Add(amount: 7))
    let log = try RecordedLog(dying)
    #expect(log.isTorn)
    #expect(String(decoding: dying, as: UTF8.self).hasSuffix(#"{"seq":3,"t":0,"store":"app","type":"Add","payload":{"amount":7}"#))
  }

  @Test func `so does a reducer that dies making the first state`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    var dying: [UInt8] = []
    let reducer: ReSwiftReducer<Counter> = { action, state in
      dying = sink.bytes
      return counterReducer(action, state)
    }
    let store = ReSwiftStore(reducer: app.reducer(reducer), state: nil, middleware: [app.middleware], first: Add(amount: 7))
    withExtendedLifetime(store) {}
    #expect(String(decoding: dying, as: UTF8.self).hasSuffix(#"{"seq":1,"t":0,"store":"app","type":"Add","payload":{"amount":7}"#))
  }

  @Test func `a disabled recorder hands back what it is given`() {
    let app = Recorder.disabled.store("app")
    let store = ReSwiftStore(reducer: app.reducer(counterReducer), state: nil, middleware: [app.middleware, createThunkMiddleware()])
    store.dispatch(Add(amount: 2))
    #expect(store.state == Counter(count: 2))
    #expect(Recorder.disabled.failure == nil)
  }
}
