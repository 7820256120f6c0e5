import FluxtapeHistory

extension Recording {
  /// Replays a store's recorded actions with its reducer, and compares each state with the log's.
  ///
  /// ```swift
  /// @Test func `the cart does what it did`() throws {
  ///   try Recording("cart.jsonl").replay("cart") { (state: inout CartState, action: CartAction) in cartReducer(&state, action) }
  /// }
  /// ```
  /// Works in Swift Testing, XCTest and anywhere else, because it throws problems as errors. It replays only actions that reached a
  /// reducer.
  /// Effects, scopes and other stores do not run.
  ///
  /// - Throws: ``ReplayDivergence`` for the first state that differs, or ``ReplayError`` if the replay cannot continue. Rethrows errors of
  ///   the reducer.
  /// - Complexity: O(bytes of the store's records), plus the reducer. Compares changes, and compares whole states only if the changes are
  ///   encoded differently.
  @discardableResult
  public func replay<State: Decodable, Action: Decodable>(
    _ store: String, options: ReplayOptions = ReplayOptions(), through reduce: @escaping (inout State, Action) throws -> Void
  ) throws -> ReplayResult {
    try replay(store, as: ReplayedStore(reduce: reduce), options: options)
  }

  /// Replays with a reducer that returns the new state.
  @discardableResult
  public func replay<State: Decodable, Action: Decodable>(
    _ store: String, options: ReplayOptions = ReplayOptions(), through reduce: @escaping (State, Action) throws -> State
  ) throws -> ReplayResult {
    try replay(store, as: ReplayedStore(reduce: { $0 = try reduce($0, $1) }), options: options)
  }

  /// Replays a store whose states or actions need custom decoding.
  @discardableResult
  public func replay<State, Action>(
    _ name: String, as store: ReplayedStore<State, Action>, options: ReplayOptions = ReplayOptions()
  ) throws -> ReplayResult {
    try checkStore(name)
    var replayer = Replayer(history, name, store, options)
    for reduction in try history.reductions(of: name) {
      guard try replayer.apply(reduction) else { break }
    }
    return replayer.result
  }
}
