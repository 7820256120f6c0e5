/// Something that an effect asks for and that takes longer than a key may wait: what to do, and where its answers go.
package struct InspectorWork: Sendable {
  /// Work of one kind. New work takes the place of what waits in its lane, and cancels what runs there.
  package enum Lane: Int, CaseIterable, Hashable, Sendable {
    /// What became of the logs.
    case log
    /// What the step under the cursor says.
    case step
    /// Rows that a search finds, rows that pass the filters, the next row of some kind.
    case search, list, seek
    /// Who wrote a value, how it changed; the same of the values that are watched.
    case values, watches
    case statistics
    /// The run without some of its steps.
    case replay
    /// Texts to be copied or shown.
    case text
    /// States that are kept so that others are near them.
    case checkpoints
  }

  package let lane: Lane
  /// Whether it may begin later: it looks again at something that was looked at just now.
  package let isDeferred: Bool
  /// Asks its first argument now and then whether to stop, and hands its second what it has found.
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
