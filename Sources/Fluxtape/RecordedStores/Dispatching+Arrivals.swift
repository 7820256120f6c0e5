import FluxtapeCoding
import FluxtapeLog

// What is found out, all at once, when an action comes by.

extension Dispatching {
  /// How things stand when an action is dispatched.
  enum Situation {
    /// The log takes nothing any more.
    case over
    /// The log has no state of the store.
    case first
    /// Inside of an action whose state is still to be asked for.
    case nested(Opened)
    /// Nothing else is under way.
    case idle
    /// A reducer tells the states, or there is nobody to be asked.
    case known
  }

  mutating func situation(asksForState: Bool) -> Situation {
    if isOver { return .over }
    if !asksForState { return .known }
    if claimsFirstState() { return .first }
    if hasReducer { return .known }
    if let outer = takeActionInNeedOfState() { return .nested(outer) }
    return isIdle ? .idle : .known
  }
}

extension Dispatching {
  /// How things stand when an action is about to be reduced.
  struct Arrival {
    var match: Match
    /// Whether the log has no state of the store.
    let isFirst: Bool
    /// The innermost action on the running thread.
    let outer: StepNumber?
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
    if isOver { return Arrival(match: .over, isFirst: false, outer: nil, spare: nil) }
    hasReducer = true
    let thread = SystemFacts.currentThread
    let place = open.lastIndex { $0.thread == thread }
    let match = place.map { self.match(action, at: $0) } ?? .none
    let outer = place.map { open[$0].opened.step }
    if case .attached = match { return Arrival(match: match, isFirst: claimsFirstState(), outer: outer, spare: nil) }
    return Arrival(match: match, isFirst: claimsFirstState(), outer: outer, spare: takeComposer())
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
