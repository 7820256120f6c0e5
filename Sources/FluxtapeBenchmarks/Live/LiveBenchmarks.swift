import Fluxtape
import FluxtapeJSON
import FluxtapeLive
import FluxtapeLiveWire
import FluxtapeStores
import Foundation

/// The rows of `benchmarks live`.
enum LiveBenchmarks {
  static let all = [idle, jump]

  /// Microseconds that an attached session may add to an action.
  private static let allowed = 2.0

  private static let idle = Benchmark(
    name: "idle", what: "an action of a store that is attached to a session", target: .added(milliseconds: allowed / 1000),
    contains: """
      Ours: one dispatch to a recorded Store of a few numbers, attached to a session without clients. Baseline: the same without a session.
      """,
    build: .optimized,
    measure: { setting in
      let (plain, attached) = (
        try ShelvedStore(setting, shelves: 1, items: 4), try ShelvedStore(setting, shelves: 1, items: 4, isLive: true)
      )
      defer { [plain, attached].forEach { $0.close() } }
      let (baseline, ours) = (plain.dispatching, attached.dispatching)
      let calls = (try baseline.callsPerSample(), try ours.callsPerSample())
      let pairs = try (0..<setting.rounds).map { _ in
        (baseline: try baseline.secondsPerCall(calls.0), ours: try ours.secondsPerCall(calls.1))
      }
      let added = pairs.map { $0.ours - $0.baseline }.median ?? .nan
      return Measurement(
        ours: .seconds(pairs.map(\.ours).median ?? .nan), baseline: .seconds(pairs.map(\.baseline).median ?? .nan),
        ratio: added * 1_000_000 / allowed)
    },
    profile: { setting, calls in
      let store = try ShelvedStore(setting, shelves: 1, items: 4, isLive: true)
      defer { store.close() }
      for _ in 0..<calls { try store.dispatching.run() }
    })

  private static let jump = Benchmark.within(
    "jump", "a jump to one of 1,000 kept steps of a state of 1 MB", seconds: 0.05,
    contains: """
      Ours: from the command on the socket until the store's subscriber is called with the state; 100 lists of 100 items, of which each action \
      changes one. Baseline: 50 ms.
      """
  ) { setting in
    let store = try ShelvedStore(setting, shelves: 100, items: 100, isLive: true)
    defer { store.close() }
    return try store.jumps(count: 40)
  }
}

/// A recorded store with lists, for jumps.
private final class ShelvedStore: Sendable {
  struct Shelves: Codable, Sendable {
    var shelves: [[Item]]
    var changes = 0
  }

  struct Item: Codable, Sendable {
    var name: String
    var count = 0
    var note = String(repeating: "a note about the item ", count: 3)
  }

  enum Change: Codable, Sendable { case counted(shelf: Int, item: Int) }

  private let path: String
  private let recorder: Recorder
  private let store: Store<Shelves, Change>
  private let live: LiveSession?
  private let sizes: (shelves: Int, items: Int)

  init(_ setting: Setting, shelves: Int, items: Int, isLive: Bool = false) throws {
    path = setting.folder.path("live.jsonl")
    sizes = (shelves, items)
    var options = RecorderOptions()
    options.stateTimePerAction = .zero
    recorder = Recorder(to: path, options: options)
    let state = Shelves(shelves: (0..<shelves).map { shelf in (0..<items).map { Item(name: "item \(shelf)/\($0)") } })
    store = Store(
      initial: state,
      reducer: { state, change in
        guard case .counted(let shelf, let item) = change else { return }
        state.shelves[shelf][item].count += 1
        state.changes += 1
      }, recording: recorder.store("shelves"))
    live = isLive ? LiveSession(recorder, inReleaseBuilds: true) : nil
    live?.attach(store)
  }

  func close() {
    live?.close()
    recorder.close()
    try? FileManager.default.removeItem(atPath: path)
  }

  var dispatching: Contender {
    var number = 0
    return Contender { [self] in
      store.dispatch(.counted(shelf: number % sizes.shelves, item: number / 7 % sizes.items))
      number += 1
    }
  }

  /// Seconds from a command to the subscriber, for steps all over the kept ones.
  func jumps(count: Int) throws -> [Double] {
    for number in 0..<1100 { store.dispatch(.counted(shelf: number % sizes.shelves, item: number * 7 % sizes.items)) }
    let called = DispatchSemaphore(value: 0)
    let token = store.subscribe { _ in called.signal() }
    called.wait()
    guard let address = LiveAddress.find(besideLog: path) else { throw BenchmarkError("the session does not listen") }
    let socket = try LiveSocket.connected(to: address)
    func say(_ json: JSONValue) { _ = socket.send((json.bytes + [UInt8(ascii: "\n")])[...]) }
    say(LiveGreeting.client(name: "benchmarks", token: nil).json)
    let samples = try (0..<count).map { number in
      let start = ContinuousClock.now
      say(LiveCommand.jump(to: 1100 - number * 397 % 900, states: [:]).json(id: number))
      guard called.wait(timeout: .now() + 10) == .success else { throw BenchmarkError("a jump was not done within 10 s") }
      return start.duration(to: .now) / .seconds(1)
    }
    return withExtendedLifetime((token, socket)) { samples }
  }
}
