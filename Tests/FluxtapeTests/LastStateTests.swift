import Dispatch
import FluxtapeJSON
import FluxtapeLibraryObjects
import FluxtapeLogReading
import Testing

@testable import Fluxtape

/// The last state of a store is in the log, though it was left out to save time; or the log says why not.
struct LastStateTests {
  /// RxSwift's stand-in in this module has the same name.
  typealias DisposeBag = FluxtapeLibraryObjects.DisposeBag

  /// Takes longer than a state may, each time it is recorded.
  struct Slow: Encodable {
    var count = 0
    let clock: ManualClock

    func encode(to encoder: any Encoder) throws {
      clock.advance(by: 1000)
      var container = encoder.singleValueContainer()
      try container.encode(count)
    }
  }

  final class Account {
    var name = "ann"
    let bag = DisposeBag(subscriptions: 3)
  }

  /// Holds objects of the app and of a library.
  struct Screen {
    var slow: Slow
    var account = Account()
    var bag: DisposeBag? = DisposeBag(subscriptions: 3)
  }

  /// A state that is an object.
  final class Model {
    var slow: Slow
    let bag = DisposeBag()

    init(_ slow: Slow) { self.slow = slow }
  }

  enum Kind: String, CaseIterable { case value, screen, model }

  /// How states come to the recorder.
  enum Way: String, CaseIterable { case reduce, reducer, returning, update, dispatch, middleware, scope, object, work }

  enum Action { case added }

  private static func recorder(_ clock: ManualClock) -> (Recorder, MemorySink) {
    var options = RecorderOptions(verification: .never)
    options.stateTimePerAction = .microseconds(1)
    return Recorder.inMemory(options: options, clock: clock)
  }

  private final class Owner<State> {
    var state: State
    init(_ state: State) { self.state = state }
  }

  /// Changes a state twenty times. Returns what has to live until the recording ends.
  private static func run<State>(
    _ way: Way, on owner: Owner<State>, _ recorder: Recorder, _ count: @escaping (inout State) -> Void
  ) async -> Any {
    let tap = recorder.store("s")
    func times(_ body: () -> Void) { for _ in 0..<20 { body() } }
    switch way {
    case .reduce: times { tap.reduce(Action.added, into: &owner.state) { state, _ in count(&state) } }
    case .reducer:
      let reduce = tap.reducer { (state: inout State, _: Action) in count(&state) }
      times { reduce(&owner.state, .added) }
    case .returning:
      let reduce = tap.reducer { (_: Action, state: State?) -> State in
        var next = state ?? owner.state
        count(&next)
        return next
      }
      times { owner.state = reduce(.added, owner.state) }
    case .update:
      let update = tap.update({ (state: State, _: Action) -> State? in
        var next = state
        count(&next)
        return next
      }) { $0 }
      times { owner.state = update(owner.state, .added) ?? owner.state }
    case .dispatch: times { tap.record(action: Action.added, state: { owner.state }) { count(&owner.state) } }
    case .middleware:
      let dispatch = tap.middleware({ (_: Action) in }, { [weak owner] in owner?.state })({ _ in count(&owner.state) })
      times { dispatch(.added) }
      return dispatch
    case .scope: times { tap.record("add", state: { owner.state }) { count(&owner.state) } }
    case .object:
      let tap = recorder.store("s#2", of: owner) { $0.state }
      times { tap.record("add") { count(&owner.state) } }
      return tap
    case .work:
      let tap = recorder.store("s#2", of: owner) { $0.state }
      for _ in 0..<20 { await tap.record("add") { () async in count(&owner.state) } }
      return tap
    }
    return tap
  }

  private static func run(_ way: Way, _ kind: Kind, _ recorder: Recorder, _ clock: ManualClock) async -> (owner: AnyObject, held: Any) {
    let slow = Slow(clock: clock)
    switch kind {
    case .value:
      let owner = Owner(slow)
      return (owner, await run(way, on: owner, recorder) { $0.count += 1 })
    case .screen:
      let owner = Owner(Screen(slow: slow))
      return (owner, await run(way, on: owner, recorder) { $0.slow.count += 1 })
    case .model:
      let owner = Owner(Model(slow))
      return (owner, await run(way, on: owner, recorder) { $0.slow.count += 1 })
    }
  }

  /// The number in the last state that the log has, and in the one before.
  private static func counts(_ log: RecordedLog) throws -> [JSONValue?] {
    let store = log.actions.last { $0.type != "@@DEINIT" }?.store ?? ""
    return try log.states(of: store).suffix(2).map { $0.state["slow"] ?? $0.state }
  }

  @Test(arguments: Way.allCases, Kind.allCases) func `it is told when the recorder closes`(way: Way, kind: Kind) async throws {
    let clock = ManualClock()
    let (recorder, sink) = Self.recorder(clock)
    let kept = await Self.run(way, kind, recorder, clock)
    #expect(try RecordedLog(sink).actions.last?.outcome.omitted == "sampled")
    recorder.close()
    let log = try RecordedLog(sink)
    #expect(try Self.counts(log).last == 20)
    #expect(log.actions.last?.type == "@@STATE")
    #expect(!sink.text.contains("lastState"))
    withExtendedLifetime(kept) {}
  }

