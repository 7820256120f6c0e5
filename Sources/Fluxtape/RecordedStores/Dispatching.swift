#if !RECORDING_COMPILED_OUT
import FluxtapeCoding
import FluxtapeLog

/// What is going on in one store right now: the actions that have begun and not ended, on whichever threads.
struct Dispatching {
  var open: [OpenAction] = []
  /// Whether a reducer wrap gives the states, so that nobody else has to ask for them.
  var hasReducer = false
  /// Whether the log has, or is about to get, a first state of the store.
  private var isStated = false
  /// Whether the log knows of the store at all.
  var hasRecords = false
  /// Whether the log takes nothing any more.
  var isOver = false
  private var latestTicket = 0
  /// Whether a state since the one that the log has could not be told.
  private(set) var hasUntoldState = false
  /// How many actions have begun.
  private(set) var beginnings = 0
  private var waiting = WaitingActions()
  /// What composes lines, while nobody uses it.
  private var composers: [ActionComposer] = []
}

/// An action between its beginning and its end.
struct OpenAction {
  enum Kind {
    /// On its way to a reducer. It can be looked at by the thread that it was begun on.
    case dispatch(ActionSubject)
    /// In a reducer that nobody saw it on its way to.
    case reduction
    /// A piece of the app's code with a name.
    case scope(tellsState: Bool)
  }

  let opened: Opened
  let kind: Kind
  let thread: UInt
  /// Whether its state has to be asked for, as no reducer wrap hands it over.
  let asksForState: Bool
  /// Whether its outcome is in the log already.
  var isComplete = false
  /// Whether that tells of an error.
  var hasError = false
  /// The same for actions that are described the same; `nil` if no reducer will get it. See ``WaitingActions``.
  var identity: Int?
  /// Whether a reducer has got it.
  var isReduced = false
  /// Whether a middleware has passed it on to another thread, or may have.
  var isPassedOn = false

  /// Whether its reducer is running.
  var isInReducer: Bool {
    switch kind {
    case .dispatch: isReduced && !isComplete
    case .reduction: true
    case .scope: false
    }
  }

  /// Whether its outcome, which is still to come, has a state.
  var isToTellState: Bool {
    switch kind {
    case .dispatch: !isComplete && (asksForState || isReduced)
    case .reduction: true
    case .scope(let tellsState): tellsState
    }
  }
}

/// A record that was begun.
@usableFromInline struct Opened: Sendable {
  let step: StepNumber
  /// Whether the beginning stands in the log.
  let isWritten: Bool
  /// The process in whose log it stands.
  let generation: Int
}

extension Dispatching {
  /// Goes on in the child of a fork, where only the thread that forked is left, and the log has nothing of the store.
  mutating func resetAfterFork() {
    open = []
    hasRecords = false
    waiting = WaitingActions()
  }
}

// MARK: - Tickets

extension Dispatching {
  /// A number to be drawn before a state is asked for.
  ///
  /// Two threads may ask for the store's state in one order and come to write it in the other. A state whose ticket is older than
  /// that of the one last written is not written, but asked for again. (Asking under the lock would keep the order too, but the app's
  /// code would then take its locks inside ours, and elsewhere ours inside its own.)
  mutating func takeTicket() -> Int {
    latestTicket += 1
    return latestTicket
  }

  /// Notes that the log has the newest state, or lacks one.
  mutating func noteState(isTold: Bool) { hasUntoldState = !isTold }

  /// Whether the caller is the one to write the store's first state.
  mutating func claimsFirstState() -> Bool {
    defer { isStated = true }
    return !isStated
  }
}

// MARK: - Open actions

extension Dispatching {
  mutating func begin(_ action: OpenAction) {
    open.append(action)
    beginnings += 1
    hasRecords = true
  }

  /// Takes the action with `step` out.
  mutating func end(_ step: StepNumber) -> OpenAction? {
    open.lastIndex { $0.opened.step == step }.map { open.remove(at: $0) }
  }

  /// Notes that an action's reducer is done: an action of its own is over, another one still on its way back.
  mutating func end(_ reduction: Reduction, hasError: Bool) {
    guard !reduction.isOwn else { return _ = end(reduction.opened.step) }
    guard let place = open.lastIndex(where: { $0.opened.step == reduction.opened.step }) else { return }
    open[place].isComplete = true
    open[place].hasError = hasError
  }

