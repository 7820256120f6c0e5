import FluxtapeLocking
import FluxtapeStores
import Testing

struct SubscriptionTests {
  private let store = Store(initial: 0, reducer: countingReducer)
  private let trace = Trace<String>()

  @Test func `begins with the present state and goes on with each later one, repeats too`() {
    let token = store.subscribe { [trace] in trace.note("\($0)") }
    store.dispatch(.added(1))
    store.dispatch(.added(0))
    withExtendedLifetime(token) { #expect(trace.entries == ["0", "1", "1"]) }
  }

  @Test func `ends when it is cancelled, and when its token is released`() {
    let cancelled = store.subscribe { [trace] in trace.note("cancelled \($0)") }
    var released: Subscription? = store.subscribe { [trace] in trace.note("released \($0)") }
    cancelled.cancel()
    cancelled.cancel()
    withExtendedLifetime(released) {}
    released = nil
    store.dispatch(.added(1))
    #expect(trace.entries == ["cancelled 0", "released 0"])
  }

  @Test func `one that is cancelled by an earlier subscriber is not told of that state`() {
    let later = Locked<Subscription?>(nil)
    let first = store.subscribe { [trace] count in
      trace.note("first \(count)")
      if count == 1 { later.withLock { $0 }?.cancel() }
    }
    let second = store.subscribe { [trace] in trace.note("second \($0)") }
    later.withLock { $0 = second }
    store.dispatch(.added(1))
    store.dispatch(.added(1))
    withExtendedLifetime(first) { #expect(trace.entries == ["first 0", "second 0", "first 1", "first 2"]) }
  }

  @Test func `one may cancel itself`() {
    let own = Locked<Subscription?>(nil)
    let token = store.subscribe { [trace] count in
      trace.note("\(count)")
      if count == 1 { own.withLock { $0 }?.cancel() }
    }
    own.withLock { $0 = token }
    store.dispatch(.added(1))
    store.dispatch(.added(1))
    #expect(trace.entries == ["0", "1"])
  }

  @Test func `one that begins during a notification is told the new state once`() {
    let added = Trace<Subscription>()
    let first = store.subscribe { [trace, weak store] count in
      trace.note("first \(count)")
      guard let store, count == 1 else { return }
      added.note(store.subscribe { trace.note("added \($0)") })
      trace.note("subscribed")
    }
    let last = store.subscribe { [trace] in trace.note("last \($0)") }
    store.dispatch(.added(1))
    store.dispatch(.added(1))
    withExtendedLifetime((first, last)) {
      #expect(
        trace.entries == [
          "first 0", "last 0", "first 1", "added 1", "subscribed", "last 1", "first 2", "last 2", "added 2",
        ]
      )
    }
  }

  @Test func `one that outlives its store is told nothing more`() {
    var short: Store? = Store(initial: 0, reducer: countingReducer)
    let token = short?.subscribe { [trace] in trace.note("\($0)") }
    let selection = short?.select(\.self)
    short = nil
    let late = selection?.subscribe { [trace] in trace.note("late \($0)") }
    withExtendedLifetime((token, late)) { #expect(trace.entries == ["0"]) }
  }
}

struct SelectionTests {
  struct Cart: Sendable, Equatable {
    var items: [String] = []
    var note: Note? = nil

    struct Note: Sendable, Equatable {
      var text: String
    }
  }

  enum CartAction: Sendable {
    case itemAdded(String)
    case noteWritten(String?)
  }

  private let store = Store<Cart, CartAction>(
    initial: Cart(),
    reducer: { cart, action in
      switch action {
      case .itemAdded(let item): cart.items.append(item)
      case .noteWritten(let text): cart.note = text.map(Cart.Note.init)
      }
    }
  )

  @Test func `a part is chosen by key path or closure, in one step or several`() {
    let trace = Trace<String>()
    let tokens = [
      store.select(\.items.count).subscribe { trace.note("path \($0)") },
      store.select { $0.items.last ?? "none" }.subscribe { trace.note("closure \($0)") },
      store.select(\.items).select(\.isEmpty).subscribe { trace.note("steps \($0)") },
    ]
    store.dispatch(.itemAdded("林檎"))
    withExtendedLifetime(tokens) {
      #expect(trace.entries == ["path 0", "closure none", "steps true", "path 1", "closure 林檎", "steps false"])
    }
  }

  @Test func `repeats are skipped where that is asked for`() {
    let all = Trace<Int>()
    let distinct = Trace<Int>()
    let tokens = [
      store.select(\.items.count).subscribe { all.note($0) },
      store.select(\.items.count).removingDuplicates().subscribe { distinct.note($0) },
    ]
    store.dispatch(.noteWritten("gift"))
    store.dispatch(.itemAdded("p7"))
    store.dispatch(.noteWritten(nil))
    withExtendedLifetime(tokens) {
      #expect(all.entries == [0, 0, 1, 1])
      #expect(distinct.entries == [0, 1])
    }
  }

  @Test func `nil is a value like any other`() {
    let trace = Trace<String?>()
    let token = store.select(\.note?.text).removingDuplicates().subscribe { trace.note($0) }
    for text in [nil, "a", "a", nil, nil, "b"] { store.dispatch(.noteWritten(text)) }
    withExtendedLifetime(token) { #expect(trace.entries == [nil, "a", nil, "b"]) }
  }

  @Test func `what counts as the same may be given, and each is compared with the last one told`() {
    let trace = Trace<Int>()
    let token = store.select(\.items.count).removingDuplicates { $1 < $0 + 2 }.subscribe { trace.note($0) }
    for item in 1...5 { store.dispatch(.itemAdded("\(item)")) }
    withExtendedLifetime(token) { #expect(trace.entries == [0, 2, 4]) }
  }

  @Test func `two subscriptions of one selection do not share what they remember`() {
    let trace = Trace<String>()
    let counts = store.select(\.items.count).removingDuplicates()
    let first = counts.subscribe { trace.note("first \($0)") }
    let second = counts.subscribe { trace.note("second \($0)") }
    store.dispatch(.itemAdded("p7"))
    withExtendedLifetime((first, second)) { #expect(trace.entries == ["first 0", "second 0", "first 1", "second 1"]) }
  }
}
