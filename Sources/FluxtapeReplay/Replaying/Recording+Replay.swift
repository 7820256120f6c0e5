import FluxtapeHistory

extension Recording {
  /// Runs a store's recorded actions through its reducer and compares each state with the log's.
  ///
  /// ```swift
  /// @Test func `the cart does what it did`() throws {
  ///   try Recording("cart.jsonl").replay("cart") { (state: inout CartState, action: CartAction) in cartReducer(&state, action) }
  /// }
  /// ```
  /// Works in Swift Testing, XCTest and anywhere else: what is wrong is thrown. Only what a reducer has seen is replayed; effects, scopes and
  /// the other stores are facts of the log.
  ///
  /// - Throws: ``ReplayDivergence`` for the first state that differs, ``ReplayError`` where the replay cannot go on, and what the reducer
  ///   throws.
  /// - Complexity: O(bytes of the store's records) and what the reducer takes. States are compared by what changes, and as a whole only where
  ///   log and replay tell the change in different ways.
  @discardableResult
  public func replay<State: Decodable, Action: Decodable>(
    _ store: String, options: ReplayOptions = ReplayOptions(), through reduce: @escaping (inout State, Action) throws -> Void
  ) throws -> ReplayResult {
    try replay(store, as: ReplayedStore(reduce: reduce), options: options)
  }

  /// The same for a reducer that returns the new state.
  @discardableResult
  public func replay<State: Decodable, Action: Decodable>(
    _ store: String, options: ReplayOptions = ReplayOptions(), through reduce: @escaping (State, Action) throws -> State
  ) throws -> ReplayResult {
    try replay(store, as: ReplayedStore(reduce: { $0 = try reduce($0, $1) }), options: options)
  }

  /// The same for stores whose states or actions are not decoded by themselves.
  @discardableResult
  public func replay<State, Action>(
    _ name: String, as store: ReplayedStore<State, Action>, options: ReplayOptions = ReplayOptions()
  ) throws -> ReplayResult {
    try checkStore(name)
    var replayer = Replayer(history, name, store, options)
    for reduction in try history.reductions(of: name) {
      guard try replayer.take(reduction) else { break }
    }
    return replayer.result
  }
}
