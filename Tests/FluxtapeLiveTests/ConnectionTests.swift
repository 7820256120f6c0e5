import Fluxtape
import FluxtapeJSON
import FluxtapeLiveWire
import FluxtapeLocking
import FluxtapeStores
import Foundation
import Testing

@testable import FluxtapeLive

struct ConnectionTests {
  @Test func `a client is greeted, and told what the session can do`() async throws {
    try await onThread {
      let app = LiveApp()
      _ = app.add("tea", 5)
      let client = try app.client()
      let status = try #require(client.status())
      #expect(client.greeting == .session(run: status.run))
      let cart = try #require(status.stores.first)
      #expect(cart.readsStates && cart.takesActions && cart.readsActions && cart.recomputes && cart.holds)
      let counter = try #require(status.stores.last)
      #expect(!counter.readsStates && counter.takesActions && !counter.readsActions && counter.recomputes && counter.firstKept == nil)
      let path = try #require(app.live.path)
      #expect(path == app.log + ".live")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
  }

  @Test func `the client with a breakpoint drives alone, and others command in turn`() async throws {
    try await onThread {
      let app = LiveApp()
      let tea = app.add("tea", 5)
      let watcher = try app.client(named: "watcher")
      do {
        let driver = try app.client(named: "driver")
        #expect(driver.ask(.jump(to: tea, states: [:]))?.isDone == true)
        #expect(watcher.ask(.lock)?.isDone == true && driver.ask(.unlock)?.isDone == true)
        #expect(driver.ask(.arm(query: "cart.total < 0"))?.isDone == true)
        let reason = "'driver' stops the app at a breakpoint, and drives it until it ends; others get 'status' and 'continue'"
        #expect(watcher.ask(.now)?.reason == reason)
        #expect(watcher.ask(.resume)?.reason == "the app does not wait at a breakpoint")
        #expect(watcher.ask(.status) == .status)
      }
      #expect(watcher.status { $0.driver == nil && $0.query == nil && $0.jumpedTo == tea } != nil)
      #expect(watcher.ask(.now)?.isDone == true)
    }
  }

  @Test func `garbage is refused, and the conversation goes on`() async throws {
    try await onThread {
      let app = LiveApp()
      let client = try app.client()
      for garbage in [
        "{", "{}", "[1]", #"{"id":7,"do":"fly"}"#, #"{"id":7,"do":"jump"}"#, "\u{0}\u{FFFD}", String(repeating: "[", count: 60_000),
      ] {
        client.send(Array((garbage + "\n").utf8))
        #expect(client.next { if case .refused(let id, _, _) = $0 { id == 7 || id == 0 } else { nil } } == true, "\(garbage.prefix(20))")
      }
      #expect(client.ask(.status) == .status)
      let stranger = try TestClient(app.log, greeting: ["hello": 1])
      #expect(stranger.end())
      let flood = try TestClient(app.log, greeting: .string(String(repeating: "a", count: 100_000)))
      #expect(flood.end())
      // A long line takes time that the breakpoint of another client does not have.
      #expect(client.ask(.arm(query: "cart.total < 0"))?.isDone == true)
      let watcher = try app.client(named: "watcher")
      watcher.send(Array(String(repeating: "[", count: 100_000).utf8))
      #expect(watcher.end())
      client.send(Array((String(repeating: "[", count: 100_000) + "\n").utf8))
      #expect(client.ask(.disarm)?.isDone == true)
    }
  }

  @Test func `on loopback, a token is needed`() async throws {
    try await onThread {
      let app = LiveApp(LiveOptions(place: .loopback))
      #expect(try app.client().ask(.status) == .status)
      for token in [nil, "", "guessed"] as [String?] {
        let stranger = try TestClient(app.log, greeting: LiveGreeting.client(name: "stranger", token: token).json)
        #expect(stranger.end())
      }
      app.live.close()
      #expect(LiveAddress.find(besideLog: app.log) == nil)
    }
  }

  @Test func `a long path has a socket elsewhere, which the file beside the log names`() async throws {
    try await onThread {
      let folder = NSTemporaryDirectory() + String(repeating: "long", count: 30) + "-\(UInt64.random(in: 0 ... .max))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let recorder = Recorder(to: folder + "/log.jsonl")
      let live = LiveSession(recorder, inReleaseBuilds: true)
      #expect(try TestClient(folder + "/log.jsonl").ask(.status) == .status)
      live.close()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["log.jsonl"])
    }
  }

  @Test func `a session that is off has no file, and is told nothing`() throws {
    let live = LiveSession(.disabled, inReleaseBuilds: true)
    #expect(!live.isListening && live.path == nil)
    let memory = LiveSession(Recorder(writingTo: MemorySink()), inReleaseBuilds: true)
    #expect(!memory.isListening)
    let store = Store(initial: 0, reducer: { (count: inout Int, added: Int) in count += added })
    live.attach(store)
    live.attach("number", get: { 1 }, set: { _ in })
    live.hold("number") { store.dispatch(1) }
    live.close()
    #expect(store.state == 1)
  }

