import FluxtapeHistory
import FluxtapeLog

/// The skipped steps of the shown run, and the replay without them.
struct WhatIfStatus: Sendable {
  /// The host's command line; nil without a host.
  var host: String?
  /// The running replay and its progress.
  var asked: (question: WhatIfQuestion, percent: Int)?
  /// The replay that the panes show instead of the recorded states.
  var shown: Hypothesis?
  /// The stores that the host has reducers for; nil before the first replay.
  var stores: Set<String>?
  var lastNumber = 0

  /// The skipped steps, including those of a running replay.
  var leftOut: Set<Int> { asked?.question.leftOut ?? shown?.question.leftOut ?? [] }

  /// Returns a row's fate. Skipped rows are marked at once, all others after the replay.
  func fate(of row: HistoryRow, at place: Int) -> Hypothesis.Fate {
    if let step = row.step?.rawValue, leftOut.contains(step) { return .leftOut }
    guard let shown else { return .same }
    let fate = shown.fate(of: row, at: place)
    return fate == .leftOut ? .same : fate
  }
}
