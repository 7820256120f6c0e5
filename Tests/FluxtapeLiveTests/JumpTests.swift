import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLiveWire
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeStores
import Testing

@testable import Fluxtape
@testable import FluxtapeLive

struct JumpTests {
  @Test func `a jump sets all stores to a step, and 'now' sets them back`() async throws {
    try await onThread {
      let app = LiveApp()
      let tea = app.add("tea", 5)
      app.counter.dispatch(.added(1))
      let milk = app.add("milk", 2)
      app.counter.dispatch(.added(1))
      let client = try app.client()
      let reply = try #require(client.ask(.jump(to: milk, states: [:])))
      #expect(app.cart.state == Cart(items: ["tea", "milk"], total: 7))
      #expect(app.counter.state.count == 1)
      #expect(client.status { $0.jumpedTo == milk }?.driver == "tester")
      #expect(
        client.ask(.jump(to: tea, states: [:]))
          == .done(mark: app.last - 1, "the app is at step \(tea) and goes on from there; 'counter' had not begun and stays")
      )
      #expect(app.cart.state.items == ["tea"])
      #expect(app.counter.state.count == 1)
      let last = app.last
      #expect(client.ask(.now)?.text == "the app is where it was before the jump")
      #expect(app.cart.state.items == ["tea", "milk"])
      #expect(app.counter.state.count == 2)
      #expect(client.ask(.now)?.reason == "no jump to go back from")

      let history = try app.history()
      let mark = try #require(reply.mark)
      let record = try history.mark(mark)
      #expect(record.text == "live: jump to step \(milk) (by tester)")
      #expect(record.live?.members == ["do": "jump", "step": .number(JSONNumber(milk)), "by": "tester"])
      // The cart had this state.
      #expect(history.rows.filter { $0.cause == StepNumber(mark) }.map(\.type) == ["@@STATE"])
      #expect(try history.state("counter", mark + 1) == ["count": 1])
      #expect(try history.state("cart", last) == ["items": ["tea"], "total": 5])
      #expect(try history.state("cart", last + 3) == ["items": ["tea", "milk"], "total": 7])
      #expect(try history.state("counter", last + 3) == ["count": 2])
    }
  }

  @Test func `subscribers are called with the mark as their cause, after the state is in the log`() async throws {
    try await onThread {
      let app = LiveApp()
      let tea = app.add("tea", 5)
      _ = app.add("milk", 2)
      let seen = Locked<[String]>([])
      let token = app.cart.subscribe { [app] state in
        guard Cause.current != nil else { return }
        seen.withLock { $0.append(state.items.joined(separator: " ")) }
        app.counter.dispatch(.added(state.items.count))
      }
      let mark = try #require(try app.client().ask(.jump(to: tea, states: [:]))?.mark)
      withExtendedLifetime(token) { #expect(seen.withLock { $0 } == ["tea"]) }
      #expect(app.counter.state.count == 1)
      let history = try app.history()
      let caused = history.rows.filter { $0.cause == StepNumber(mark) }
      #expect(caused.map(\.type) == ["@@STATE", "CounterAction.added"])
    }
  }

  @Test func `an action of its own reducer's time is where its outcome is in the log`() async throws {
    try await onThread {
      let app = LiveApp()
      // The outer action has its state after the inner one.
      let store = Store(
        initial: Cart(), reducer: cartReducer,
        middleware: [
          { dispatch, _ in
            { next in
              { action in
                if case .emptied = action { dispatch(.added("inner", price: 1)) }
                next(action)
              }
            }
          }
        ], recording: app.recorder.store("nested"))
      app.live.attach(store)
      store.dispatch(.added("first", price: 1))
      let outer = app.last + 1
      store.dispatch(.emptied)
      _ = app.add("tea", 5)
      let client = try app.client()
      for step in outer...app.last {
        #expect(client.ask(.jump(to: step, states: [:]))?.isDone == true)
        #expect(store.state.items == (step == outer + 1 ? ["first", "inner"] : []), "\(step)")
      }
    }
  }

  @Test func `'now' says how much of the app is lost`() async throws {
    try await onThread {
      let app = LiveApp()
      let tea = app.add("tea", 5)
      let milk = app.add("milk", 2)
      app.counter.dispatch(.added(1))
      let client = try app.client()
      #expect(client.ask(.lock)?.isDone == true)
      #expect(client.ask(.jump(to: milk, states: [:]))?.text == "the app is at step \(milk); 'counter' had not begun and stays")
      #expect(client.ask(.unlock)?.isDone == true)
      _ = app.add("bread", 3)
      #expect(client.ask(.jump(to: tea, states: [:]))?.isDone == true)
      _ = app.add("salt", 1)
      // The jumps have not set it, so it is not set back.
      app.counter.dispatch(.added(1))
      let back = try #require(client.ask(.now))
      #expect(back.text == "the app is where it was before the jump; 2 changes that it made since are lost")
      #expect(app.cart.state.items == ["tea", "milk"] && app.counter.state.count == 2)
      #expect(try app.history().mark(#require(back.mark)).live?.members["lost"] == 2)
    }
  }

  @Test func `'now' says that more may be lost than is kept`() async throws {
    try await onThread {
      let app = LiveApp(LiveOptions(keptSteps: 4), attachesCounter: false)
      let tea = app.add("tea", 5)
      let client = try app.client()
      #expect(client.ask(.jump(to: tea, states: [:]))?.isDone == true)
      for _ in 0..<20 { _ = app.add("salt", 1) }
      let text = try #require(client.ask(.now)?.text)
      #expect(text.contains("; at least ") && text.hasSuffix(" changes that it made since are lost"), "\(text)")
      #expect(app.cart.state.items == ["tea"])
    }
  }

  @Test func `a store that had not begun is left as it is, if the log says so`() async throws {
    try await onThread {
      let app = LiveApp(attachesCounter: false)
      let tea = app.add("tea", 5)
      _ = app.add("milk", 2)
      app.counter.dispatch(.added(1))
      app.counter.dispatch(.added(1))
      app.live.attach(app.counter, isolation: nil)
      let client = try app.client()
      _ = client.status { $0.stores.count == 2 }
      #expect(client.ask(.jump(to: tea, states: [:]))?.missing == ["counter"])
      var states: LoggedStates = [:]
      states.absent = ["counter", "cart"]
      #expect(
        client.ask(.jump(to: tea, states: states))?.text
          == "the app is at step \(tea) and goes on from there; 'counter' had not begun and stays")
      #expect(app.cart.state.items == ["tea"] && app.counter.state.count == 2)
    }
  }

  @Test func `states that are not kept are read from JSON`() async throws {
    try await onThread {
      let app = LiveApp(LiveOptions(keptSteps: 2), attachesCounter: false)
      let tea = app.add("tea", 5)
      for _ in 0..<5 { _ = app.add("milk", 2) }
      let client = try app.client()
      #expect(client.ask(.jump(to: tea, states: [:]))?.missing == ["cart"])
      #expect(client.ask(.jump(to: tea, states: ["cart": ["items": ["tea"], "total": 5]]))?.isDone == true)
      #expect(app.cart.state == Cart(items: ["tea"], total: 5))
      #expect(
        client.ask(.jump(to: tea, states: ["cart": ["items": ["tea", 1], "total": 5]]))?.reason
          == "the state of 'cart' cannot be read: '/items/1': expected String, found number")
      #expect(app.cart.state == Cart(items: ["tea"], total: 5))
      let status = try #require(client.status { $0.jumpedTo == tea })
      #expect(status.stores.map(\.name) == ["cart"])
      #expect(try #require(status.stores[0].firstKept) > tea)
    }
  }

  @Test func `jumps are refused, and nothing is done`() async throws {
    try await onThread {
      let app = LiveApp(LiveOptions(keptBytes: 0))
      app.counter.dispatch(.added(1))
      let first = app.last
      app.counter.dispatch(.added(1))
      let client = try app.client()
      let last = app.last
      #expect(client.ask(.jump(to: last + 1, states: [:]))?.reason == "there is no step \(last + 1); the last one is \(last)")
      #expect(client.ask(.jump(to: -1, states: [:]))?.reason == "there is no step -1; the last one is \(last)")
      #expect(client.ask(.jump(to: 0, states: [:]))?.reason == "no attached store had begun by step 0")
      #expect(
        client.ask(.jump(to: first, states: [:]))?.missing == ["counter"])
      #expect(
        client.ask(.jump(to: first, states: ["counter": ["count": 1]]))?.reason
          == "the state of 'counter' cannot be read: Counter is not Decodable")
      #expect(client.ask(.jump(to: first, states: ["session": 1]))?.reason?.hasPrefix("no store 'session' is attached") == true)
      #expect(app.counter.state.count == 2)
      #expect(app.last == last)
    }
  }

  @Test func `a store that was released is forgotten`() async throws {
    try await onThread {
      let app = LiveApp()
      let first = app.add("tea", 5)
      let client = try app.client()
      do {
        let screen = Store(initial: Counter(), reducer: counterReducer, recording: app.recorder.store("screen"))
        app.live.attach(screen, isolation: nil)
        screen.dispatch(.added(1))
        let one = app.last
        screen.dispatch(.added(1))
        #expect(client.ask(.jump(to: one, states: [:]))?.isDone == true)
        #expect(screen.state.count == 1)
      }
      #expect(client.ask(.now) == .done(mark: app.last, "the app is where it was before the jump; no longer there: 'screen'"))
      #expect(client.ask(.jump(to: first, states: [:]))?.isDone == true)
      #expect(client.status { $0.jumpedTo == first }?.stores.map(\.name) == ["cart", "counter"])
      #expect(client.ask(.now)?.isDone == true)
    }
  }

  @Test func `a state that the log does not take is not set`() async throws {
    try await onThread {
      var recording = LiveApp.recording
      recording.limits.stateBytes = 200
      let app = LiveApp(recording: recording, attachesCounter: false)
      let tea = app.add("tea", 5)
      let client = try app.client()
      let long = JSONValue.array([.string(String(repeating: "long", count: 100))])
      #expect(
        client.ask(.jump(to: tea, states: ["cart": ["items": long, "total": 1]]))?.reason
          == "'cart' was not set, as the log did not take its state")
      #expect(app.cart.state.items == ["tea"])
      // Neither it, nor a state of the app's that is too large, stands in the way of others.
      _ = app.add(String(repeating: "long", count: 100), 1)
      app.cart.dispatch(.emptied)
      #expect(client.ask(.jump(to: tea, states: [:]))?.isDone == true)
      #expect(app.cart.state.items == ["tea"])
      let history = try app.history()
      #expect(try history.state("cart", app.last) == ["items": ["tea"], "total": 5])
    }
  }

  @Test func `'now' goes back to what the state was when it was set`() async throws {
    try await onThread {
      let app = LiveApp()
      let tap = app.recorder.store("number", state: 0)
      let (asked, set) = (Locked(0), Locked<[(new: Int, before: Int)]>([]))
      // Another state each time, as if the app went on.
      let ask = { @Sendable in
        asked.withLock { asked in
          asked += 1
          return asked
        }
      }
      app.live.attach(
        "number", isolation: nil, get: ask, set: { new in set.withLock { $0.append((new, asked.withLock { $0 })) } })
      tap.record("one", state: { 100 }) {}
      let one = app.last
      tap.record("two", state: { 200 }) {}
      let client = try app.client()
      #expect(client.ask(.jump(to: one, states: [:]))?.isDone == true)
      #expect(client.ask(.now)?.isDone == true)
      let sets = set.withLock { $0 }
      #expect(sets.count == 2 && sets.first?.new == 100 && sets.last?.new == sets.first?.before)
    }
  }

  @Test func `large states that are left out of the log count, too`() async throws {
    try await onThread {
      var recording = LiveApp.recording
      recording.states = .every(1000)
      let app = LiveApp(LiveOptions(keptBytes: 1 << 20), recording: recording, attachesCounter: false)
      let large = Cart(items: [String(repeating: "long", count: 50_000)])
      let store = Store(initial: large, reducer: cartReducer, recording: app.recorder.store("large"))
      app.live.attach(store, isolation: nil)
      for number in 0..<20 { store.dispatch(.added("tea", price: number)) }
      let first = app.last - 19
      let client = try app.client()
      #expect(client.ask(.jump(to: first, states: [:]))?.missing == ["large"])
      #expect(client.ask(.jump(to: first + 18, states: [:]))?.isDone == true)
    }
  }

  @Test func `what is kept is counted, with actions, and forgotten`() {
    let kept = KeptSteps(LiveOptions(keptSteps: 4, keptBytes: 3000))
    kept.begin(at: 1)
    func keep(_ step: Int, bytes: Int) {
      kept.keep("action", at: step, of: "cart", bytes: bytes)
      let place = OutcomePlace(line: step, next: StepNumber(step + 1))
      kept.keep(step, StateFacts(store: "cart", step: StepNumber(step), place: place, bytes: 10, isNew: true, isValue: true))
    }
    func steps() -> [Int?] {
      let range = kept.range(of: "cart")
      return [range.first, range.last]
    }
    kept.attach("cart") { nil }
    for step in 1...100 { keep(step, bytes: 10) }
    #expect(steps() == [96, 100])
    #expect(kept.action(at: 95) == nil && kept.action(at: 96) != nil)
    keep(101, bytes: 2500)
    #expect(steps() == [101, 101])
    // Not what was there before is in the way.
    kept.attach("cart") { nil }
    for step in 102...104 { keep(step, bytes: 10) }
    #expect(steps() == [102, 104])
    _ = kept.detach("cart")
    #expect(steps() == [nil, nil])
  }

  final class Box: Encodable, @unchecked Sendable {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func `a state that holds objects is not kept, since they may have changed`() async throws {
    try await onThread {
      struct Boxes: Encodable { var box = Box(1) }
      let app = LiveApp()
      let tap = app.recorder.store("boxes")
      let state = Locked(Boxes())
      app.live.attach("boxes", get: { state.withLock { $0 } }, set: { new in state.withLock { $0 = new } })
      tap.record("set", state: { state.withLock { $0 } }) { state.withLock { $0.box.number = 2 } }
      let first = app.last
      tap.record("set", state: { state.withLock { $0 } }) { state.withLock { $0.box.number = 3 } }
      let client = try app.client()
      #expect(client.ask(.jump(to: first, states: [:]))?.missing == ["boxes"])
    }
  }

  @Test func `a setter that changes what it is given is told as it is`() async throws {
    try await onThread {
      let app = LiveApp()
      let tap = app.recorder.store("even", state: 0)
      let number = Locked(0)
      app.live.attach("even", get: { number.withLock { $0 } }, set: { new in number.withLock { $0 = new / 2 * 2 } })
      tap.record("set", state: { number.withLock { $0 } }) { number.withLock { $0 = 3 } }
      let odd = app.last
      tap.record("set", state: { number.withLock { $0 } }) { number.withLock { $0 = 8 } }
      let mark = try #require(try app.client().ask(.jump(to: odd, states: [:]))?.mark)
      #expect(number.withLock { $0 } == 2)
      let history = try app.history()
      #expect(try history.state("even", mark + 1) == 3)
      #expect(try history.state("even", mark + 2) == 2)
      #expect(history.rows.filter { $0.cause == StepNumber(mark) }.count == 2)
    }
  }
}
