import FluxtapeHistory

/// The rows that the timeline lists: all of them, or those that pass the filters, with floods of one action as one row.
///
/// A row under the cursor that does not pass is listed too, so that going to a cause never hides where one is.
package struct ListedRows: Hashable, Sendable {
  /// Rising; nil where every row is listed.
  private let places: [LinePlace]?
  /// How many rows an entry stands for, where it is more than one: by its position in `places`.
  private let floods: [Int: Int]
  private let total: Int
  /// A row that does not pass, and where it stands among the others.
  private var guest: (row: LinePlace, position: Int)?

  /// All rows.
  init(all count: Int) {
    places = nil
    floods = [:]
    total = count
  }

  /// - Parameter floods: How many rows of the log an entry stands for, by its position.
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
  /// Rows on the list.
  var count: Int { total + (guest == nil ? 0 : 1) }

  /// Rows that pass.
  var passing: Int { total }

  var isEverything: Bool { places == nil }

  /// The number of the row at a position of the list; nil where the rows have none there. O(log n).
  func number(at position: Int, in rows: RunRows) -> Int? {
    guard (0..<count).contains(position) else { return nil }
    guard let places else { return position < rows.count ? position : nil }
    guard let guest, position >= guest.position else { return rows.number(at: places[position]) }
    return rows.number(at: position == guest.position ? guest.row : places[position - 1])
  }

  /// How many rows of the log the entry at a position stands for.
  func length(at position: Int) -> Int {
    guard !floods.isEmpty, !isGuest(position) else { return 1 }
    return floods[guest.map { position > $0.position ? position - 1 : position } ?? position] ?? 1
  }

  /// Whether the row at a position is listed though it does not pass.
  func isGuest(_ position: Int) -> Bool { guest?.position == position }

  /// The position of a row; of one that is not listed, that of the nearest before it, else 0. O(log n).
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

  /// The number of the first row that passes.
  func first(in rows: RunRows) -> Int? {
    guard let places else { return rows.isEmpty ? nil : 0 }
    return places.first.flatMap { rows.number(at: $0) }
  }

  /// Lists the row under the cursor too, and no other that does not pass.
  mutating func welcome(_ row: LinePlace?) {
    guest = nil
    guard let places, let row, !passes(row) else { return }
    guest = (row, places.partitioningIndex { $0 >= row })
  }
}
