public import FluxtapeJSON

/// A store's reducer, and how to decode its states and actions.
public struct ReplayedStore<State, Action> {
  /// The reducer. If the recorded reducer threw, the log has its error, and the action is not replayed.
  public var reduce: (inout State, Action) throws -> Void
  /// Decodes a recorded state.
  public var decodeState: (JSONValue) throws -> State
  /// Decodes a recorded action.
  public var decodeAction: (RecordedAction) throws -> Action
  /// The store's initial state, compared with the recorded one; `nil` to use the recorded one.
  public var initial: State?

  /// - Parameters:
  ///   - initial: The store's initial state; `nil` to use the recorded one.
  ///   - decodeState: Decodes a recorded state.
  ///   - decodeAction: Decodes a recorded action.
  ///   - reduce: The reducer.
  public init(
    initial: State? = nil, decodeState: @escaping (JSONValue) throws -> State, decodeAction: @escaping (RecordedAction) throws -> Action,
    reduce: @escaping (inout State, Action) throws -> Void
  ) {
    self.initial = initial
    self.decodeState = decodeState
    self.decodeAction = decodeAction
    self.reduce = reduce
  }
}

extension ReplayedStore where State: Decodable, Action: Decodable {
  /// Creates a store whose states and actions are `Decodable`.
  public init(initial: State? = nil, reduce: @escaping (inout State, Action) throws -> Void) {
    self.init(initial: initial, decodeState: { try $0.decode(State.self) }, decodeAction: { try $0.decode() }, reduce: reduce)
  }
}

extension ReplayedStore where State: Decodable {
  /// Creates a store with many action types.
  public init(initial: State? = nil, actions: ActionRegistry<Action>, reduce: @escaping (inout State, Action) throws -> Void) {
    self.init(initial: initial, decodeState: { try $0.decode(State.self) }, decodeAction: actions.decode, reduce: reduce)
  }

  /// Creates a store whose actions need custom decoding, such as actions that the recorder encoded by reflection.
  public init(
    initial: State? = nil, decodeAction: @escaping (RecordedAction) throws -> Action, reduce: @escaping (inout State, Action) throws -> Void
  ) {
    self.init(initial: initial, decodeState: { try $0.decode(State.self) }, decodeAction: decodeAction, reduce: reduce)
  }
}
