/// Slow work of an effect, whose answers are actions.
package struct InspectorWork: Sendable {
  /// A kind of work. New work replaces the waiting work of its lane and cancels the running work.
  package enum Lane: Int, CaseIterable, Hashable, Sendable {
    /// News of the logs.
    case log
    /// The details of the step under the cursor.
    case step
    /// Hits of a search; rows that pass the filters; the next row of some kind.
    case search, list, seek
    /// Blame and changes of a value; changes of watched values.
    case values, watches
    case statistics
    /// A replay without some steps.
    case replay
    /// Texts to copy or show.
    case text
    /// Checkpoints of states.
    case checkpoints
  }

  package let lane: Lane
  /// Whether the work repeats a check, and may start later.
  package let isDeferred: Bool
  /// Does the work. Calls its first argument regularly to see whether to stop, and its second with each answer.
  package let run:
    @Sendable (_ isCancelled: @escaping @Sendable () -> Bool, _ report: @escaping @Sendable (InspectorAction) -> Void) -> Void

  init(
    _ lane: Lane, isDeferred: Bool = false,
    _ run: @escaping @Sendable (@escaping @Sendable () -> Bool, @escaping @Sendable (InspectorAction) -> Void) -> Void
  ) {
    self.lane = lane
    self.isDeferred = isDeferred
    self.run = run
  }
}
