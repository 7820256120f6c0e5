import FluxtapeHistory

/// The rows that the timeline lists: all, or those that pass the filters, with a flood of one action as one row.
///
/// The row under the cursor is listed even if it does not pass, so that going to a cause never hides the cursor.
package struct ListedRows: Hashable, Sendable {
  /// Ascending; nil if every row is listed.
  private let places: [LinePlace]?
  /// The number of rows in a flood, by its position in `places`.
  private let floods: [Int: Int]
  private let total: Int
  /// What passes the filters, with every row of a flood.
  var counted = StepCount()
  /// The row under the cursor if it does not pass, and its position in the list.
  private var guest: (row: LinePlace, position: Int)?

  /// Lists all rows.
  init(all count: Int) {
    places = nil
    floods = [:]
    total = count
  }

  /// - Parameter floods: The number of rows in a flood, by its position.
  init(_ places: [LinePlace], floods: [Int: Int] = [:]) {
    self.places = places
    self.floods = floods
    total = places.count
  }

  package static func == (left: ListedRows, right: ListedRows) -> Bool {
    left.places == right.places && left.floods == right.floods && left.total == right.total && left.guest?.row == right.guest?.row
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(total)
    hasher.combine(guest?.row)
  }
}

extension ListedRows {
  /// The number of rows in the list.
  var count: Int { total + (guest == nil ? 0 : 1) }

  /// The number of rows that pass.
  var passing: Int { total }

  var isEverything: Bool { places == nil }

  /// Returns the number of the row at a position of the list. O(log n).
  func number(at position: Int, in rows: RunRows) -> Int? {
    guard (0..<count).contains(position) else { return nil }
    guard let places else { return position < rows.count ? position : nil }
    guard let guest, position >= guest.position else { return rows.number(at: places[position]) }
    return rows.number(at: position == guest.position ? guest.row : places[position - 1])
  }

  /// Returns the number of rows of the log that the entry at a position represents.
  func length(at position: Int) -> Int {
    guard !floods.isEmpty, !isGuest(position) else { return 1 }
    return floods[guest.map { position > $0.position ? position - 1 : position } ?? position] ?? 1
  }

  /// Whether the row at a position is listed only because the cursor is on it.
  func isGuest(_ position: Int) -> Bool { guest?.position == position }

  /// Returns the position of a row, or of the nearest listed row before it, else 0. O(log n).
  func position(of number: Int, in rows: RunRows) -> Int {
    guard let places else { return min(max(number, 0), max(total - 1, 0)) }
    guard let row = rows.place(of: number) else { return 0 }
    let listed = places.partitioningIndex { $0 > row }
    return max(listed + (guest.map { $0.row <= row } == true ? 1 : 0) - 1, 0)
  }

  /// Whether a row passes.
  private func passes(_ row: LinePlace) -> Bool {
    guard let places else { return true }
    let position = places.partitioningIndex { $0 >= row }
    return position < places.count && places[position] == row
  }

  /// Returns the number of the first row that passes.
  func first(in rows: RunRows) -> Int? {
    guard let places else { return rows.isEmpty ? nil : 0 }
    return places.first.flatMap { rows.number(at: $0) }
  }

  /// Returns the number of the last row that passes.
  func last(in rows: RunRows) -> Int? {
    guard let places else { return rows.isEmpty ? nil : rows.lastNumber }
    return places.last.flatMap { rows.number(at: $0) }
  }

  /// Adds the row under the cursor if it does not pass, and removes the previous such row.
  mutating func setGuest(_ row: LinePlace?) {
    guest = nil
    guard let places, let row, !passes(row) else { return }
    guest = (row, places.partitioningIndex { $0 >= row })
  }
}
