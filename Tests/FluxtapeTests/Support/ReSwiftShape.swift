// A store with the shape of ReSwift: the same type aliases, the same order of calls. The library itself is not a dependency.

protocol ReSwiftAction {}
struct ReSwiftInit: ReSwiftAction {}

typealias DispatchFunction = (any ReSwiftAction) -> Void
typealias ReSwiftReducer<State> = (_ action: any ReSwiftAction, _ state: State?) -> State
typealias ReSwiftMiddleware<State> = (@escaping DispatchFunction, @escaping () -> State?) -> (@escaping DispatchFunction) ->
  DispatchFunction

final class ReSwiftStore<State> {
  var state: State?
  private let reducer: ReSwiftReducer<State>
  private let middleware: [ReSwiftMiddleware<State>]
  var subscribers: [(State) -> Void] = []

  /// - Parameter first: The action that makes the first state.
  init(
    reducer: @escaping ReSwiftReducer<State>, state: State?, middleware: [ReSwiftMiddleware<State>] = [],
    first: any ReSwiftAction = ReSwiftInit()
  ) {
    self.reducer = reducer
    self.middleware = middleware
    if let state { self.state = state } else { dispatch(first) }
  }

  private lazy var chain: DispatchFunction = middleware.reversed().reduce({ [unowned self] in self.reduce($0) }) { next, middleware in
    middleware({ [weak self] in self?.dispatch($0) }, { [weak self] in self?.state })(next)
  }

  func dispatch(_ action: any ReSwiftAction) { chain(action) }

  private func reduce(_ action: any ReSwiftAction) {
    let state = reducer(action, state)
    self.state = state
    subscribers.forEach { $0(state) }
  }
}

struct Thunk<State>: ReSwiftAction {
  let body: (_ dispatch: @escaping DispatchFunction, _ getState: @escaping () -> State?) -> Void
}

func createThunkMiddleware<State>() -> ReSwiftMiddleware<State> {
  { dispatch, getState in
    { next in
      { action in
        if let thunk = action as? Thunk<State> { thunk.body(dispatch, getState) } else { next(action) }
      }
    }
  }
}
