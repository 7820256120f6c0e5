import Fluxtape
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

// The code on the page "Attach to any store" about stores with reducers, word for word. Stand-ins for the types of a library have the same
// functions.

private struct Cart: Encodable { var items: [String] = [] }
private enum CartAction { case itemAdded(String), emptied }

private func change(_ cart: inout Cart, _ action: CartAction) {
  switch action {
  case .itemAdded(let item): cart.items.append(item)
  case .emptied: cart.items = []
  }
}

struct ReducerSnippets {
  let sink = MemorySink()
  let recorder: Recorder

  init() { recorder = Recorder(writingTo: sink, context: .fixed()) }

  /// `step store type cause` of all records.
  private func summary() throws -> [String] { try RecordedLog(sink).summary }
  private func states(of store: String) throws -> [JSONValue] { try RecordedLog(sink).states(of: store).map(\.state) }
}

// MARK: - ReSwift

private typealias Store = ReSwiftStore
private struct AppState: Encodable { var count = 0 }
private struct CountUp: ReSwiftAction {}

private func appReducer(_ action: any ReSwiftAction, _ state: AppState?) -> AppState {
  AppState(count: (state?.count ?? -1) + 1)
}

extension ReducerSnippets {
  @Test func `ReSwift`() throws {
    let thunk: ReSwiftMiddleware<AppState> = createThunkMiddleware()
    let app = recorder.store("app")
    let store = Store(reducer: app.reducer(appReducer), state: nil, middleware: [app.middleware, thunk])
    store.dispatch(CountUp())
    #expect(try summary() == ["1 app ReSwiftInit", "2 app @@INIT <1", "3 app CountUp"])
    #expect(try states(of: "app") == [["count": 0], ["count": 1]])
  }

  @Test func `ReSwift-Thunk`() throws {
    let app = recorder.store("app")
    let store = Store(
      reducer: app.reducer(appReducer), state: nil, middleware: [app.middleware, app.keepingCauses(createThunkMiddleware())])
    var answers: [() -> Void] = []
    for _ in 1...2 { store.dispatch(Thunk<AppState> { dispatch, _ in answers.append { dispatch(CountUp()) } }) }
    answers.reversed().forEach { $0() }
    #expect(
      try summary() == [
        "1 app ReSwiftInit", "2 app @@INIT <1", "3 app Thunk<AppState>", "4 app Thunk<AppState>", "5 app CountUp <4", "6 app CountUp <3",
      ])
  }

  @Test func `rxThunk`() throws {
    let (app, server) = (recorder.store("app"), PublishSubject<any ReSwiftAction>())
    let rxThunk = rxThunkMiddleware(of: AppState.self)
    let store = Store(reducer: app.reducer(appReducer), state: nil, middleware: [app.middleware, app.keepingCauses(rxThunk)])
    store.dispatch(LoadCount(answers: server))
    server.onNext(CountUp())
    #expect(try summary().dropFirst(2) == ["3 app LoadCount", "4 app CountUp <3"])
  }

  @MainActor @Test func `ReSwift's shape on the main actor`() throws {
    typealias Store = MainActorStore
    let app = recorder.store("app")
    let store = Store(reducer: app.reducer(appReducer), state: nil, middleware: [app.middleware])
    store.dispatch(CountUp())
    #expect(try summary() == ["1 app ReSwiftInit", "2 app @@INIT <1", "3 app CountUp"])
    #expect(try RecordedLog(sink).actions.allSatisfy { $0.site == nil })
    #expect(try states(of: "app") == [["count": 0], ["count": 1]])
  }
}

/// A stand-in for `SingleAction` of rxThunk, which has a `Single<Action>`.
private protocol SingleAction: ReSwiftAction {
  var answers: PublishSubject<any ReSwiftAction> { get }
}

private struct LoadCount: SingleAction { let answers: PublishSubject<any ReSwiftAction> }

