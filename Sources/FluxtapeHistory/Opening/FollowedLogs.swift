import FluxtapeLocking

/// Logs that are read to their end, and then checked for what is written later.
package final class FollowedLogs: Sendable {
  package enum Event: Hashable, Sendable {
    /// New rows, or rows with more information.
    case grown
    /// The file was truncated, and is read again.
    case truncated
    /// Another log replaced the file.
    case replaced
  }

  private struct State {
    var opening: HistoryOpening
    /// The runs of logs that were replaced.
    var earlier: [History] = []
    /// What happened to the log, while there is no new one to open.
    var awaited: Event?
    var absence: LogAbsence?
    /// Whether standard input may have more than was read.
    var isInputOpen: Bool
  }

  /// Opens the logs again after an event.
  private let reopening: @Sendable (Event) throws(HistoryError) -> HistoryOpening
  private let state: Locked<State>

  private let keptRuns: Int

  /// - Parameter keptRuns: The maximum number of replaced runs to keep.
  package init(
    _ opening: HistoryOpening, keeping keptRuns: Int, reopening: @escaping @Sendable (Event) throws(HistoryError) -> HistoryOpening
  ) {
    self.keptRuns = keptRuns
    self.reopening = reopening
    state = Locked(State(opening: opening, isInputOpen: opening.isInputOpen))
  }

  /// The logs as they were last opened.
  package var opening: HistoryOpening { state.withLock { $0.opening } }

  /// The runs read so far, those of replaced logs first.
  package var histories: [History] { state.withLock { $0.earlier + $0.opening.histories } }

  /// Why the last check could not read the log.
  package var absence: LogAbsence? { state.withLock { $0.absence } }

  /// Whether standard input was open when the last check began.
  package var isInputOpen: Bool { state.withLock { $0.isInputOpen } }
}

/// Why the last log cannot be read at its path.
package enum LogAbsence: Hashable, Sendable {
  /// The file was removed. What was read stays readable.
  case removed
  /// A file that is not a log yet replaced the log. What was read stays readable.
  case replaced
  /// The file was truncated to nothing. Only what is in memory is left.
  case emptied
}

extension FollowedLogs {
  /// Waits until the logs are read, then reads what was written since the last check.
  ///
  /// - Returns: Nil if there is nothing new to read. ``absence`` may have changed then.
  package func check() throws(HistoryError) -> Event? {
    let opening = opening
    try opening.wait()
    if let event = state.withLock({ $0.awaited }) { return try reopen(as: event) }
    let isInputOpen = opening.isInputOpen
    let growth = try opening.readOn()
    state.withLock { state in
      state.absence = growth == .removed ? .removed : nil
      if growth == .unchanged { state.isInputOpen = isInputOpen }
    }
    switch growth {
    case .unchanged, .removed: return nil
    case .grown: return .grown
    case .truncated: return try reopen(as: .truncated)
    case .replaced: return try reopen(as: .replaced)
    case .remade: return try reopen(as: .grown)
    }
  }

  /// Opens the logs again. Returns nil while nothing is written there.
  private func reopen(as event: Event) throws(HistoryError) -> Event? {
    let next: HistoryOpening
    let isInputEnded = opening.isInputEnded
    do throws(HistoryError) {
      next = try reopening(event)
      try next.wait()
    } catch {
      guard error.mayBeUnfinished, !isInputEnded else { throw error }
      guard event != .grown else { return nil }
      state.withLock { state in
        state.awaited = event
        state.absence = event == .truncated ? .emptied : error.reason == .notFound ? .removed : .replaced
      }
      return nil
    }
    return state.withLock { state in
      let old = state.opening.histories
      let isSame = zip(next.histories, old).allSatisfy { $0.rows.count >= $1.rows.count } && next.histories.count >= old.count
      // The source of an unpacked or converted file may be another log now.
      let event = event == .grown && !isSame ? .replaced : event
      // A truncated log is no longer readable; a replaced one is.
      if event == .replaced { state.earlier = (state.earlier + old).suffix(keptRuns) }
      state.opening = next
      (state.awaited, state.absence) = (nil, nil)
      return event
    }
  }
}
