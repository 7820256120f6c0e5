import FluxtapeHistory
import FluxtapeLog

/// The skipped actions of the shown run, and the replay without them.
struct WhatIfStatus: Sendable {
  /// The host's command line; nil without a host.
  var host: String?
  /// The running replay and its progress.
  var asked: (question: WhatIfQuestion, percent: Int)?
  /// The replay that the panes show instead of the recorded states.
  var shown: Hypothesis?
  /// The stores that the host has reducers for; nil before the first replay.
  var stores: Set<String>?
  /// What is skipped in runs that are not shown, by their indices.
  var kept: [Int: Set<Int>] = [:]
  var lastNumber = 0

  /// The skipped steps, including those of a running replay.
  var skipped: Set<Int> { (asked?.question ?? shown?.question)?.skipped ?? [] }

  /// Whether any run has skipped actions.
  var hasSkipped: Bool { !skipped.isEmpty || !kept.isEmpty }

  /// Forgets what is skipped in the first runs, and counts the others anew from there.
  mutating func dropKept(ofFirst count: Int) {
    kept = Dictionary(uniqueKeysWithValues: kept.filter { $0.key >= count }.map { ($0.key - count, $0.value) })
  }

  /// Returns a row's fate. Skipped rows are marked at once, all others after the replay.
  func fate(of row: HistoryRow, at place: Int) -> Hypothesis.Fate {
    if let step = row.step?.rawValue, skipped.contains(step) { return .leftOut }
    guard let shown else { return .same }
    let fate = shown.fate(of: row, at: place)
    // The running replay restores it.
    return fate == .leftOut ? .same : fate
  }
}
