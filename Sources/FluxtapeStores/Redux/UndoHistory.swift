/// The states that a store can go back to, and those that it came back from.
struct UndoHistory<State: Sendable>: Sendable {
  /// Oldest first.
  private(set) var past: [State] = []
  /// The one that was undone last comes last.
  private(set) var future: [State] = []
  let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Notes that `state` is replaced by another one. What was undone before is given up.
  mutating func leave(_ state: State) {
    future = []
    guard limit > 0 else { return }
    if past.count == limit { past.removeFirst() }
    past.append(state)
  }

  /// - Returns: the state before, or `nil` if none is kept.
  mutating func undo(_ state: State) -> State? {
    guard let before = past.popLast() else { return nil }
    future.append(state)
    return before
  }

  /// - Returns: the state that was undone last, or `nil` if there is none.
  mutating func redo(_ state: State) -> State? {
    guard let after = future.popLast() else { return nil }
    past.append(state)
    return after
  }
}
