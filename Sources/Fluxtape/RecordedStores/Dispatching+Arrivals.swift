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
    var match: Match
    /// Whether the log has no state of the store yet.
    let isFirst: Bool
    /// The innermost action on the running thread.
    let outer: StepNumber?
    let before: StateBefore
    /// A free composer, unless the action has one already.
    var spare: ActionComposer?
  }

  /// Whether the record of the action was begun at its dispatch.
  enum Match {
    /// The log is closed.
    case over
    case none
    case attached(Opened)
    /// The innermost action has the same type, but different bytes.
    case perhaps(Opened, ActionSubject)
  }

  /// Matches the reducer call with the innermost action of the running thread, if they are the same action and no reducer has received it
  /// yet.
  mutating func arrive(_ action: ActionSubject) -> Arrival {
    if isOver { return Arrival(match: .over, isFirst: false, outer: nil, before: StateBefore(), spare: nil) }
    let isFirst = claimsFirstState()
    let before = arrive()
    let thread = SystemFacts.currentThread
    let place = open.lastIndex { $0.thread == thread }
    let match = place.map { self.match(action, at: $0) } ?? .none
    let outer = place.map { open[$0].opened.step }
    if case .attached = match { return Arrival(match: match, isFirst: isFirst, outer: outer, before: before, spare: nil) }
    return Arrival(match: match, isFirst: isFirst, outer: outer, before: before, spare: takeComposer())
  }

  /// Notes that a reducer is about to run.
  mutating func arrive() -> StateBefore {
    hasReducer = true
    _ = claimsFirstState()
    return StateBefore(cause: reducingAction)
  }

  private mutating func match(_ action: ActionSubject, at place: Int) -> Match {
    guard case .dispatch(let original) = open[place].kind, original.type == action.type, !open[place].isComplete, !open[place].isReduced
    else { return .none }
    guard original.hasSameBytes(as: action) else { return .perhaps(open[place].opened, original) }
    open[place].isReduced = true
    return .attached(open[place].opened)
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
