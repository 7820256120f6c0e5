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
/// What can be relied on:
/// - `dispatch` may be called from any thread. Actions are reduced one at a time, in the order in which they reach the
///   reducer, and `dispatch` returns when its action is reduced (unless a middleware kept it): `state` has the result.
/// - The reducer and the effect handler run under the store's lock and are pure functions. No other code of yours does.
/// - A dispatch from a subscriber or a middleware is reduced at once, before the outer dispatch goes on.
/// - Every subscriber is told every state once, in the order of reduction, and is never called while an earlier call of it
///   is running. `dispatch` returns when all have been told, but for those that are busy further up the stack or on another
///   thread: they are told as soon as they return.
/// - A dispatch from inside a reducer, to whichever store, is refused and handed to `onProblem`. Nothing hangs or traps.
/// - When the store is released its effects are cancelled and its `changes` end. Subscribers do not keep it alive unless
///   their closures do.
public final class Store<State: Sendable, Action: Sendable>: StateSource {
  /// What runs one at a time, the reducer above all. Held while it runs, and the only lock that is.
  struct Turn {
    let reducer: (inout State, Action) -> Void
    let effects: (Action, State) -> Effect<Action>
  }

  let turn: Locked<Turn>
  let states: StateBroadcast<State>
  let middleware: [Middleware<State, Action>]
  let running = RunningEffects()
  let runner: any EffectRunner
  let undoing: Undoing<State, Action>?
  let recording: StoreTap?
  let onProblem: @Sendable (StoreProblem<Action>) -> Void

  /// A store that begins with `state`; nothing is dispatched for it.
  ///
  /// - Parameters:
  ///   - state: What the first action finds.
  ///   - reducer: Changes the state as an action asks. Pure: no clock, no randomness, no dispatch.
  ///   - middleware: Sees each action before the reducer, the first one first.
  ///   - effects: Asked after each reduction, with the action and the state it made, which work to start or cancel.
  ///   - runner: Starts effects; samples and tests give one with a clock of its own, ``VirtualClock``.
  ///   - undoing: Which actions can be undone: `.last(50)`. By default none, and no state is kept.
  ///   - recording: Where actions, states and effects are recorded, `recorder.store("cart")`. The log keeps nothing alive.
  ///   - onProblem: DecodedEvent of mistakes that do not stop the store, on a task of its own. By default a line on standard error.
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
    let turn = Turn(reducer: recording?.reducer(reducer) ?? reducer, effects: effects)
    self.init(state, turn, middleware, runner, undoing, recording, onProblem)
  }

  /// A store whose reducer returns the new state, as ReSwift's do. It begins with `state`; nothing is dispatched for it.
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
    let reducer = recording?.reducer(reducer) ?? reducer
    let turn = Turn(reducer: { $0 = reducer($1, $0) }, effects: effects)
    self.init(state, turn, middleware, runner, undoing, recording, onProblem)
  }

  /// A store that begins with what `reducer` makes of `first` and no state. `first` passes no middleware.
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
    let reducer = recording?.reducer(reducer) ?? reducer
    let state = ThreadFlag.reducing.withFlagSet { reducer(first, nil) }
    let turn = Turn(reducer: { $0 = reducer($1, $0) }, effects: effects)
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
    // A tap that records nothing is not asked at each dispatch.
    self.recording = recording.flatMap { $0.isRecording ? $0 : nil }
    self.onProblem = onProblem
  }

  deinit {
    running.close()
    states.finish()
  }

  /// The state after the last reduction. Inside a reducer, the one before it.
  ///
  /// A snapshot: never waits for a reducer that runs on another thread.
  public var state: State { states.latest }

  public var selection: Selection<State> { states.selection }

  /// Sends `action` through the middleware to the reducer, and returns when subscribers have been told of the result.
  ///
  /// The place of the call goes into the log of a recorded store. Code between the app and the store can hand on its own caller's.
  public func dispatch(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
    send(action, from: CallSite(fileID: fileID, line: line))
  }
}
