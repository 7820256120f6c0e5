package import FluxtapeHistory
import FluxtapeLogReading

/// A search for the nearest row of some kind. It can pause and resume, as millions of rows take a while.
package struct RowSeek: Hashable, Sendable {
  enum Goal: Hashable, Sendable {
    /// An action of this type, or a state.
    case type(Int?)
    /// A row of this store.
    case store(Int?)
    /// A row at or after a line; at or after a time.
    case line(Int), time(Int)
    /// A row that began this long after the one before it.
    case pause(Int)
  }

  /// The number of the run, and its rows.
  let number: Int
  let run: FixedRun
  let goal: Goal
  let isForward: Bool
  /// The row where the search continues.
  var start: Int
  /// Stop at this many rows.
  var count: Int
  /// The last row found.
  var found: LinePlace?

  /// The number of rows to search while a key waits: less than a millisecond.
  static let quickRows = 4096

  package enum Outcome: Hashable, Sendable {
    case found(LinePlace)
    case nothing
    /// Continue with this search.
    case unfinished(RowSeek)
  }
}

extension RowSeek {
  /// Searches at most `limit` rows.
  func run(limit: Int) -> Outcome {
    var seek = self
    var left = limit
    while let row = run.rows[seek.start] {
      guard left > 0 else { return .unfinished(seek) }
      left -= 1
      if seek.isGoal(row) {
        seek.found = row.place
        seek.count -= 1
        if seek.count <= 0 { return .found(row.place) }
      }
      seek.start += isForward ? 1 : -1
    }
    return seek.found.map { .found($0) } ?? .nothing
  }

  private func isGoal(_ row: HistoryRow) -> Bool {
    switch goal {
    case .type(let type): return row.hasType && row.typeNumber == type
    case .store(let store): return row.store == store
    case .line(let line): return (row.lineNumber ?? 0) >= line
    case .time(let time): return row.time.map { $0 >= time } ?? false
    case .pause(let span):
      guard let time = row.time, let before = run.rows[start - 1]?.time else { return false }
      return time.saturatingSubtract(before) >= span
    }
  }

  /// The message if there is no such row.
  var words: String {
    let direction = isForward ? "later" : "earlier"
    return switch goal {
    case .type: "no \(direction) action of this type"
    case .store: "no \(direction) step of this store"
    case .line: "the log ends before that line"
    case .time: "the log ends before that time"
    case .pause: "no \(direction) pause as long as that"
    }
  }
}
