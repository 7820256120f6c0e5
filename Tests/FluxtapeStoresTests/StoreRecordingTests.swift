import Fluxtape
import FluxtapeLocking
import FluxtapeStores
import Testing

/// The log of a recorded store.
struct StoreRecordingTests {
  struct Basket: Sendable, Equatable, Encodable {
    var items: [String] = []
    var isLoading = false
  }

  enum BasketAction: Sendable, Equatable {
    case fetchTapped
    case fetched([String])
    case itemAdded(String)
    case left
  }

  @Sendable static func reduce(_ basket: inout Basket, _ action: BasketAction) {
    switch action {
    case .fetchTapped: basket.isLoading = true
    case .fetched(let items): basket = Basket(items: items)
    case .itemAdded(let item): basket.items.append(item)
    case .left: basket.isLoading = false
    }
  }

  private let clock = VirtualClock()
  private let sink = MemorySink()
  private let recorder: Recorder

  init() {
    let clock = clock
    let context = RecordingContext(run: "run", start: 0, clock: { clock.now.microseconds }, digestKey: DigestKey(low: 1, high: 2))
    recorder = Recorder(writingTo: sink, context: context)
  }

  /// The log without its header.
  private var lines: [String] { sink.text.split(separator: "\n").dropFirst().map(String.init) }

  private func basketStore(middleware: [Middleware<Basket, BasketAction>] = []) -> Store<Basket, BasketAction> {
    Store(
      initial: Basket(),
      reducer: Self.reduce,
      middleware: middleware,
      effects: { [clock] action, _ in
        switch action {
        case .fetchTapped:
          .run(id: "fetch", fileID: "Shop/Basket.swift", line: 9) { dispatch in
            try await clock.sleep(for: .milliseconds(80))
            dispatch(.fetched(["林檎"]))
          }
        case .left: .cancel(id: "fetch")
        default: .none
        }
      },
      runner: clock,
      recording: recorder.store("basket")
    )
  }

