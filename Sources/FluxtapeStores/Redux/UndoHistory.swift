/// The states for undo and redo.
struct UndoHistory<State: Sendable>: Sendable {
  /// Oldest first.
  private(set) var past: [State] = []
  /// Last undone last.
  private(set) var future: [State] = []
  let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Records that another state replaces `state`. Discards the states for redo.
  mutating func leave(_ state: State) {
    future = []
    guard limit > 0 else { return }
    if past.count == limit { past.removeFirst() }
    past.append(state)
  }

  /// Returns the previous state; `nil` if none is kept.
  mutating func undo(_ state: State) -> State? {
    guard let before = past.popLast() else { return nil }
    future.append(state)
    return before
  }

  /// Returns the state that was undone last; `nil` if there is none.
  mutating func redo(_ state: State) -> State? {
    guard let after = future.popLast() else { return nil }
    past.append(state)
    return after
  }
}
