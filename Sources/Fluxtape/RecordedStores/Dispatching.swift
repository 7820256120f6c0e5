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
  var listener: (any LogListener)?
  private var latestTicket = 0
  /// Whether a state newer than the last one in the log could not be written.
  private(set) var hasUntoldState = false
  /// The number of actions begun.
  private(set) var beginnings = 0
}

/// An action between its beginning and its end.
struct OpenAction {
  enum Kind {
    /// A dispatched action on its way to a reducer, with the contents of its record.
    case dispatch(OpenDispatch.Contents)
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
  /// Whether a reducer has received it.
  var isReduced = false

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