private func rxThunkMiddleware<State>(of state: State.Type) -> ReSwiftMiddleware<State> {
  { dispatch, _ in
    { next in
      { action in
        guard let thunk = action as? any SingleAction else { return next(action) }
        _ = thunk.answers.subscribe(onNext: { dispatch($0) })
      }
    }
  }
}

/// A store whose closures all belong to the main actor.
@MainActor private final class MainActorStore<State> {
  typealias DispatchFunction = @MainActor (any ReSwiftAction) -> Void
  typealias Middleware =
    @MainActor (@escaping DispatchFunction, @escaping @MainActor () -> State?) ->
    @MainActor (
      @escaping DispatchFunction
    ) -> DispatchFunction

  private(set) var state: State?
  private let reducer: @MainActor (any ReSwiftAction, State?) -> State
  private let middleware: [Middleware]

  init(reducer: @escaping @MainActor (any ReSwiftAction, State?) -> State, state: State?, middleware: [Middleware]) {
    self.reducer = reducer
    self.state = state
    self.middleware = middleware
    if state == nil { dispatch(ReSwiftInit()) }
  }

  func dispatch(_ action: any ReSwiftAction) {
    let reduce: DispatchFunction = { [unowned self] action in state = reducer(action, state) }
    let chain = middleware.reversed().reduce(reduce) { next, middleware in
      middleware({ [weak self] in self?.dispatch($0) }, { [weak self] in self?.state })(next)
    }
    chain(action)
  }
}

// MARK: - The Composable Architecture

private protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action
  func reduce(into state: inout State, action: Action) -> Effect<Action>
}

private struct Effect<Action> {
  static var none: Effect { Effect() }
}

private struct CartFeature: Reducer {
  func reduce(into state: inout Cart, action: CartAction) -> Effect<CartAction> {
    change(&state, action)
    return .none
  }
}

private struct Recorded<Base: Reducer>: Reducer {
  let base: Base
  let tap: StoreTap

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    tap.reduce(action, into: &state) { state, action in base.reduce(into: &state, action: action) }
  }
}

extension ReducerSnippets {
  @Test func `the Composable Architecture`() throws {
    let feature = Recorded(base: CartFeature(), tap: recorder.store("cart"))
    var state = Cart()
    _ = feature.reduce(into: &state, action: .itemAdded("tea"))
    #expect(try summary() == ["1 cart CartAction.itemAdded"])
    #expect(try states(of: "cart") == [["items": []], ["items": ["tea"]]])
  }
}

// MARK: - Katana

private protocol Dispatchable {}
private struct AddItem: Dispatchable {}
private typealias StoreInterceptor = (Context) -> (_ next: @escaping (any Dispatchable) throws -> Void) -> (any Dispatchable) throws -> Void

private final class Context {
  var count = 0
  var getAnyState: () -> Any { { self.count } }
}

extension ReducerSnippets {
  @Test func `Katana`() throws {
    let app = recorder.store("app")
    let interceptor: StoreInterceptor = { context in
      { next in
        { dispatchable in
          try app.record(action: dispatchable, state: context.getAnyState) { try next(dispatchable) }
        }
      }
    }
    let context = Context()
    try interceptor(context)({ _ in context.count += 1 })(AddItem())
    #expect(try summary() == ["1 app AddItem"])
    #expect(try states(of: "app") == [0, 1])
  }
}

// MARK: - A store of one's own

private final class CartStore {
  private(set) var state = Cart()
  private let tap: StoreTap

  init(recording tap: StoreTap) { self.tap = tap }

  func send(_ action: CartAction, fileID: StaticString = #fileID, line: UInt = #line) {
    tap.record(action: action, fileID: fileID, line: line) {
      var next = state
      tap.reduce(action, into: &next) { cart, action in change(&cart, action) }
      state = next
    }
  }

  func add(_ sku: String) {
    var next = state
    tap.reduce("itemAdded", sku, into: &next) { cart in cart.items.append(sku) }
    state = next
  }

  func empty() {
    var next = state
    tap.reduce("emptied", into: &next) { cart in cart.items = [] }
    state = next
  }
}

