import FluxtapeHistory

/// How much of the log is there, and whether more is waited for.
struct LogStanding: Hashable, Sendable {
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
  /// Why the logs are no longer looked at, in words.
  var failure: String?
}

/// Which rows the timeline is to list.
package struct ListQuestion: Hashable, Sendable {
  var run: Int
  var rowCount: Int
  var filters: [RowFilter]
  var collapsesFloods: Bool

  /// Whether every row is listed.
  var isEverything: Bool { filters.isEmpty && !collapsesFloods }
}
