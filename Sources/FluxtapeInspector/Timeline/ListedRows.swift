/// The rows that the timeline lists: all of them, or those that pass the filters, with floods of one action as one row.
///
/// A row under the cursor that does not pass is listed too, so that going to a cause never hides where one is.
package struct ListedRows: Hashable, Sendable {
  /// Rising; nil where every row is listed.
  private let places: [Int]?
  /// How many rows an entry stands for, where it is more than one: by its place in `places`.
  private let floods: [Int: Int]
  private let total: Int
  /// A row that does not pass, and where it stands among the others.
  private var guest: (row: Int, position: Int)?

  /// All rows.
  init(all count: Int) {
    places = nil
    floods = [:]
    total = count
  }

  /// - Parameter floods: How many rows of the log an entry stands for, by its position.
  init(_ places: [Int], floods: [Int: Int] = [:]) {
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

  /// The row at a position of the list.
  subscript(position: Int) -> Int {
    guard let places else { return position }
    guard let guest, position >= guest.position else { return places[position] }
    return position == guest.position ? guest.row : places[position - 1]
  }

  /// How many rows of the log the entry at a position stands for.
  func length(at position: Int) -> Int {
    guard !floods.isEmpty, !isGuest(position) else { return 1 }
    return floods[guest.map { position > $0.position ? position - 1 : position } ?? position] ?? 1
  }

  /// Whether the row at a position is listed though it does not pass.
  func isGuest(_ position: Int) -> Bool { guest?.position == position }

  /// The position of a row; of one that is not listed, that of the nearest before it, else 0. O(log n).
  func position(of row: Int) -> Int {
    guard let places else { return min(max(row, 0), max(total - 1, 0)) }
    let above = Self.firstPlace(in: places, notBefore: row + 1) + (guest.map { $0.row <= row } == true ? 1 : 0)
    return max(above - 1, 0)
  }

  /// Whether a row passes.
  func passes(_ row: Int) -> Bool {
    guard let places else { return true }
    let place = Self.firstPlace(in: places, notBefore: row)
    return place < places.count && places[place] == row
  }

  /// The first row that passes, at `row` or behind it.
  func first(notBefore row: Int) -> Int? {
    guard let places else { return row < total ? max(row, 0) : nil }
    let place = Self.firstPlace(in: places, notBefore: row)
    return place < places.count ? places[place] : nil
  }

  /// Lists `row` too, and no other that does not pass.
  mutating func welcome(_ row: Int) {
    guest = nil
    guard let places, !passes(row) else { return }
    guest = (row, Self.firstPlace(in: places, notBefore: row))
  }

  private static func firstPlace(in places: [Int], notBefore row: Int) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