  /// The innermost action on the running thread whose state is still to be asked for.
  var actionInNeedOfState: Opened? {
    let thread = SystemFacts.currentThread
    return open.last { $0.thread == thread && $0.asksForState && !$0.isComplete }?.opened
  }

  /// Notes that the outcome of an action is in the log before its end.
  mutating func markComplete(_ step: StepNumber) {
    if let place = open.lastIndex(where: { $0.opened.step == step }) { open[place].isComplete = true }
  }

  /// Whether nothing is under way that could have changed the state without having told so yet.
  var isIdle: Bool { open.isEmpty }

  /// Whether only the running thread is at work on the store.
  var isAlone: Bool {
    let thread = SystemFacts.currentThread
    return open.allSatisfy { $0.thread == thread }
  }

  /// Whether an action is under way that will tell the state.
  var isToTellState: Bool { open.contains(where: \.isToTellState) }

  /// The action whose reducer the running thread is in. What has changed in the state that this reducer was given is its doing.
  var reducingAction: StepNumber? {
    let thread = SystemFacts.currentThread
    guard let innermost = open.last(where: { $0.thread == thread }), innermost.isInReducer else { return nil }
    return innermost.opened.step
  }

  /// Whether the running thread is inside a scope.
  var isInScope: Bool {
    let thread = SystemFacts.currentThread
    return open.contains { action in
      guard action.thread == thread, case .scope = action.kind else { return false }
      return true
    }
  }
}

// MARK: - Actions that are passed on later

extension Dispatching {
  /// Notes that an action ended before a reducer got it.
  mutating func noteUnreduced(_ action: OpenAction) {
    if hasReducer, !action.isPassedOn, let identity = action.identity { waiting.add(action.opened.step, identity) }
  }

  /// Whether there are actions that a middleware may pass on later, or is passing on just now, to the running thread.
  var hasWaitingActions: Bool { !waiting.isEmpty || open.contains(where: isOnAnotherWay) }

  private func isOnAnotherWay(_ action: OpenAction) -> Bool {
    action.identity != nil && !action.isReduced && !action.isPassedOn && action.thread != SystemFacts.currentThread
  }

  /// The one action of this identity that began on another way, and that no reducer has got; from here on it counts as passed on. `nil` if
  /// there is none, or if there are several: which of them it is cannot be known, of this one and of later ones.
  mutating func takeWaiting(_ identity: Int) -> StepNumber? {
    let places = open.indices.filter { open[$0].identity == identity && isOnAnotherWay(open[$0]) }
    for place in places { open[place].isPassedOn = true }
    guard let ended = waiting.take(identity) else { return nil }
    let steps = places.map { open[$0].opened.step } + ended
    return steps.count == 1 ? steps[0] : nil
  }
}

// MARK: - Composers

extension Dispatching {
  /// Takes out what composes lines. `nil` if others have it.
  mutating func takeComposer() -> ActionComposer? { composers.popLast() }

  mutating func putBack(_ composer: ActionComposer) {
    // As many as threads usually dispatch at the same time. What they know of names is made anew if need be.
    if composers.count < 4 { composers.append(composer) }
  }
}

/// Actions that ended before a reducer got them, the latest ones. A middleware may have kept one, and pass it on later.
///
/// Thunks, which are never passed on, are among them. So an action may be forgotten while it waits. What was forgotten is remembered by its
/// identity, as another one that is described the same would look like the only one.
struct WaitingActions {
  private var actions: [(step: StepNumber, identity: Int)] = []
  private var forgotten: Set<Int> = []
  private var knowsForgotten = true

  private static let mostActions = 32
  private static let mostForgotten = 1024

  var isEmpty: Bool { actions.isEmpty }

  /// - Parameter identity: See ``ActionComposer/latestIdentity``.
  mutating func add(_ step: StepNumber, _ identity: Int) {
    if actions.count == Self.mostActions { forget(actions.removeFirst().identity) }
    actions.append((step, identity))
  }

  private mutating func forget(_ identity: Int) {
    if forgotten.count == Self.mostForgotten { (forgotten, knowsForgotten) = ([], false) }
    if knowsForgotten { forgotten.insert(identity) }
  }

  /// Takes out those of an identity. `nil` if there may be one more.
  mutating func take(_ identity: Int) -> [StepNumber]? {
    let steps = actions.filter { $0.identity == identity }.map(\.step)
    if !steps.isEmpty { actions.removeAll { $0.identity == identity } }
    return knowsForgotten && !forgotten.contains(identity) ? steps : nil
  }
}
#endif
