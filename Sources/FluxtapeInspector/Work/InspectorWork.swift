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
    /// The answer to a question; changes of watched values.
    case answers, watches
    /// What a check of the log finds.
    case check
    /// Names in a query, or a path, that no step has.
    case unseenNames
    /// The last states of all stores.
    case lastStates
    /// The opening of a log to compare.
    case opening
    /// How the runs ended, and what checks of them find.
    case runs, runChecks
    /// A replay without some actions.
    case replay
    /// The names of files, to complete.
    case files
    /// Texts to copy or show.
    case text
    /// Checkpoints of states.
    case checkpoints
    /// The time of a step that is being played.
    case playback

    /// What a pane may wait for.
    static let awaited: [Lane] = [.answers, .seek]
  }

  /// When work starts.
  package enum Start: Hashable, Sendable {
    case now
    /// The work repeats a check: after some tenths of a second, and later if the lane's last work took long.
    case later
    case after(microseconds: Int)
  }

  package let lane: Lane
  package let start: Start
  /// Does the work. Calls its first argument regularly to see whether to stop, and its second with each answer.
  package let run:
    @Sendable (_ isCancelled: @escaping @Sendable () -> Bool, _ report: @escaping @Sendable (InspectorAnswer) -> Void) -> Void

  init(
    _ lane: Lane, start: Start = .now,
    _ run: @escaping @Sendable (@escaping @Sendable () -> Bool, @escaping @Sendable (InspectorAnswer) -> Void) -> Void
  ) {
    self.lane = lane
    self.start = start
    self.run = run
  }
}
