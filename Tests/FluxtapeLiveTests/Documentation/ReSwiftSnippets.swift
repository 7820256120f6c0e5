import Fluxtape
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLive
import FluxtapeLiveWire
import FluxtapeLog
import Testing

private func appReducer(action: any ReSwiftSnippets.Action, state: ReSwiftSnippets.AppState?) -> ReSwiftSnippets.AppState {
  var state = state ?? ReSwiftSnippets.AppState()
  if let added = action as? ReSwiftSnippets.Added { state.count += added.number }
  return state
}

struct ReSwiftSnippets {
  struct AppState: Codable, Equatable, Sendable { var count = 0 }

  struct Added: Action { let number: Int }

  @Test @MainActor func `a store of ReSwift is set, and its actions are sent and recomputed`() async throws {
    let app = LiveApp()
    let tap = app.recorder.store("app")
    let store = Store<AppState>(reducer: settable(tap.reducer(appReducer)), state: nil, middleware: [tap.middleware])
    attach(store, to: app.live)
    store.dispatch(Added(number: 1))
    let first = app.last
    store.dispatch(Added(number: 2))
    let second = app.last
    try await onThread {
      let client = try app.client()
      #expect(client.ask(.skip(first))?.isDone == true)
      #expect(client.ask(.repeatStep(second))?.isDone == true)
      #expect(client.ask(.jump(to: first, states: [:]))?.isDone == true)
    }
    #expect(store.state.count == 1)
    let last = app.last
    store.dispatch(Added(number: 5))
    let history = try app.history()
    #expect(try history.state("app", last)?["count"] == 1)
    #expect(try history.state("app", last + 1)?["count"] == 6)
    let states = history.rows.compactMap { $0.type == "@@STATE" && $0.cause == nil ? $0.step : nil }
    #expect(states.isEmpty, "each change has the mark as its cause")
  }
}

// MARK: - The recipe

extension ReSwiftSnippets {
  struct StateSet: Action {
    let state: AppState
  }

  /// Put it around the recorded reducer: `Store(reducer: settable(app.reducer(appReducer)), state: nil, middleware: [app.middleware])`.
  func settable(_ reducer: @escaping Reducer<AppState>) -> Reducer<AppState> {
    { action, state in (action as? StateSet)?.state ?? reducer(action, state) }
  }

  @MainActor func attach(_ store: Store<AppState>, to live: LiveSession) {
    live.attach(
      "app", get: { store.state }, set: { store.dispatch(StateSet(state: $0)) }, send: { (action: any Action) in store.dispatch(action) },
      reduce: { state, action in state = appReducer(action: action, state: state) })
  }
}

// MARK: - Stand-ins

/// `Action` of ReSwift.
protocol ReSwiftAction {}

extension ReSwiftSnippets {
  typealias Action = ReSwiftAction
  typealias Reducer<State> = (any Action, State?) -> State
  typealias Middleware<State> =
    (@escaping (any Action) -> Void, @escaping () -> State?) -> (@escaping (any Action) -> Void) -> (any Action) -> Void

  final class Store<State> {
    private(set) var state: State
    private let reducer: Reducer<State>
    private let middleware: [Middleware<State>]

    init(reducer: @escaping Reducer<State>, state: State?, middleware: [Middleware<State>]) {
      (self.reducer, self.middleware) = (reducer, middleware)
      self.state = reducer(Begun(), state)
    }

    private lazy var pass: (any Action) -> Void = middleware.reversed().reduce({ self.state = self.reducer($0, self.state) }) {
      next, middleware in middleware({ self.dispatch($0) }, { self.state })(next)
    }

    func dispatch(_ action: any Action) { pass(action) }
  }

  private struct Begun: Action {}
}