  @Test(arguments: Way.allCases.filter { $0 != .object && $0 != .work }, Kind.allCases)
  func `it is told when the store goes`(way: Way, kind: Kind) async throws {
    let clock = ManualClock()
    let (recorder, sink) = Self.recorder(clock)
    let owner = await Self.run(way, kind, recorder, clock).owner
    let log = try RecordedLog(sink)
    #expect(try Self.counts(log).last == 20)
    #expect(log.actions.last?.type == "@@DEINIT")
    withExtendedLifetime(owner) {}
  }

  @Test(arguments: Way.allCases) func `where it must not be read, the log says so`(way: Way) async throws {
    let clock = ManualClock()
    let (recorder, sink) = Self.recorder(clock)
    let kept = await Self.run(way, .screen, recorder, clock)
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        recorder.close()
        done.resume()
      }
    }
    #expect(sink.text.contains(#""problem":{"kind":"lastState","store":"s"#))
    #expect(try Self.counts(RecordedLog(sink)).last != 20)
    withExtendedLifetime(kept) {}
  }

  @Test func `a state that is too large is told to be missing`() throws {
    var options = RecorderOptions()
    options.limits.stateBytes = 10
    let (recorder, sink) = Recorder.inMemory(options: options)
    let tap = recorder.store("s")
    var state = "a"
    tap.reduce(Action.added, into: &state) { state, _ in state = "a rather long text" }
    recorder.close()
    #expect(sink.text.contains("'limits.stateBytes'") && sink.text.contains(#""kind":"lastState""#))
  }
}

// MARK: - Objects

extension LastStateTests {
  /// Whether an object lives.
  private final class Seen {
    private(set) weak var object: AnyObject?
    init(_ object: AnyObject?) { self.object = object }
  }

  @Test func `an object lives no longer than its state, though that was left out`() throws {
    let clock = ManualClock()
    let (recorder, _) = Self.recorder(clock)
    let tap = recorder.store("s")
    var screen = Screen(slow: Slow(clock: clock))
    for _ in 0..<20 { tap.reduce(Action.added, into: &screen) { screen, _ in screen.slow.count += 1 } }
    let bag = Seen(screen.bag)
    tap.reduce(Action.added, into: &screen) { screen, _ in
      screen.bag = nil
      // The old one goes when the reducer says so.
      #expect(bag.object == nil)
    }
    let account = Seen(screen.account)
    screen = Screen(slow: Slow(clock: clock))
    recorder.close()
    #expect(account.object == nil)
  }

  @Test func `a model that has its own tap goes when the app lets it go`() {
    let clock = ManualClock()
    let (recorder, _) = Self.recorder(clock)
    final class Screen {
      var slow: Slow
      var tap: StoreTap?
      init(_ slow: Slow) { self.slow = slow }
    }
    var screen: Screen? = Screen(Slow(clock: clock))
    screen?.tap = recorder.store("s")
    for _ in 0..<20 {
      guard var state = screen else { return }
      screen?.tap?.reduce(Action.added, into: &state) { $0.slow.count += $1 == .added ? 1 : 0 }
    }
    let seen = Seen(screen)
    screen = nil
    #expect(seen.object == nil)
  }

  @Test func `lists are not copied while their states are left out`() {
    let clock = ManualClock()
    let (recorder, _) = Self.recorder(clock)
    struct State {
      var slow: Slow
      var list = [Int](repeating: 0, count: 1000)
    }
    let tap = recorder.store("s")
    var state = State(slow: Slow(clock: clock))
    var places: Set<UInt> = []
    for number in 0..<20 {
      tap.reduce(Action.added, into: &state) { state, _ in
        state.list[number] = 1
        places.insert(unsafe state.list.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
      }
    }
    // Copied only where the log keeps the state before.
    #expect(places.count <= 3)
  }
}

// MARK: - Actors

extension LastStateTests {
  private actor Counter {
    var count = 0
    private(set) var tap = ObjectTap<Counter>.disabled

    func attach(to recorder: Recorder) { tap = recorder.store("counter", of: self) { $0.count } }
    func add() { tap.record("add") { count += 1 } }
    func addSilently() { count += 1 }
    func tell() { tap.changed() }
    func receive() { tap.tap("received")(1) }
    func work(_ body: () async -> Void) async { await tap.record("work") { await body() } }
  }

  @Test func `of an actor whose state is in the log nothing is said`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let counter = Counter()
    await counter.attach(to: recorder)
    await counter.add()
    await counter.addSilently()
    await counter.tell()
    recorder.close()
    #expect(try RecordedLog(sink).states(of: "counter").last?.state == 2)
    #expect(!sink.text.contains("lastState"), "\(sink.text)")
  }

  @Test func `of an actor that has been told of something since, or works, the last state is not certain`() async {
    let (recorder, sink) = Recorder.inMemory()
    let (counter, worker) = (Counter(), Counter())
    for counter in [counter, worker] { await counter.attach(to: recorder) }
    await counter.add()
    await counter.receive()
    await worker.work { recorder.close() }
    #expect(sink.text.contains("the last state of 'counter', 'counter#2' may be newer than the log"), "\(sink.text)")
  }
}
