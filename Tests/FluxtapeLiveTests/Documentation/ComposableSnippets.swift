import Fluxtape
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLive
import FluxtapeLiveWire
import FluxtapeLog
import Testing

struct LiveComposableSnippets {
  @Test @MainActor func `a store of the Composable Architecture is set, and takes actions`() async throws {
    let app = LiveApp()
    // The cart of the app has this name already.
    let tap = app.recorder.store("cart")
    let store = StoreOf<Settable<RecordedCart>>(Cart(), Settable(base: RecordedCart(tap: tap)))
    let live = LiveSession(app.recorder, inReleaseBuilds: true)
    attach(store, to: live)
    #expect(tap.label == "cart#2")
    store.send(.base(.added("tea", price: 5)))
    withExtendedLifetime(live) { #expect(store.withState { $0.items } == ["tea"]) }
  }
}

// MARK: - The recipe

extension LiveComposableSnippets {
  struct Settable<Base: Reducer>: Reducer {
    enum Action {
      case base(Base.Action)
      case set(Base.State)
    }

    let base: Base

    func reduce(into state: inout Base.State, action: Action) -> Effect<Action> {
      switch action {
      case .base(let action): return base.reduce(into: &state, action: action).map(Action.base)
      case .set(let new):
        state = new
        return .none
      }
    }
  }

  @MainActor func attach(_ store: StoreOf<Settable<RecordedCart>>, to live: LiveSession) {
    live.attach(
      "cart", get: { store.withState { $0 } }, set: { store.send(.set($0)) }, send: { (action: CartAction) in store.send(.base(action)) })
  }
}

// MARK: - Stand-ins

/// `Reducer` of the Composable Architecture.
protocol ComposableReducer<State, Action> {
  associatedtype State
  associatedtype Action
  func reduce(into state: inout State, action: Action) -> LiveComposableSnippets.Effect<Action>
}

extension LiveComposableSnippets {
  typealias Reducer = ComposableReducer
  typealias StoreOf<Base: Reducer> = ComposableStore<Base>

  struct Effect<Action> {
    static var none: Effect { Effect() }
    func map<Other>(_ transform: @escaping (Action) -> Other) -> Effect<Other> { Effect<Other>() }
  }

  @MainActor final class ComposableStore<Base: Reducer> {
    private var state: Base.State
    private let base: Base

    init(_ state: Base.State, _ base: Base) { (self.state, self.base) = (state, base) }

    func withState<Result>(_ body: (Base.State) -> Result) -> Result { body(state) }

    func send(_ action: Base.Action) { _ = base.reduce(into: &state, action: action) }
  }

  struct RecordedCart: Reducer {
    let tap: StoreTap

    func reduce(into state: inout Cart, action: CartAction) -> Effect<CartAction> {
      tap.reduce(action, into: &state, by: cartReducer)
      return .none
    }
  }
}
