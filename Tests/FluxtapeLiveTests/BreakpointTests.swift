import Fluxtape
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLiveWire
import FluxtapeLocking
import FluxtapeStores
import Foundation
import Testing

@testable import FluxtapeLive

struct BreakpointTests {
  /// Dispatches on another thread, and returns what waits for its end.
  private func dispatching(_ app: LiveApp, _ names: [String]) -> DispatchSemaphore {
    let done = DispatchSemaphore(value: 0)
    Thread {
      for name in names { _ = app.add(name, 1) }
      done.signal()
    }.start()
    return done
  }

  private func asked(_ client: TestClient) -> Int? { client.next { if case .asks(let step) = $0 { step } else { nil } } }
  private func paused(_ client: TestClient) -> Int? { client.next { if case .paused(let step) = $0 { step } else { nil } } }
  private func resumed(_ client: TestClient) -> String? { client.next { if case .resumed(_, let why) = $0 { why } else { nil } } }

  @Test func `the app waits where the client says so, until it may go on`() async throws {
    try await onThread {
      let app = LiveApp()
      _ = app.add("tea", 5)
      let (client, watcher) = (try app.client(), try app.client(named: "watcher"))
      #expect(client.ask(.arm(query: "cart.total > 6"))?.isDone == true)
      let done = dispatching(app, ["milk", "bread", "salt"])
      for pauses in [false, true] {
        let step = try #require(asked(client))
        #expect(client.ask(.verdict(step: step, pauses: pauses))?.isDone == true)
        guard pauses else { continue }
        #expect(paused(client) == step)
        #expect(paused(watcher) == step)
        #expect(client.status { $0.pausedAt == step }?.query == "cart.total > 6")
        #expect(app.cart.state.items == ["tea", "milk", "bread"])
        #expect(client.ask(.jump(to: 1, states: [:]))?.reason == "the app waits at step \(step): 'continue' first")
        #expect(client.ask(.verdict(step: step, pauses: true))?.reason == "the app does not wait for a verdict about step \(step)")
        #expect(client.ask(.resume)?.isDone == true)
        #expect(resumed(watcher) == "continued by 'tester'")
      }
      #expect(client.ask(.disarm)?.isDone == true)
      done.wait()
      #expect(app.cart.state.items == ["tea", "milk", "bread", "salt"])
      #expect(client.ask(.resume)?.reason == "the app does not wait at a breakpoint")
      let texts = try app.history().rows.filter { $0.kind == .mark }.map(\.type)
      #expect(texts.count == 5, "\(texts)")
    }
  }

  @Test func `a client that is lost lets the app go on`() async throws {
    try await onThread {
      let app = LiveApp()
      let watcher = try app.client(named: "watcher")
      var done: DispatchSemaphore?
      do {
        let client = try app.client()
        _ = client.ask(.arm(query: "is:slow"))
        done = dispatching(app, ["tea"])
        let step = try #require(asked(client))
        client.send(.verdict(step: step, pauses: true))
        #expect(paused(client) == step)
      }
      done?.wait()
      #expect(resumed(watcher) == "its client is gone")
      #expect(watcher.status { $0.query == nil && $0.pausedAt == nil && $0.driver == nil } != nil)
      let texts = try app.history().rows.compactMap { $0.kind == .mark ? $0.type : nil }
      #expect(texts.count == 5, "\(texts)")
    }
  }

  @Test func `a client that does not answer lets the app go on, and the breakpoint is removed`() async throws {
    try await onThread {
      var options = LiveApp.options
      options.longestVerdict = .milliseconds(10)
      let app = LiveApp(options)
      let client = try app.client()
      #expect(client.ask(.arm(query: "is:slow"))?.isDone == true)
      _ = app.add("milk", 2)
      #expect(asked(client) != nil)
      #expect(client.status { $0.query == nil } != nil)
      _ = app.add("bread", 2)
      #expect(app.cart.state.items == ["milk", "bread"])
    }
  }

  @Test func `a released action waits with its state set, and its store free`() async throws {
    try await onThread {
      let app = LiveApp()
      let client = try app.client()
      _ = client.ask(.lock)
      _ = app.add("tea", 5)
      _ = client.ask(.arm(query: "is:slow"))
      let unlock = client.send(.unlock)
      let step = try #require(asked(client))
      #expect(client.ask(.verdict(step: step, pauses: true))?.isDone == true)
      #expect(paused(client) == step)
      #expect(app.cart.state.items == ["tea"])
      #expect(client.ask(.disarm)?.isDone == true)
      #expect(client.reply(to: unlock)?.isDone == true)
    }
  }

  @Test func `an action that a middleware replaced is asked about when its state is set`() async throws {
    try await onThread {
      let app = LiveApp()
      let store = Store(
        initial: Cart(), reducer: cartReducer, middleware: [{ _, _ in { next in { _ in next(.added("other", price: 1)) } } }],
        recording: app.recorder.store("replacing"))
      let client = try app.client()
      _ = client.ask(.arm(query: "is:slow"))
      Thread { store.dispatch(.emptied) }.start()
      let inner = try #require(asked(client))
      #expect(store.state.items == ["other"])
      client.send(.verdict(step: inner, pauses: false))
      let outer = try #require(asked(client))
      #expect(outer < inner)
      #expect(client.ask(.disarm)?.isDone == true)
    }
  }

  @Test func `a turn is waited for no longer than for a verdict`() {
    let breakpoint = Breakpoint()
    #expect(breakpoint.begin(1, within: .seconds(60)) == nil)
    breakpoint.arm(Breakpoint.Armed(client: 1, name: "tester", query: "is:slow"))
    #expect(breakpoint.begin(1, within: .seconds(60))?.1 == .seconds(60))
    #expect(breakpoint.begin(2, within: .milliseconds(2)) == nil)
    breakpoint.end(1)
    #expect(breakpoint.begin(2, within: .seconds(60)) != nil)
  }

  @Test func `several threads ask in turn, and a pause ends by itself`() async throws {
    try await onThread {
      var options = LiveApp.options
      options.longestPause = .milliseconds(1)
      let app = LiveApp(options)
      let client = try app.client()
      _ = client.ask(.arm(query: "is:slow"))
      let done = [dispatching(app, ["tea", "milk"]), dispatching(app, ["bread", "salt"])]
      var steps: Set<Int> = []
      for _ in 0..<4 {
        let step = try #require(asked(client))
        steps.insert(step)
        client.send(.verdict(step: step, pauses: true))
        #expect(resumed(client)?.hasPrefix("nobody said 'continue'") == true)
      }
      done.forEach { $0.wait() }
      #expect(steps.count == 4)
      #expect(app.cart.state.items.count == 4)
    }
  }
}
