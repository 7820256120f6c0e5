import FluxtapeHistory
import FluxtapeLog

/// What is left out of the run that is shown, and what is known of the run as it would have been.
struct WhatIfStatus: Sendable {
  /// The host, as it is named on the command line; nil where there is none.
  var host: String?
  /// What is being replayed, and how far that is.
  var asked: (question: WhatIfQuestion, percent: Int)?
  /// What the panes show in place of the recorded states.
  var shown: Hypothesis?
  /// Stores that the host has reducers for, once it has said so.
  var stores: Set<String>?
  var lastNumber = 0

  /// Steps that are left out, or will be as soon as they are replayed.
  var leftOut: Set<Int> { asked?.question.leftOut ?? shown?.question.leftOut ?? [] }

  /// What became of a row of the timeline. What is left out is so at once; what comes of it is known when it is replayed.
  func fate(of row: HistoryRow, at place: Int) -> Hypothesis.Fate {
    if let step = row.step?.rawValue, leftOut.contains(step) { return .leftOut }
    guard let shown else { return .same }
    let fate = shown.fate(of: row, at: place)
    return fate == .leftOut ? .same : fate
  }
}
