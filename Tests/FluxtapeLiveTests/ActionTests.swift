import Fluxtape
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLiveWire
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeStores
import Testing

@testable import FluxtapeLive

struct LiveActionTests {
  @Test func `a recorded action is dispatched again, with the mark as its cause`() async throws {
    try await onThread {
      let app = LiveApp()
      let tea = app.add("tea", 5)
      let mark = try #require(try app.client().ask(.repeatStep(tea))?.mark)
      #expect(app.cart.state.items == ["tea", "tea"])
      let history = try app.history()
      #expect(history.rows.filter { $0.cause == StepNumber(mark) }.map(\.type) == ["CartAction.added"])
    }
  }

  @Test func `an action is read from JSON, with errors at their place`() async throws {
    try await onThread {
      let app = LiveApp()
      _ = app.add("tea", 5)
      let client = try app.client()
      #expect(client.ask(.dispatch(store: "cart", action: ["added": ["_0": "milk", "price": 2]]))?.isDone == true)
      #expect(app.cart.state.items == ["tea", "milk"])
      let last = app.last
      let refusals =
        [
          (
            "cart", ["added": ["_0": "milk", "price": "two"]],
            "the action of 'cart' cannot be read: '/added/price': expected Int, found string"
          ),
          (
            "cart", ["aded": ["_0": "milk", "price": 2]],
            "the action of 'cart' cannot be read: expected one case of CartAction, found 'aded'"
          ),
          ("cart", [:], "the action of 'cart' cannot be read: expected one case of CartAction, found none"),
          ("counter", ["added": ["_0": 1]], "the action of 'counter' cannot be read: CounterAction is not Decodable"),
          ("session", [:], "no store 'session' is attached; attached are: cart, counter"),
        ] as [(String, JSONValue, String)]
      for (store, action, reason) in refusals { #expect(client.ask(.dispatch(store: store, action: action))?.reason == reason) }
      #expect(client.ask(.repeatStep(9999))?.reason?.hasPrefix("step 9999 has no action that is kept") == true)
      #expect(app.last == last)
    }
  }

  @Test func `a step is skipped with the app's own reducer, and replayed`() async throws {
    try await onThread {
      let app = LiveApp()
      _ = app.add("tea", 5)
      let milk = app.add("milk", 2)
      _ = app.add("bread", 3)
      let salt = app.add("salt", 1)
      let client = try app.client()
      let mark = try #require(client.ask(.skip(milk))?.mark)
      #expect(app.cart.state == Cart(items: ["tea", "bread", "salt"], total: 9))
      let rice = app.add("rice", 4)
      #expect(client.ask(.skip(salt))?.text == "'cart' is as if steps \(milk), \(salt) had not been")
      #expect(app.cart.state == Cart(items: ["tea", "bread", "rice"], total: 12))
      #expect(client.ask(.skip(salt))?.reason == "step \(salt) is left out of 'cart' already; 'replay' from it brings it back")
      #expect(client.status { $0.stores[0].skipped == [milk, salt] } != nil)
      #expect(
        client.ask(.replay(from: milk))?.text == "'cart' is recomputed from step \(milk), again with steps \(milk), \(salt)")
      #expect(app.cart.state == Cart(items: ["tea", "milk", "bread", "salt", "rice"], total: 15))
      #expect(client.ask(.skip(rice))?.isDone == true)
      #expect(client.ask(.jump(to: milk, states: [:]))?.isDone == true)
      #expect(client.status { $0.stores[0].skipped.isEmpty } != nil)
      #expect(client.ask(.now)?.isDone == true)
      #expect(client.status { $0.stores[0].skipped == [rice] } != nil)
      let history = try app.history()
      #expect(history.rows.filter { $0.cause == StepNumber(mark) }.map(\.type) == ["@@STATE"])
      #expect(try history.state("cart", mark + 1) == ["items": ["tea", "bread", "salt"], "total": 9])
    }
  }

  @Test func `a step that was skipped and is not kept any more does not come back`() async throws {
    try await onThread {
      let app = LiveApp(LiveOptions(keptSteps: 6), attachesCounter: false)
      _ = app.add("tea", 5)
      let milk = app.add("milk", 2)
      _ = app.add("bread", 3)
      let salt = app.add("salt", 1)
      let client = try app.client()
      #expect(client.ask(.skip(milk))?.isDone == true)
      for _ in 0..<4 { _ = app.add("rice", 4) }
      #expect(
        client.ask(.skip(salt))?.reason
          == "step \(milk) of 'cart' was skipped and is no longer kept; recomputed from step \(salt), it would be back")
      #expect(app.cart.state.items == ["tea", "bread", "salt", "rice", "rice", "rice", "rice"])
    }
  }

  @Test func `what cannot be recomputed is refused`() async throws {
    try await onThread {
      let app = LiveApp()
      let tea = app.add("tea", 5)
      let milk = app.add("milk", 2)
      let number = Locked(0)
      let tap = app.recorder.store("number", state: 0)
      app.live.attach("number", get: { number.withLock { $0 } }, set: { new in number.withLock { $0 = new } })
      tap.record("set", state: { number.withLock { $0 } }) { number.withLock { $0 = 3 } }
      let scope = app.last
      let client = try app.client()
      #expect(client.ask(.skip(scope))?.reason == "'number' is attached without 'reduce'")
      #expect(client.ask(.skip(9999))?.reason == "step 9999 changed no attached store, or its state is no longer kept")
      #expect(client.ask(.jump(to: tea, states: [:]))?.isDone == true)
      let set = app.last
      #expect(
        client.ask(.skip(milk))?.reason
          == "'cart' was set at step \(set), after step \(milk): what came before makes no difference any more")
      #expect(app.cart.state.items == ["tea"])
      let rice = app.add("rice", 4)
      #expect(client.ask(.skip(rice))?.isDone == true)
      #expect(app.cart.state.items == ["tea"])
    }
  }
}

