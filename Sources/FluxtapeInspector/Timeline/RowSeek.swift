package import FluxtapeHistory

/// Looks for the nearest row of some kind, step by step: in a log of millions of rows that may take a while.
package struct RowSeek: Hashable, Sendable {
  enum Goal: Hashable, Sendable {
    /// An action of this type, or a state.
    case type(Int?)
    /// A row of this store.
    case store(Int?)
    /// A row at or behind a line, at or behind a time.
    case line(Int), time(Int)
    /// A row that began this long after the one before it.
    case pause(Int)
  }

  /// The number of the run, and its rows.
  let number: Int
  let run: FixedRun
  let goal: Goal
  let isForward: Bool
  /// The row where looking begins.
  var start: Int
  /// How many of them to pass.
  var count: Int
  /// The last one found.
  var found: LinePlace?

  /// Rows that are looked at while a key waits: less than a millisecond.
  static let quickRows = 4096

  package enum Outcome: Hashable, Sendable {
    case found(LinePlace)
    case nothing
    /// Where to go on.
    case unfinished(RowSeek)
  }
}

extension RowSeek {
  /// Looks at no more than `limit` rows.
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
      let (pause, overflow) = time.subtractingReportingOverflow(before)
      return overflow || pause >= span
    }
  }

  /// What is said where there is none.
  var words: String {
    let way = isForward ? "later" : "earlier"
    return switch goal {
    case .type: "no \(way) action of this type"
    case .store: "no \(way) step of this store"
    case .line: "the log ends before that line"
    case .time: "the log ends before that"
    case .pause: "no \(way) pause as long as that"
    }
  }
}
