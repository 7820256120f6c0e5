#if !RECORDING_COMPILED_OUT
import FluxtapeCoding
import FluxtapeLog

// What is found out, all at once, when an action comes by.

extension Dispatching {
  /// How things stand when an action is dispatched.
  enum Situation {
    /// The log takes nothing any more.
    case over
    /// The log has no state of the store: what it begins with is to be asked for.
    case first(Asking)
    /// Inside of an action whose state is still to be asked for.
    case nested(Opened)
    /// Nothing is under way: the store has the state before the action.
    case idle(Asking)
    /// A reducer tells the states, or the store cannot be asked.
    case known
  }

  /// What is known before a state is asked for.
  struct Asking {
    let ticket: Int
    /// How many actions had begun; `nil` if that makes no difference.
    let beginnings: Int?
    /// The action that a change belongs to.
    let cause: StepNumber?
  }

  mutating func situation(asksForState: Bool) -> Situation {
    if isOver { return .over }
    if !asksForState { return .known }
    if claimsFirstState() { return .first(Asking(ticket: takeTicket(), beginnings: nil, cause: nil)) }
    // What the store says need not be what its last reducer returned: it may publish that later.
    if hasReducer { return .known }
    if let outer = actionInNeedOfState { return .nested(outer) }
    return askIfIdle().map(Situation.idle) ?? .known
  }

  /// What has to be known before it is asked what changed while nothing was under way. `nil` if something is.
  mutating func askIfIdle() -> Asking? { isIdle ? Asking(ticket: takeTicket(), beginnings: beginnings, cause: nil) : nil }

  /// The same for what changed between the last action inside of `outer` and its end. `nil` if other threads are at work.
  mutating func askAtEnd(of outer: StepNumber) -> Asking? {
    isAlone ? Asking(ticket: takeTicket(), beginnings: beginnings, cause: outer) : nil
  }

  /// Whether what was asked for may have changes of actions that began since, or of states that could not be told.
  func isStale(_ asking: Asking) -> Bool { hasUntoldState || asking.beginnings.map { $0 != beginnings } ?? false }
}

extension Dispatching {
  /// How things stand when an action is about to be reduced.
  struct Arrival {
    var match: Match
    /// Whether the log has no state of the store.
    let isFirst: Bool
    /// The innermost action on the running thread.
    let outer: StepNumber?
    let before: StateBefore
    /// Whether there are actions that a middleware may pass on.
    var hasWaitingActions = false
    /// What composes lines, unless the action has one.
    var spare: ActionComposer?
  }

  /// Whether the record of the action was begun when it was dispatched.
  enum Match {
    /// The log takes nothing any more.
    case over
    case none
    case attached(Opened)
    /// The innermost action has the same type, but not the same bytes.
    case perhaps(Opened, ActionSubject)
  }

  /// Gives the innermost action of the running thread to the reducer that is about to be called, if it is the reducer's action and no reducer
  /// got it before.
  mutating func arrive(_ action: ActionSubject) -> Arrival {
    if isOver { return Arrival(match: .over, isFirst: false, outer: nil, before: StateBefore(), spare: nil) }
    let isFirst = claimsFirstState()
    let before = arrive()
    let thread = SystemFacts.currentThread
    let place = open.lastIndex { $0.thread == thread }
    let match = place.map { self.match(action, at: $0) } ?? .none
    let outer = place.map { open[$0].opened.step }
    if case .attached = match { return Arrival(match: match, isFirst: isFirst, outer: outer, before: before, spare: nil) }
    return Arrival(
      match: match, isFirst: isFirst, outer: outer, before: before, hasWaitingActions: hasWaitingActions, spare: takeComposer())
  }

  /// Notes that a reducer is about to be called.
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

  /// Notes that a reducer got the action.
  mutating func markReduced(_ step: StepNumber) {
    if let place = open.lastIndex(where: { $0.opened.step == step }) { open[place].isReduced = true }
  }
}

/// What is known of a state before it is reduced.
@usableFromInline struct StateBefore {
  /// The action that a change belongs to which was made since the state that the log has.
  var cause: StepNumber?
}
#endif
