import FluxtapeLogReading
import FluxtapeHistory
import FluxtapeLog
import FluxtapeScreen

/// How much of the logs has been read, and whether they are followed.
struct LogStatus: Hashable, Sendable {
  /// Nil when reading is done.
  var progress: HistoryOpening.Progress?
  /// Whether the logs are checked for news.
  var isWatched = false
  /// Whether the user has paused following.
  var isFrozen = false
  /// Whether the cursor follows new rows.
  var isFollowing = false
  /// Whether the cursor is on the opening row. False while that row is not known yet.
  var isPlaced = true
  /// The cursor's step when the log was last inspected, until the cursor has returned there.
  var stepToReturnTo: StepNumber?
  /// Where the cursor goes as soon as it is read.
  var awaited: JumpTarget?
  /// The number of rows when the cursor left the end of the log, or when reading was done.
  var seenRows = 0
  /// Why the last log cannot be read at its path.
  var absence: LogAbsence?
  /// Whether the log is standard input, and it is still open.
  var isInputOpen = false
  /// Why the logs are no longer checked.
  var failure: String?
}

/// A place of the log that a jump goes to.
enum JumpTarget: Hashable, Sendable {
  case step(Int), line(Int)
  /// Microseconds since the run began.
  case time(Int)

  var words: String {
    switch self {
    case .step(let number): "step \(number.grouped)"
    case .line(let number): "line \(number.grouped)"
    case .time: "that time"
    }
  }

  /// The message while a jump waits.
  var waitingWords: String { "\(words) is not read yet: the jump waits for it, Esc gives it up" }
}

extension LogStatus {
  /// Whether more of the logs is being read.
  var isReading: Bool { isWatched && !isFrozen && (progress != nil || !isPlaced) }

  /// One word for the log's problem, shown permanently.
  var trouble: String? {
    if failure != nil { return "LOST" }
    switch absence {
    case .removed: return "REMOVED"
    case .replaced: return "REPLACED"
    case .emptied: return "EMPTIED"
    case nil: return nil
    }
  }

  /// Returns a sign while standard input is being read.
  func inputSign(_ glyphs: Glyphs) -> String? { isInputOpen && failure == nil ? "READING\(glyphs.ellipsis)" : nil }
}

/// A question for news of the logs, with what is known already.
package struct LogCheck: Hashable, Sendable {
  var run: Int
  /// Whether to check at once. Later checks come after a pause.
  var isFirst: Bool
  /// The run as shown.
  var known: FixedRun
  var absence: LogAbsence?
  var isInputOpen = false
}

/// A question for the rows that the timeline lists.
package struct ListQuestion: Hashable, Sendable {
  var run: FixedRun
  var filters: [RowFilter]
  var collapsesFloods: Bool

  /// Whether every row is listed.
  var isEverything: Bool { filters.isEmpty && !collapsesFloods }
}