  @Test func `a session ends with its last reference, and a new one takes its place`() async throws {
    try await onThread {
      let app = LiveApp()
      let client = try app.client()
      _ = client.status()
      app.live.close()
      #expect(client.end())
      #expect(!app.live.isListening && app.live.path == nil)
      #expect(throws: TestClient.NoSession.self) { try app.client() }
      do {
        let second = LiveSession(app.recorder, inReleaseBuilds: true)
        second.attach(app.cart)
        _ = app.add("tea", 5)
        let client = try app.client()
        #expect(client.ask(.jump(to: app.last, states: [:]))?.isDone == true)
      }
      #expect(LiveAddress.find(besideLog: app.log) == nil)
    }
  }

  @Test func `a new session of a recorder ends the one before it`() async throws {
    try await onThread {
      let app = LiveApp()
      let client = try app.client()
      _ = client.status()
      let second = LiveSession(app.recorder, inReleaseBuilds: true)
      #expect(client.end())
      #expect(!app.live.isListening && second.isListening)
      app.live.close()
      #expect(try app.client().ask(.status) == .status)
    }
  }

  @Test func `a file of the user's is left where it is`() throws {
    let app = LiveApp()
    app.live.close()
    let path = LiveAddress.path(besideLog: app.log)
    try Data("notes".utf8).write(to: URL(fileURLWithPath: path))
    #expect(!LiveSession(app.recorder, inReleaseBuilds: true).isListening)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "notes")
  }

  @Test(.timeLimit(.minutes(1))) func `a session that ends in a reducer does not wait for it`() async throws {
    try await onThread {
      let app = LiveApp()
      let store = Store(
        initial: 0,
        reducer: { [live = app.live] (count: inout Int, added: Int) in
          live.close()
          count += added
        }, recording: app.recorder.store("closing"))
      app.live.attach(store, isolation: nil)
      store.dispatch(1)
      #expect(store.state == 1 && !app.live.isListening)
    }
  }
}

@MainActor private final class Model {
  var count = 0

  func set(_ count: Int) {
    MainActor.preconditionIsolated()
    self.count = count
  }
}

@globalActor private actor BusyActor {
  static let shared = BusyActor()
}

struct IsolationTests {
  @Test @MainActor func `a store of the main actor is set there`() async throws {
    let app = LiveApp()
    let model = Model()
    let tap = app.recorder.store("model", state: 0)
    app.live.attach("model", get: { model.count }, set: { model.set($0) }, send: { (added: Int) in model.set(model.count + added) })
    tap.record("count", state: { model.count }) { model.count = 1 }
    let first = app.last
    tap.record("count", state: { model.count }) { model.count = 2 }
    try await onThread {
      let client = try app.client()
      #expect(client.ask(.jump(to: first, states: [:]))?.isDone == true)
      #expect(client.ask(.dispatch(store: "model", action: 5))?.isDone == true)
    }
    #expect(model.count == 6)
  }

  @BusyActor private static func attach(_ app: LiveApp, _ number: Locked<Int>) -> StoreTap {
    app.live.attach("busy", get: { number.withLock { $0 } }, set: { new in number.withLock { $0 = new } })
    return app.recorder.store("busy", state: 0)
  }

  @BusyActor private static func wait(_ begun: DispatchSemaphore, _ end: DispatchSemaphore) {
    begun.signal()
    _ = end.wait(timeout: .now() + 60)
  }

  @Test func `a command for an actor that does not answer is refused, and never done`() async throws {
    var options = LiveApp.options
    options.longestWait = .milliseconds(50)
    let (app, number) = (LiveApp(options), Locked(7))
    let tap = await Self.attach(app, number)
    let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let busy = Task.detached { await Self.wait(begun, end) }
    try await onThread {
      begun.wait()
      let client = try app.client()
      let last = app.last
      #expect(
        client.ask(.jump(to: last, states: [:]))?.reason == "nothing was done: the actor of 'busy' does not answer")
      #expect(app.last == last)
      end.signal()
    }
    await busy.value
    await Self.free()
    #expect(number.withLock { $0 } == 7)
    withExtendedLifetime(tap) {}
  }

  @Test func `what an actor has not begun in time never runs`() async throws {
    let (begun, end, hasRun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Locked(false))
    let busy = Task.detached { await Self.wait(begun, end) }
    try await onThread {
      begun.wait()
      let result: Void? = Isolation(actor: BusyActor.shared).run(within: .milliseconds(10)) { hasRun.withLock { $0 = true } }
      #expect(result == nil)
      end.signal()
    }
    await busy.value
    await Self.free()
    #expect(!hasRun.withLock { $0 })
  }

  @BusyActor private static func free() {}
}
