package import FluxtapeHistory

/// A run at one moment. Reading more of the log makes another one.
///
/// The inspector reads a log only through this type, so that all answers refer to the same rows. A row number is valid within one fixed
/// run.
/// Longer-lived references are a row's place, looked up again.
package struct FixedRun: Sendable {
  package let history: History
  let rows: RunRows

  package init(_ history: History) {
    self.history = history.fixed()
    rows = RunRows(self.history.rows)
  }

  /// The name of its first log, without the folder.
  var name: String {
    let name = history.files.first?.displayName ?? ""
    return name.split(separator: "/").last.map(String.init) ?? name
  }
}

extension FixedRun: Hashable {
  package static func == (left: FixedRun, right: FixedRun) -> Bool { left.rows.areSame(as: right.rows) }

  package func hash(into hasher: inout Hasher) { hasher.combine(rows.count) }
}

extension HistoryRow {
  /// Whether the row has a type that others can share: an action, or a state without one.
  var hasType: Bool { kind == .action || kind == .state }
}

/// The rows of a run at one moment. Returns nil for a number or a place without a row.
package struct RunRows: Sendable {
  private let rows: HistoryRows

  fileprivate init(_ rows: HistoryRows) { self.rows = rows }
}

extension RunRows {
  package var count: Int { rows.count }
  var isEmpty: Bool { rows.isEmpty }
  /// The number of the last row; -1 if there is none.
  var lastNumber: Int { rows.count - 1 }
  /// All rows, from the first on.
  var all: some Sequence<HistoryRow> { rows }

  package subscript(number: Int) -> HistoryRow? { rows.indices.contains(number) ? rows[number] : nil }

  /// O(log n).
  subscript(place: LinePlace) -> HistoryRow? { number(at: place).map { rows[$0] } }

  /// Returns the number of the row at a place. O(log n).
  package func number(at place: LinePlace) -> Int? {
    let number = rows.firstNumber(notBefore: place)
    return number < rows.count && rows[number].place == place ? number : nil
  }

  /// Returns the first row at or after a place, or `count` if there is none. O(log n).
  func firstNumber(notBefore place: LinePlace) -> Int { rows.firstNumber(notBefore: place) }

  /// Returns the first row after a place, or `count` if there is none. O(log n).
  func firstNumber(after place: LinePlace) -> Int {
    let number = rows.firstNumber(notBefore: place)
    return number < rows.count && rows[number].place == place ? number + 1 : number
  }

  package func place(of number: Int) -> LinePlace? { self[number]?.place }

  func areSame(as other: RunRows) -> Bool { rows.areSame(as: other.rows) }
}
