public import FluxtapeJSON

/// A store's reducer, and how its states and actions are read from a log.
public struct ReplayedStore<State, Action> {
  /// The state after an action. What it throws, the recorded reducer has thrown too: then the log says so, and the action is not replayed.
  public var reduce: (inout State, Action) throws -> Void
  /// Makes a state of what the log has.
  public var decodeState: (JSONValue) throws -> State
  /// Makes an action of what the log has.
  public var decodeAction: (RecordedAction) throws -> Action
  /// The state that the store begins with; `nil` for the one in the log. It is compared with that.
  public var initial: State?

  /// - Parameters:
  ///   - initial: The state that the store begins with; `nil` for the one in the log.
  ///   - decodeState: Makes a state of what the log has.
  ///   - decodeAction: Makes an action of what the log has.
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
  /// A store whose states and actions say themselves how they are decoded.
  public init(initial: State? = nil, reduce: @escaping (inout State, Action) throws -> Void) {
    self.init(initial: initial, decodeState: { try $0.decode(State.self) }, decodeAction: { try $0.decode() }, reduce: reduce)
  }
}

extension ReplayedStore where State: Decodable {
  /// A store of actions of many types.
  public init(initial: State? = nil, actions: ActionRegistry<Action>, reduce: @escaping (inout State, Action) throws -> Void) {
    self.init(initial: initial, decodeState: { try $0.decode(State.self) }, decodeAction: actions.decode, reduce: reduce)
  }

  /// A store whose actions are made by hand, as those are that a recorder has reflected.
  public init(
    initial: State? = nil, decodeAction: @escaping (RecordedAction) throws -> Action, reduce: @escaping (inout State, Action) throws -> Void
  ) {
    self.init(initial: initial, decodeState: { try $0.decode(State.self) }, decodeAction: decodeAction, reduce: reduce)
  }
}
