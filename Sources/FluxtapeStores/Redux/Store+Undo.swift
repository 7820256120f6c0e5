internal import Fluxtape
internal import FluxtapeLocking

extension Store {
  /// Whether ``undo(fileID:line:)`` has a state to restore.
  public var canUndo: Bool { undoing?.history.withLock { !$0.past.isEmpty } ?? false }

  /// Whether ``redo(fileID:line:)`` has a state to restore.
  public var canRedo: Bool { undoing?.history.withLock { !$0.future.isEmpty } ?? false }

  /// Restores the whole state before the latest undoable action. This also undoes later changes by other actions.
  ///
  /// Runs no reducer, middleware or effect. Calls subscribers, and records a step `undo`.
  ///
  /// - Returns: `false` if there is none, or inside a reducer, which would deadlock.
  @discardableResult
  public func undo(fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
    travel("undo", CallSite(fileID: fileID, line: line)) { $0.undo($1) }
  }

  /// Reverts the latest ``undo(fileID:line:)``, unless an undoable action came since.
  @discardableResult
  public func redo(fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
    travel("redo", CallSite(fileID: fileID, line: line)) { $0.redo($1) }
  }

  private func travel(_ name: String, _ site: CallSite, _ move: (inout UndoHistory<State>, State) -> State?) -> Bool {
    guard let undoing, !ThreadFlag.reducing.isSet else { return false }
    let posted = turn.withLock { _ -> StateBroadcast<State>.Posted? in
      var state = states.latest
      guard let target = undoing.history.withLock({ move(&$0, state) }) else { return nil }
      var cause = Cause.current
      if let recording {
        ThreadFlag.reducing.withFlagSet {
          recording.reduce(name, Never?.none, into: &state, fileID: site.fileID, line: site.line) { state in
            cause = Cause.current
            state = target
          }
        }
      } else {
        state = target
      }
      return states.post(Change(state: state, cause: cause))
    }
    posted?.deliver()
    return posted != nil
  }
}

/// The undo rule and history of a store.
struct Undoing<State: Sendable, Action: Sendable>: Sendable {
  let rule: UndoRule<State, Action>
  let history: Locked<UndoHistory<State>>

  init(_ rule: UndoRule<State, Action>) {
    self.rule = rule
    history = Locked(UndoHistory(limit: rule.limit))
  }

  func note(_ action: Action, from before: State, to after: State) {
    guard rule.isUndoable(action, before, after) else { return }
    // Release forgotten states outside the lock.
    _ = history.withLock { history in
      let forgotten = (history.past.first, history.future)
      history.leave(before)
      return forgotten
    }
  }
}
