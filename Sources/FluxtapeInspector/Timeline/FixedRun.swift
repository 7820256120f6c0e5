package import FluxtapeHistory

/// A run as it was known at one moment. What is read of it later makes another one.
///
/// The inspector asks a log through one of these only, so that what it is told is always about the same rows. Numbers of rows mean
/// something within one of these: what is kept beyond is kept as the row's place, and looked up again.
package struct FixedRun: Sendable {
  let history: History
  let rows: RunRows

  package init(_ history: History) {
    self.history = history.fixed()
    rows = RunRows(self.history.rows)
  }
}

extension FixedRun: Hashable {
  package static func == (left: FixedRun, right: FixedRun) -> Bool { left.rows.areSame(as: right.rows) }

  package func hash(into hasher: inout Hasher) { hasher.combine(rows.count) }
}

extension HistoryRow {
  /// Whether others may be of the same type: an action, or a state without one.
  var hasType: Bool { kind == .action || kind == .state }
}

/// The rows of a run as it was known at one moment: the one way to a row. A number or a place that has no row here gives nil.
package struct RunRows: Sendable {
  private let rows: HistoryRows

  fileprivate init(_ rows: HistoryRows) { self.rows = rows }
}

extension RunRows {
  package var count: Int { rows.count }
  var isEmpty: Bool { rows.isEmpty }
  /// The number of the last row; -1 where there is none.
  var lastNumber: Int { rows.count - 1 }
  /// All rows, from the first on.
  var all: some Sequence<HistoryRow> { rows }

  package subscript(number: Int) -> HistoryRow? { rows.indices.contains(number) ? rows[number] : nil }

  /// O(log n).
  subscript(place: LinePlace) -> HistoryRow? { number(at: place).map { rows[$0] } }

  /// The number of the row at a place. O(log n).
  package func number(at place: LinePlace) -> Int? {
    let number = rows.firstNumber(notBefore: place)
    return number < rows.count && rows[number].place == place ? number : nil
  }

  /// The first row at a place or behind it; the number of rows where there is none. O(log n).
  func firstNumber(notBefore place: LinePlace) -> Int { rows.firstNumber(notBefore: place) }

  /// The first row behind a place. O(log n).
  func firstNumber(after place: LinePlace) -> Int {
    let number = rows.firstNumber(notBefore: place)
    return number < rows.count && rows[number].place == place ? number + 1 : number
  }

  package func place(of number: Int) -> LinePlace? { self[number]?.place }

  func areSame(as other: RunRows) -> Bool { rows.areSame(as: other.rows) }
}