private actor CartActor {
  private var state = Cart()
  private let tap: StoreTap
  private let recorder: Recorder

  init(recordedBy recorder: Recorder) { (tap, self.recorder) = (recorder.store("cart"), recorder) }

  func send(_ action: CartAction) async {
    let cause = tap.record(action: action, state: { state }) {
      change(&state, action)
      return recorder.cause
    }
    await recorder.caused(by: cause) { await runEffects(of: action) }
  }

  private func runEffects(of action: CartAction) async {
    await Task.yield()
    if case .itemAdded = action { await send(.emptied) }
  }
}

extension ReducerSnippets {
  @Test func `an actor with actions`() async throws {
    let store = CartActor(recordedBy: recorder)
    await store.send(.itemAdded("tea"))
    let log = try withExtendedLifetime(store) { try RecordedLog(sink) }
    #expect(log.summary == ["1 cart CartAction.itemAdded", "2 cart CartAction.emptied <1"])
    #expect(try log.states(of: "cart").map(\.state) == [["items": []], ["items": ["tea"]], ["items": []]])
  }

  @Test func `a store of one's own`() throws {
    let store = CartStore(recording: recorder.store("cart"))
    store.send(.itemAdded("tea"))
    let log = try withExtendedLifetime(store) { try RecordedLog(sink) }
    #expect(log.summary == ["1 cart CartAction.itemAdded"])
    #expect(log.actions[0].site?.hasPrefix("FluxtapeTests/ReducerSnippets.swift:") == true)
    #expect(try log.states(of: "cart").map(\.state) == [["items": []], ["items": ["tea"]]])
  }

  @Test func `a change outside of actions`() throws {
    let tap = recorder.store("cart")
    var cart = Cart()
    func send(_ action: CartAction) { tap.reduce(action, into: &cart) { cart, action in change(&cart, action) } }
    send(.emptied)
    cart.items = ["rice"]
    send(.itemAdded("tea"))
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 cart CartAction.emptied", "2 cart @@STATE", "3 cart CartAction.itemAdded"])
    #expect(try log.states(of: "cart").map(\.state) == [["items": []], ["items": []], ["items": ["rice"]], ["items": ["rice", "tea"]]])
  }

  @Test func `an event with a name`() throws {
    let store = CartStore(recording: recorder.store("cart"))
    store.add("tea")
    store.empty()
    let log = try withExtendedLifetime(store) { try RecordedLog(sink) }
    #expect(log.summary == ["1 cart itemAdded", "2 cart emptied"])
    #expect(log.actions.map(\.payload) == ["tea", nil])
    #expect(try log.states(of: "cart").map(\.state) == [["items": []], ["items": ["tea"]], ["items": []]])
  }
}

// MARK: - A dispatcher

private final class ItemStore {
  var items: [String] = []
  private let reduce: (inout [String], CartAction) -> Void

  init(_ tap: StoreTap) {
    reduce = tap.reducer { (items: inout [String], action: CartAction) in
      if case .itemAdded(let item) = action { items.append(item) }
    }
  }

  func handle(_ action: CartAction) { reduce(&items, action) }
}

private final class Dispatcher {
  var stores: [ItemStore] = []
  private let tap: DispatcherTap

  init(recording tap: DispatcherTap) { self.tap = tap }

  func dispatch(_ action: CartAction) {
    tap.record(action: action) {
      for store in stores { store.handle(action) }
    }
  }
}

extension ReducerSnippets {
  @Test func `a dispatcher`() throws {
    let dispatcher = Dispatcher(recording: recorder.dispatcher("app"))
    dispatcher.stores = [ItemStore(recorder.store("cart")), ItemStore(recorder.store("wishes"))]
    dispatcher.dispatch(.itemAdded("tea"))
    let log = try withExtendedLifetime(dispatcher) { try RecordedLog(sink) }
    #expect(log.summary == ["1 app CartAction.itemAdded", "2 cart CartAction.itemAdded <1", "3 wishes CartAction.itemAdded <1"])
  }
}
