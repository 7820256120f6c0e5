import FluxtapeCoding
import FluxtapeLog

// What the store decides when an action arrives.

extension Dispatching {
  /// The situation in which an action is dispatched.
  enum Situation {
    /// The log is closed.
    case over
    /// The log has no state of this store yet; ask for the initial state.
    case first(Asking)
    /// Inside an action whose state is still unknown.
    case nested(Opened)
    /// No action is in flight: the store has the state before the action.
    case idle(Asking)
    /// A reducer reports the states, or the store cannot be asked.
    case known
  }

  /// What is captured before the recorder asks for a state.
  struct Asking {
    let ticket: Int
    /// The number of actions begun so far; `nil` if irrelevant.
    let beginnings: Int?
    /// The action that caused a change.
    let cause: StepNumber?
  }

  mutating func situation(asksForState: Bool) -> Situation {
    if isOver { return .over }
    if !asksForState { return .known }
    if claimsFirstState() { return .first(Asking(ticket: takeTicket(), beginnings: nil, cause: nil)) }
    // The store's state may differ from what its last reducer returned, since the store may publish it later.
    if hasReducer { return .known }
    if let outer = actionInNeedOfState { return .nested(outer) }
    return askIfIdle().map(Situation.idle) ?? .known
  }

  /// Captures what is needed before asking for changes made while no action was in flight. `nil` if an action is in flight.
  mutating func askIfIdle() -> Asking? { isIdle ? Asking(ticket: takeTicket(), beginnings: beginnings, cause: nil) : nil }

  /// Does the same for changes between the last action inside `outer` and its end. `nil` if other threads dispatch.
  mutating func askAtEnd(of outer: StepNumber) -> Asking? {
    isAlone ? Asking(ticket: takeTicket(), beginnings: beginnings, cause: outer) : nil
  }

  /// Whether a state requested this way may contain changes by actions that began since, or changes of states that were not written.
  func isStale(_ asking: Asking) -> Bool { hasUntoldState || asking.beginnings.map { $0 != beginnings } ?? false }
}

extension Dispatching {
  /// The situation in which an action reaches a reducer.
  struct Arrival {
    /// Whether the log has no state of the store yet.
    let isFirst: Bool
    /// The innermost action on the running thread.
    let outer: StepNumber?
    let before: StateBefore
    /// That action, if it was dispatched and no reducer has received it yet.
    let dispatch: (opened: Opened, contents: OpenDispatch.Contents)?
    let listener: (any LogListener)?
  }

  /// Notes that a reducer is about to run. Returns `nil` if the log is closed.
  mutating func arrive() -> Arrival? {
    guard !isOver else { return nil }
    hasReducer = true
    let thread = SystemFacts.currentThread
    let innermost = open.last { $0.thread == thread }
    return Arrival(
      isFirst: claimsFirstState(), outer: innermost?.opened.step, before: StateBefore(cause: reducingAction),
      dispatch: innermost.flatMap(Self.dispatch), listener: listener)
  }

  private static func dispatch(_ open: OpenAction) -> (opened: Opened, contents: OpenDispatch.Contents)? {
    guard case .dispatch(let contents) = open.kind, !open.isComplete, !open.isReduced else { return nil }
    return (open.opened, contents)
  }

  /// Notes that a reducer received the action.
  mutating func markReduced(_ step: StepNumber) {
    if let place = open.lastIndex(where: { $0.opened.step == step }) { open[place].isReduced = true }
  }
}

/// What is known about a state before a reducer runs on it.
@usableFromInline struct StateBefore {
  /// The action that caused the changes made since the last state in the log.
  var cause: StepNumber?
}
