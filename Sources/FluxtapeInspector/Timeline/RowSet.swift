/// Rows that are found one after the other, from some row on and then from the beginning up to it: mostly added at one of two ends.
struct RowSet: Hashable, Sendable {
  /// Before the row where finding began, and from there on; both rising.
  private var early: [Int] = []
  private var late: [Int] = []
}

extension RowSet {
  var count: Int { early.count + late.count }
  var isEmpty: Bool { early.isEmpty && late.isEmpty }
  var first: Int? { early.first ?? late.first }
  var last: Int? { late.last ?? early.last }

  /// Adds rows. O(rows added), but for those that come late.
  mutating func insert(_ rows: [Int], origin: Int) {
    for row in rows {
      if row < origin { Self.insert(row, into: &early) } else { Self.insert(row, into: &late) }
    }
  }

  private static func insert(_ row: Int, into rows: inout [Int]) {
    guard let last = rows.last, last >= row else { return rows.append(row) }
    let place = firstPlace(in: rows, notBefore: row)
    if rows[place] != row { rows.insert(row, at: place) }
  }

  func contains(_ row: Int) -> Bool { first(after: row - 1) == row }

  func first(after row: Int) -> Int? { Self.first(in: early, after: row) ?? Self.first(in: late, after: row) }

  func last(before row: Int) -> Int? { Self.last(in: late, before: row) ?? Self.last(in: early, before: row) }

  private static func first(in rows: [Int], after row: Int) -> Int? {
    let place = firstPlace(in: rows, notBefore: row + 1)
    return place < rows.count ? rows[place] : nil
  }

  private static func last(in rows: [Int], before row: Int) -> Int? {
    let place = firstPlace(in: rows, notBefore: row)
    return place > 0 ? rows[place - 1] : nil
  }

  private static func firstPlace(in rows: [Int], notBefore row: Int) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
