import FluxtapeCoding
import FluxtapeLog

/// What is going on in one store right now: the actions that have begun and not ended, on whichever threads.
struct Dispatching {
  var open: [OpenAction] = []
  /// Asynchronous scopes that have not ended. They belong to no thread.
  var openEffects = 0
  /// Whether a reducer wrap gives the states, so that nobody else has to ask for them.
  var hasReducer = false
  /// Whether the log has, or is about to get, a first state of the store.
  private var isStated = false
  /// Whether the log knows of the store at all.
  var hasRecords = false
  /// Whether the log takes nothing any more.
  var isOver = false
  private var latestTicket = 0
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
    case scope
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
  /// Whether a reducer has got it.
  var isReduced = false
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
  mutating func leaveParent() {
    open = []
    openEffects = 0
    hasRecords = false
  }

  mutating func endEffect() { openEffects = max(0, openEffects - 1) }
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

  /// The innermost action on the running thread whose state is still to be asked for; from now on it counts as complete.
  mutating func takeActionInNeedOfState() -> Opened? {
    let thread = SystemFacts.currentThread
    guard let place = open.lastIndex(where: { $0.thread == thread && $0.asksForState && !$0.isComplete }) else { return nil }
    open[place].isComplete = true
    return open[place].opened
  }

  /// Whether nothing is under way that could have changed the state without having told so yet.
  var isIdle: Bool { open.isEmpty && openEffects == 0 }

  /// Whether the running thread is inside a scope.
  var isInScope: Bool {
    let thread = SystemFacts.currentThread
    return open.contains { action in
      guard action.thread == thread, case .scope = action.kind else { return false }
      return true
    }
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