  @Test func `one argument records actions, places, states, effects with their ends, causes and the end of the store`() async {
    var store: Store? = basketStore()
    store?.dispatch(.fetchTapped, fileID: "Shop/Main.swift", line: 1)
    await clock.run()
    store?.dispatch(.fetchTapped, fileID: "Shop/Main.swift", line: 2)
    await clock.advance(by: .milliseconds(20))
    store?.dispatch(.left, fileID: "Shop/Main.swift", line: 3)
    await clock.run()
    store = nil
    recorder.close()
    let type = "StoreRecordingTests.BasketAction"
    #expect(
      lines == [
        #"{"t":0,"store":"basket","type":"@@STATE","state":{"items":[],"isLoading":false}}"#,
        #"{"seq":1,"t":0,"store":"basket","type":"\#(type).fetchTapped","case":"fetchTapped","site":"Shop/Main.swift:1","dur":0,"#
          + #""patch":[{"op":"replace","path":"/isLoading","value":true}]}"#,
        #"{"seq":2,"t":0,"store":"basket","type":"fetch","cause":1,"site":"Shop/Basket.swift:9","#
          + #""effect":{"id":"fetch#1","phase":"started"}}"#,
        #"{"seq":3,"t":80000,"store":"basket","type":"\#(type).fetched","case":"fetched","cause":2,"payload":{"_0":["林檎"]},"dur":0,"#
          + #""patch":[{"op":"add","path":"/items/0","value":"林檎"},{"op":"replace","path":"/isLoading","value":false}]}"#,
        #"{"seq":4,"t":80000,"store":"basket","type":"fetch","cause":2,"site":"Shop/Basket.swift:9","#
          + #""effect":{"id":"fetch#1","phase":"finished"},"dur":80000,"reduced":false}"#,
        #"{"seq":5,"t":80000,"store":"basket","type":"\#(type).fetchTapped","case":"fetchTapped","site":"Shop/Main.swift:2","dur":0,"#
          + #""patch":[{"op":"replace","path":"/isLoading","value":true}]}"#,
        #"{"seq":6,"t":80000,"store":"basket","type":"fetch","cause":5,"site":"Shop/Basket.swift:9","#
          + #""effect":{"id":"fetch#2","phase":"started"}}"#,
        #"{"seq":7,"t":100000,"store":"basket","type":"\#(type).left","case":"left","site":"Shop/Main.swift:3","dur":0,"#
          + #""patch":[{"op":"replace","path":"/isLoading","value":false}]}"#,
        #"{"seq":8,"t":100000,"store":"basket","type":"fetch","cause":6,"site":"Shop/Basket.swift:9","#
          + #""effect":{"id":"fetch#2","phase":"cancelled"},"dur":20000,"reduced":false}"#,
        #"{"seq":9,"t":100000,"store":"basket","type":"@@DEINIT","reduced":false}"#,
        #"{"seq":10,"t":100000,"end":"closed"}"#,
      ]
    )
  }

  /// `case <cause` for each record of an action.
  private var chain: [String] {
    lines.compactMap { line in
      guard line.hasPrefix(#"{"seq""#) else { return nil }
      let cause = line.firstMatch(of: /"cause":(\d+)/).map { " <\($0.1)" } ?? ""
      guard let name = line.firstMatch(of: /"case":"(\w+)"/)?.1 ?? line.firstMatch(of: /"type":"([^"]+)"/)?.1 else { return nil }
      return "\(name)\(cause)\(line.contains(#""reduced":false"#) ? " not reduced" : "")"
    }
  }

  @Test func `a dispatch from a subscriber, an effect or a middleware names the action that led to it`() async {
    let answering: Middleware<Basket, BasketAction> = { dispatch, _ in
      { next in
        { action in
          next(action)
          if action == .itemAdded("a") { dispatch(.itemAdded("b")) }
        }
      }
    }
    let store = basketStore(middleware: [answering])
    let token = store.select(\.items.count).removingDuplicates().subscribe { [weak store] count in
      if count == 2 { store?.dispatch(.fetchTapped) }
    }
    store.dispatch(.itemAdded("a"))
    await clock.run()
    store.dispatch(.left)
    withExtendedLifetime(token) {
      #expect(chain == ["itemAdded", "itemAdded <1", "fetchTapped <2", "fetch <3", "fetched <4", "fetch <4 not reduced", "left"])
    }
  }

  @Test func `an action that a middleware keeps is told as such, one that it puts in another's place is caused by that`() {
    let changing: Middleware<Basket, BasketAction> = { _, _ in
      { next in
        { action in
          switch action {
          case .left: break
          case .itemAdded: next(.fetched(["instead"]))
          default: next(action)
          }
        }
      }
    }
    let store = basketStore(middleware: [changing])
    store.dispatch(.left)
    store.dispatch(.itemAdded("a"))
    #expect(store.state.items == ["instead"])
    #expect(chain == ["left not reduced", "itemAdded", "fetched <2"])
    #expect(lines.last { $0.contains(#""seq":3"#) }?.contains(#""value":"instead""#) == true)
    #expect(lines.last { $0.contains(#""completes":2"#) }?.contains(#""reduced":false"#) == true)
  }

  @Test func `an effect without an id is no step, but its dispatch has a cause`() async {
    let store = basketStore()
    let first = Cause(run: "run", seq: 1)
    store.dispatch(.itemAdded("a"))
    Cause.with(first) { store.run { dispatch in dispatch(.itemAdded("b")) } }
    await clock.run()
    #expect(chain == ["itemAdded", "itemAdded <1"])
  }

  @Test func `each change carries the step that made it`() async {
    let store = basketStore()
    var changes = store.changes.buffering(.unbounded).makeAsyncIterator()
    store.dispatch(.fetchTapped)
    await clock.run()
    for (count, cause) in [(0, nil), (0, 1), (1, 3)] as [(Int, Int?)] {
      let change = await changes.next()
      #expect(change?.state.items.count == count)
      #expect(change?.cause?.seq == cause)
    }
  }

  @Test func `a store that makes its first state of an action begins with that, and @@INIT`() {
    let store = Store<Int, Int>(reducer: { ($1 ?? 40) + $0 }, first: 2, recording: recorder.store("sum"))
    store.dispatch(3, fileID: "Shop/Main.swift", line: 1)
    #expect(
      lines == [
        #"{"seq":1,"t":0,"store":"sum","type":"Int","payload":2,"reduced":false}"#,
        #"{"seq":2,"t":0,"store":"sum","type":"@@INIT","cause":1,"dur":0,"state":42}"#,
        #"{"seq":3,"t":0,"store":"sum","type":"Int","site":"Shop/Main.swift:1","payload":3,"dur":0,"#
          + #""patch":[{"op":"replace","path":"","value":45}]}"#,
      ]
    )
  }

  @Test func `a tap attached by hand, as to any store library, records the same but for the place`() {
    let byHand = recorder.store("counter")
    let store = Store(initial: 0, reducer: byHand.reducer(countingReducer), middleware: [byHand.middleware])
    store.dispatch(.added(2))
    #expect(
      lines == [
        #"{"t":0,"store":"counter","type":"@@STATE","state":0}"#,
        #"{"seq":1,"t":0,"store":"counter","type":"CounterAction.added","case":"added","payload":{"_0":2},"dur":0,"#
          + #""patch":[{"op":"replace","path":"","value":2}]}"#,
      ]
    )
  }

  @Test func `a store is not recorded by a recorder that is disabled, and works`() async {
    let store = Store(initial: 0, reducer: countingReducer, recording: Recorder.disabled.store("counter"))
    store.dispatch(.added(2))
    store.run(id: "fetch") { $0(.added(1)) }
    await store.settled()
    #expect(store.state == 3)
  }

  @Test func `a refused dispatch leaves no trace, and the log goes on`() async {
    let (problems, report) = AsyncStream.makeStream(of: Void.self)
    let other = Store(initial: 0, reducer: countingReducer, recording: recorder.store("other"), onProblem: { _ in report.yield() })
    let store = Store(
      initial: 0,
      reducer: { count, action in
        other.dispatch(.reset)
        countingReducer(&count, action)
      },
      recording: recorder.store("counter")
    )
    store.dispatch(.added(1))
    other.dispatch(.added(5))
    for await _ in problems { break }
    #expect(chain == ["added", "added"])
  }

  @Test func `states recorded from eight threads stand in the order of their reduction`() async {
    let store = Store(initial: 0, reducer: countingReducer, recording: recorder.store("counter"))
    await onThreads(8) { _ in
      for _ in 1...100 { store.dispatch(.added(1)) }
    }
    let values = lines.compactMap { $0.firstMatch(of: /"op":"replace","path":"","value":(\d+)/).flatMap { Int($0.1) } }
    #expect(values == Array(1...800))
  }

  @Test func `a script makes the same bytes each time`() async {
    func log() async -> String {
      let world = StoreRecordingTests()
      var store: Store? = world.basketStore()
      for step in 0..<30 {
        store?.dispatch([.fetchTapped, .itemAdded("\(step)"), .left][step * 7 % 5 % 3])
        await world.clock.advance(by: .milliseconds(step * 13 % 50))
      }
      store = nil
      await world.clock.run()
      world.recorder.close()
      return world.sink.text
    }
    let first = await log()
    #expect(first.contains(#""phase":"cancelled""#))
    #expect(first.contains("@@DEINIT"))
    for _ in 1...20 { #expect(await log() == first) }
  }
}

// MARK: - Middleware

extension StoreRecordingTests {
  @Test func `an action that a middleware passes on later has its first record as its cause`() throws {
    let kept = Locked<[@Sendable () -> Void]>([])
    let delaying: Middleware<Basket, BasketAction> = { _, _ in
      { next in { action in kept.withLock { $0.append { next(action) } } } }
    }
    let store = basketStore(middleware: [delaying])
    store.dispatch(.itemAdded("tea"), fileID: "Shop/Main.swift", line: 1)
    store.dispatch(.itemAdded("tea"), fileID: "Shop/Main.swift", line: 2)
    // Without a cause, as on a queue.
    for pass in kept.withLock({ $0 }).reversed() { Cause.with(nil) { pass() } }
    #expect(store.state.items == ["tea", "tea"])
    let causes = lines.map { $0.contains(#""cause":1"#) ? 1 : $0.contains(#""cause":2"#) ? 2 : 0 }
    #expect(causes.filter { $0 > 0 } == [2, 1])
  }
}
