import Fluxtape
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLiveWire
import FluxtapeLocking
import FluxtapeLog
import FluxtapeRandomCases
import FluxtapeStores
import Foundation
import Testing

@testable import FluxtapeLive

/// Clients that come and go, die in the middle of a command, and send garbage, while the app dispatches.
///
/// `FLUXTAPE_CLIENTS` says how many. If it is set, nothing else runs in the process: then times and open files are looked at, too.
struct LiveStressTests {
  private static let wanted = ProcessInfo.processInfo.environment["FLUXTAPE_CLIENTS"].flatMap { Int($0) }

  @Test func `no client stalls the app, or makes the log lose anything`() async throws {
    try await onThread {
      let app = LiveApp()
      let files = Self.openFiles
      let turns = DispatchSemaphore(value: 0)
      let dispatching = Self.dispatching(app, turns)
      var random = SplitMix64(seed: 48)
      let count = Self.wanted ?? 300
      for number in 0..<count {
        let client = try Self.connect(app)
        switch number % 10 {
        case 0: client.send(Array(Self.command(&random, app).json(id: 1).bytes.prefix(Int.random(in: 1...12, using: &random))))
        case 1: client.send(Self.command(&random, app))
        case 2:
          for _ in 0..<5 { client.send(Self.garbage(&random, app)) }
          #expect(client.ask(.status) == .status)
        case 3: #expect(client.ask(.status) == .status)
        default: break
        }
        turns.signal()
      }
      Self.isOver.withLock { $0 = true }
      turns.signal()
      let (dispatched, slowest) = dispatching()
      app.live.close()
      let history = try app.history()
      let own = history.rows.filter { $0.type == "CounterAction.added" && $0.cause == nil }
      #expect(own.count == dispatched)
      #expect(history.rows.allSatisfy { $0.kind != .gap && $0.kind != .badLine })
      #expect(app.recorder.failure == nil)
      guard Self.wanted != nil else { return }
      print("note: \(count) clients, \(dispatched) actions, the slowest took \(slowest)")
      #expect(slowest < .milliseconds(100))
      #expect(Self.openFiles <= files)
    }
  }

  private static let isOver = Locked(false)

  /// Dispatches some actions for each turn on another thread. Returns what waits for its end, and tells how many they were and how long the
  /// slowest one took.
  private static func dispatching(_ app: LiveApp, _ turns: DispatchSemaphore) -> () -> (Int, Duration) {
    let result = Locked((count: 0, slowest: Duration.zero))
    let done = DispatchSemaphore(value: 0)
    Thread {
      while true {
        turns.wait()
        if isOver.withLock({ $0 }) { return _ = done.signal() }
        for _ in 0..<5 {
          let start = ContinuousClock.now
          app.counter.dispatch(.added(1))
          let took = start.duration(to: .now)
          result.withLock { $0 = ($0.count + 1, max($0.slowest, took)) }
        }
      }
    }.start()
    return {
      done.wait()
      return result.withLock { $0 }
    }
  }

  /// The queue of connections may be full for a moment.
  private static func connect(_ app: LiveApp) throws -> TestClient {
    while true {
      do { return try app.client() } catch let failure as LiveSocket.Failure where failure.code == EAGAIN { continue }
    }
  }

  private static func command(_ random: inout SplitMix64, _ app: LiveApp) -> LiveCommand {
    let step = Int.random(in: -1...(app.last + 2), using: &random)
    let commands: [LiveCommand] = [
      .jump(to: step, states: [:]), .jump(to: step, states: ["cart": ["items": [], "total": 1]]), .now, .lock, .unlock, .drop,
      .repeatStep(step),
      .dispatch(store: "cart", action: ["emptied": [:]]), .skip(step), .replay(from: step), .arm(query: "is:slow"), .disarm, .resume,
      .verdict(step: step, pauses: true), .status,
    ]
    return commands.randomElement(using: &random) ?? .status
  }

  /// A command of which some bytes are others.
  private static func garbage(_ random: inout SplitMix64, _ app: LiveApp) -> [UInt8] {
    var bytes = command(&random, app).json(id: 2).bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    return bytes + [UInt8(ascii: "\n")]
  }

  private static var openFiles: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 0 }
}
