public import Fluxtape
internal import FluxtapeLocking

/// One state, changed only by dispatching actions to a reducer.
///
/// ```swift
/// let store = Store(initial: Cart(), reducer: cartReducer, middleware: [logger])
/// let token = store.select(\.total).removingDuplicates().subscribe { print("total", $0) }
/// store.dispatch(.itemAdded(sku))
/// ```
///
/// Guarantees:
/// - `dispatch` may be called from any thread. Actions are reduced one at a time, in the order in which they reach the reducer. `dispatch`
///   returns when its action is reduced, unless a middleware holds it; `state` then has the result.
/// - The reducer and the effect handler are pure functions and run under the store's lock. No other code does.
/// - A dispatch by a subscriber or a middleware is reduced at once, before the outer dispatch continues.
/// - Every subscriber gets every state once, in the order of reduction. Its calls never overlap. `dispatch` returns when all subscribers
///   have been called, except those that are busy further up the stack or on another thread; they get the state as soon as they return.
/// - A dispatch inside a reducer, to any store, is dropped and reported to `onProblem`. Nothing hangs or traps.
/// - When the store is released, its effects are cancelled and its `changes` end. Subscribers do not keep it alive unless their closures
///   do.
public final class Store<State: Sendable, Action: Sendable>: StateSource {
  /// The functions that run one at a time, under the only lock held while they run.
  struct Turn {
    let reducer: (inout State, Action) -> Void
    /// The reducer as the app wrote it, which records nothing.
    let plainReducer: (inout State, Action) -> Void
    let effects: (Action, State) -> Effect<Action>
    var hold: Hold?
  }

  let turn: Locked<Turn>
  let states: StateBroadcast<State>
  let middleware: [Middleware<State, Action>]
  let running = RunningEffects()
  let runner: any EffectRunner
  let undoing: Undoing<State, Action>?
  let recording: StoreTap?
  let onProblem: @Sendable (StoreProblem<Action>) -> Void

  /// Creates a store with an initial state, without dispatching an action.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - reducer: Changes the state for an action. Pure: no clock, no randomness, no dispatch.
  ///   - middleware: Handles each action before the reducer, in order.
  ///   - effects: Called after each reduction with the action and the new state. Returns the work to start or cancel.
  ///   - runner: Starts effects. Tests can use ``VirtualClock``.
  ///   - undoing: The undoable actions: `.last(50)`. By default none, and no state is kept.
  ///   - recording: Records actions, states and effects: `recorder.store("cart")`. The log does not keep the store alive.
  ///   - onProblem: Called with mistakes that do not stop the store, in a separate task. By default prints to standard error.
  public convenience init(
    initial state: State,
    reducer: sending @escaping (inout State, Action) -> Void,
    middleware: [Middleware<State, Action>] = [],
    effects: sending @escaping (Action, State) -> Effect<Action> = { _, _ in .none },
    runner: any EffectRunner = .tasks,
    undoing: UndoRule<State, Action>? = nil,
    recording: StoreTap? = nil,
    onProblem: @escaping @Sendable (StoreProblem<Action>) -> Void = { $0.printToStandardError() }
  ) {
    let turn = Turn(reducer: recording?.reducer(reducer) ?? reducer, plainReducer: reducer, effects: effects)
    self.init(state, turn, middleware, runner, undoing, recording, onProblem)
  }

  /// Creates a store whose reducer returns the new state, as in ReSwift, without dispatching an action.
  public convenience init(
    reducer: sending @escaping (Action, State?) -> State,
    state: State,
    middleware: [Middleware<State, Action>] = [],
    effects: sending @escaping (Action, State) -> Effect<Action> = { _, _ in .none },
    runner: any EffectRunner = .tasks,
    undoing: UndoRule<State, Action>? = nil,
    recording: StoreTap? = nil,
    onProblem: @escaping @Sendable (StoreProblem<Action>) -> Void = { $0.printToStandardError() }
  ) {
    let recorded = recording?.reducer(reducer) ?? reducer
    let turn = Turn(reducer: { $0 = recorded($1, $0) }, plainReducer: { $0 = reducer($1, $0) }, effects: effects)
    self.init(state, turn, middleware, runner, undoing, recording, onProblem)
  }

  /// Creates a store whose initial state is the result of `reducer` for `first` without a state. `first` skips the middleware.
  public convenience init(
    reducer: sending @escaping (Action, State?) -> State,
    first: Action,
    middleware: [Middleware<State, Action>] = [],
    effects: sending @escaping (Action, State) -> Effect<Action> = { _, _ in .none },
    runner: any EffectRunner = .tasks,
    undoing: UndoRule<State, Action>? = nil,
    recording: StoreTap? = nil,
    onProblem: @escaping @Sendable (StoreProblem<Action>) -> Void = { $0.printToStandardError() }
  ) {
    let recorded = recording?.reducer(reducer) ?? reducer
    let state = ThreadFlag.reducing.withFlagSet { recorded(first, nil) }
    let turn = Turn(reducer: { $0 = recorded($1, $0) }, plainReducer: { $0 = reducer($1, $0) }, effects: effects)
    self.init(state, turn, middleware, runner, undoing, recording, onProblem)
  }

  private init(
    _ state: State, _ turn: sending Turn, _ middleware: [Middleware<State, Action>], _ runner: any EffectRunner,
    _ undoing: UndoRule<State, Action>?, _ recording: StoreTap?, _ onProblem: @escaping @Sendable (StoreProblem<Action>) -> Void
  ) {
    self.turn = Locked(turn)
    states = StateBroadcast(state)
    self.middleware = middleware
    self.runner = runner
    self.undoing = undoing.map(Undoing.init)
    // Drop a tap that does not record, so that a dispatch need not check it.
    self.recording = recording.flatMap { $0.isRecording ? $0 : nil }
    self.onProblem = onProblem
  }

  deinit {
    running.close()
    states.finish()
  }

  /// The state after the last reduction. Inside a reducer, the state before it.
  ///
  /// Never waits for a reducer on another thread.
  public var state: State { states.latest }

  public var selection: Selection<State> { states.selection }

  /// Sends `action` through the middleware to the reducer. Returns after the subscribers have been called.
  ///
  /// The log of a recorded store has the place of the call. A wrapper can pass its caller's place.
  public func dispatch(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
    send(action, from: CallSite(fileID: fileID, line: line))
  }
}