struct LockTests {
  @Test func `held actions are in the log, and go on in their order with their causes`() async throws {
    try await onThread {
      let app = LiveApp()
      let client = try app.client()
      #expect(client.ask(.lock)?.isDone == true)
      let first = app.add("tea", 5)
      let second = app.add("milk", 2)
      #expect(app.cart.state.items.isEmpty)
      #expect(client.status { $0.held == 2 }?.isLocked == true)
      #expect(client.ask(.unlock) == .done(mark: second + 1, "2 held actions go on"))
      #expect(app.cart.state.items == ["tea", "milk"])
      #expect(client.ask(.unlock)?.reason == "the app is not locked")
      _ = app.add("bread", 3)
      #expect(app.cart.state.items == ["tea", "milk", "bread"])
      let history = try app.history()
      for (step, state) in [(first, ["tea"]), (second, ["tea", "milk"])] as [(Int, [JSONValue])] {
        let held = try #require(history.row(of: StepNumber(step)))
        #expect(history.rows[held].isUnreduced)
        let released = try #require(history.rows.first { $0.cause == StepNumber(step) }?.step)
        #expect(try history.state("cart", released.rawValue)?["items"] == .array(state))
      }
    }
  }

  @Test func `dropped actions are told by their steps`() async throws {
    try await onThread {
      let app = LiveApp()
      let client = try app.client()
      _ = client.ask(.lock)
      let step = app.add("tea", 5)
      let mark = try #require(client.ask(.drop)?.mark)
      #expect(app.cart.state.items.isEmpty)
      _ = app.add("milk", 2)
      #expect(app.cart.state.items == ["milk"])
      let history = try app.history()
      let record = try history.mark(mark)
      #expect(record.text == "live: 1 held action is dropped: #\(step) (by tester)")
      #expect(record.live?.members["steps"] == [.number(JSONNumber(step))])
    }
  }

  @Test func `a closed log opens the lock, and takes no other`() async throws {
    try await onThread {
      let app = LiveApp()
      let client = try app.client()
      _ = client.ask(.lock)
      _ = app.add("tea", 5)
      app.recorder.close()
      let reason = "the app has closed its log, and nothing is done without a record"
      #expect(client.ask(.drop)?.reason == reason)
      #expect(client.ask(.unlock) == .done(mark: nil, "1 held action goes on"))
      #expect(app.cart.state.items == ["tea"])
      let jump = LiveCommand.jump(to: 1, states: ["cart": ["items": [], "total": 0]])
      for command in [.lock, .arm(query: "is:slow"), jump] {
        #expect(client.ask(command)?.reason == reason)
      }
      #expect(client.status { !$0.isLocked && $0.query == nil } != nil)
    }
  }

  @Test func `a lock that holds too many actions opens itself`() async throws {
    try await onThread {
      var options = LiveApp.options
      options.mostHeld = 3
      let app = LiveApp(options)
      let client = try app.client()
      _ = client.ask(.lock)
      for name in ["tea", "milk", "bread"] { _ = app.add(name, 1) }
      #expect(client.ask(.unlock)?.reason == "the app is not locked")
      #expect(app.cart.state.items == ["tea", "milk", "bread"])
    }
  }

  @Test func `actions of other stores are told as held, and dropped by that step`() async throws {
    try await onThread {
      let app = LiveApp()
      let client = try app.client()
      _ = client.ask(.lock)
      let number = Locked(0)
      Cause.with(Cause(run: app.run, seq: 1)) { app.live.hold("number") { number.withLock { $0 = 1 } } }
      let step = app.last
      let mark = try #require(client.ask(.drop)?.mark)
      #expect(number.withLock { $0 } == 0)
      let history = try app.history()
      #expect(try history.mark(step).text == "live: an action of 'number' is held")
      #expect(try history.mark(mark).live?.members["steps"] == [.number(JSONNumber(step))])
    }
  }

  @Test func `a driver's own actions pass, and other stores hand theirs over`() async throws {
    try await onThread {
      let app = LiveApp()
      let client = try app.client()
      let number = Locked(0)
      app.live.hold("number") { number.withLock { $0 = 1 } }
      #expect(number.withLock { $0 } == 1)
      _ = client.ask(.lock)
      app.live.hold("number") { number.withLock { $0 = 2 } }
      #expect(number.withLock { $0 } == 1)
      #expect(client.ask(.dispatch(store: "cart", action: ["added": ["_0": "milk", "price": 2]]))?.isDone == true)
      #expect(app.cart.state.items == ["milk"])
      _ = client.ask(.unlock)
      #expect(number.withLock { $0 } == 2)
    }
  }

  @Test func `a lock outlives its client, and the end of the session releases what is held`() async throws {
    try await onThread {
      let app = LiveApp()
      do { #expect(try app.client().ask(.lock)?.isDone == true) }
      let client = try app.client(named: "second")
      #expect(client.status { $0.driver == nil && $0.isLocked } != nil)
      _ = app.add("tea", 5)
      app.live.close()
      #expect(app.cart.state.items == ["tea"])
      #expect(client.end())
      _ = app.add("milk", 5)
      #expect(app.cart.state.items == ["tea", "milk"])
    }
  }
}
