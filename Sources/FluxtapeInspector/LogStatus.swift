import FluxtapeHistory
import FluxtapeScreen

/// How much of the log is there, and whether more is waited for.
struct LogStatus: Hashable, Sendable {
  /// Nil when all is read.
  var progress: HistoryOpening.Progress?
  /// Whether the logs are looked at again and again.
  var isWatched = false
  /// Whether looking is put off until the user wants it again.
  var isFrozen = false
  /// Whether the cursor goes to what is new.
  var isFollowing = false
  /// Whether the cursor stands where the log opens; it does not while that is not known yet.
  var isPlaced = true
  /// Rows there were when the cursor left the end of the log, or when reading was done.
  var seenRows = 0
  /// Why there is nothing to read at the last log's path at present.
  var absence: LogAbsence?
  /// Whether standard input, which the log is, may have more to give.
  var isInputOpen = false
  /// Why the logs are no longer looked at, in words.
  var failure: String?
}

extension LogStatus {
  /// What is wrong with the log, in a word that stays on the screen.
  var trouble: String? {
    if failure != nil { return "LOST" }
    switch absence {
    case .removed: return "REMOVED"
    case .replaced: return "REPLACED"
    case .emptied: return "EMPTIED"
    case nil: return nil
    }
  }

  /// Says that standard input is still being read.
  func inputSign(_ glyphs: Glyphs) -> String? { isInputOpen && failure == nil ? "READING\(glyphs.ellipsis)" : nil }
}

/// A look at the logs, by somebody who knows something of them already.
package struct LogLook: Hashable, Sendable {
  var run: Int
  /// Whether to look at once; others come after a pause.
  var isFirst: Bool
  /// The run as it is shown.
  var known: FixedRun
  var absence: LogAbsence?
  var isInputOpen = false
}

/// Which rows the timeline is to list.
package struct ListQuestion: Hashable, Sendable {
  var run: FixedRun
  var filters: [RowFilter]
  var collapsesFloods: Bool

  /// Whether every row is listed.
  var isEverything: Bool { filters.isEmpty && !collapsesFloods }
}
