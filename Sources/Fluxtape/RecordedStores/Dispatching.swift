import FluxtapeCoding
import FluxtapeLog

/// The actions of one store that have begun and not ended, on all threads.
struct Dispatching {
  var open: [OpenAction] = []
  /// Whether a wrapped reducer provides the states, so that nothing else has to be asked for them.
  var hasReducer = false
  /// Whether the log has a first state of the store, or is about to get one.
  private var isStated = false
  /// Whether the log has any record of the store.
  var hasRecords = false
  /// Whether the log is closed.
  var isOver = false
  private var latestTicket = 0
  /// Whether a state newer than the last one in the log could not be written.
  private(set) var hasUntoldState = false
  /// The number of actions begun.
  private(set) var beginnings = 0
  private var waiting = WaitingActions()
  /// Composers not in use.
  private var composers: [ActionComposer] = []
}

/// An action between its beginning and its end.
struct OpenAction {
  enum Kind {
    /// A dispatched action on its way to a reducer. Only the thread that began it may read it.
    case dispatch(ActionSubject)
    /// Inside a reducer; no middleware reported the action.
    case reduction
    /// A named piece of the app's code.
    case scope(tellsState: Bool)
  }

  let opened: Opened
  let kind: Kind
  let thread: UInt
  /// Whether its state has to be requested, since no wrapped reducer provides it.
  let asksForState: Bool
  /// Whether its outcome is already in the log.
  var isComplete = false
  /// Whether that outcome contains an error.
  var hasError = false
  /// Equal for actions with equal descriptions; `nil` if no reducer will receive the action. See ``WaitingActions``.
  var identity: Int?
  /// Whether a reducer has received it.
  var isReduced = false
  /// Whether a middleware has forwarded it to another thread, or may have.
  var isPassedOn = false

  /// Whether its reducer is running.
  var isInReducer: Bool {
    switch kind {
    case .dispatch: isReduced && !isComplete
    case .reduction: true
    case .scope: false
    }
  }

  /// Whether its outcome, which is still to come, will contain a state.
  var isToTellState: Bool {
    switch kind {
    case .dispatch: !isComplete && (asksForState || isReduced)
    case .reduction: true
    case .scope(let tellsState): tellsState
    }
  }
}

/// A record that has been begun.
@usableFromInline struct Opened: Sendable {
  let step: StepNumber
  /// Whether its beginning is in the log.
  let isWritten: Bool
}

// MARK: - Tickets

extension Dispatching {
  /// Takes a ticket, which is needed before asking for a state.
  ///
  /// Two threads may ask for the store's state in one order and write it in the other. A state with an older ticket than the last one
  /// written is discarded and requested again. (Asking under the lock would keep the order, too. But then the app's locks would be taken
  /// inside ours, and elsewhere ours inside the app's: a deadlock.)
  mutating func takeTicket() -> Int {
    latestTicket += 1
    return latestTicket
  }

  /// Notes whether the log has the newest state.
  mutating func noteState(isTold: Bool) { hasUntoldState = !isTold }

  /// Whether the caller has to write the store's first state. Returns `true` once.
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

  /// Removes the action with `step`.
  mutating func end(_ step: StepNumber) -> OpenAction? {
    open.lastIndex { $0.opened.step == step }.map { open.remove(at: $0) }
  }

  /// Notes that a reducer has returned. An action that began in the reducer ends; a dispatched action is still returning through the
  /// middleware.
  mutating func end(_ reduction: Reduction, hasError: Bool) {
    guard !reduction.isOwn else { return _ = end(reduction.opened.step) }
    guard let place = open.lastIndex(where: { $0.opened.step == reduction.opened.step }) else { return }
    open[place].isComplete = true
    open[place].hasError = hasError
  }

  /// The innermost action on the running thread whose state still has to be requested.
  var actionInNeedOfState: Opened? {
    let thread = SystemFacts.currentThread
    return open.last { $0.thread == thread && $0.asksForState && !$0.isComplete }?.opened
  }

  /// Notes that the outcome of an action was written before the action ended.
  mutating func markComplete(_ step: StepNumber) {
    if let place = open.lastIndex(where: { $0.opened.step == step }) { open[place].isComplete = true }
  }

  /// Whether no open action can have changed the state without a record of the change.
  var isIdle: Bool { open.isEmpty }

  /// Whether all open actions belong to the running thread.
  var isAlone: Bool {
    let thread = SystemFacts.currentThread
    return open.allSatisfy { $0.thread == thread }
  }

  /// Whether an open action will record the state.
  var isToTellState: Bool { open.contains(where: \.isToTellState) }

  /// The action whose reducer runs on this thread. This action caused any change in the state passed to that reducer.
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

// MARK: - Actions that are forwarded later

extension Dispatching {
  /// Notes that an action ended before a reducer received it.
  mutating func noteUnreduced(_ action: OpenAction) {
    if hasReducer, !action.isPassedOn, let identity = action.identity { waiting.add(action.opened.step, identity) }
  }

  /// Whether actions exist that a middleware may forward to the running thread, now or later.
  var hasWaitingActions: Bool { !waiting.isEmpty || open.contains(where: isOnAnotherWay) }

  private func isOnAnotherWay(_ action: OpenAction) -> Bool {
    action.identity != nil && !action.isReduced && !action.isPassedOn && action.thread != SystemFacts.currentThread
  }

  /// Returns the only waiting action with this identity: one that ended before a reducer received it, or that is open on another thread. It
  /// then counts as forwarded. `nil` if there is none, or if there are several, since they cannot be told apart.
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
  /// Takes a free composer; `nil` if all are in use.
  mutating func takeComposer() -> ActionComposer? { composers.popLast() }

  mutating func putBack(_ composer: ActionComposer) {
    // Usually at most four threads dispatch at the same time. A new composer rebuilds its cache of names when needed.
    if composers.count < 4 { composers.append(composer) }
  }
}

/// The latest actions that ended before a reducer received them. A middleware may keep such an action and forward it later.
///
/// Thunks, which are never forwarded, are among them, so the list can drop an action that still waits. It remembers the identities of
/// dropped actions: otherwise a later action with the same description would look unique.
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

  /// Removes the actions with this identity and returns them. `nil` if one more may exist.
  mutating func take(_ identity: Int) -> [StepNumber]? {
    let steps = actions.filter { $0.identity == identity }.map(\.step)
    if !steps.isEmpty { actions.removeAll { $0.identity == identity } }
    return knowsForgotten && !forgotten.contains(identity) ? steps : nil
  }
}
