import FluxtapeHistory

/// A sorted set of rows, found from some row on and then from the beginning up to it. Insertion is fast at the two growing ends.
struct RowSet: Hashable, Sendable {
  /// The rows before the origin, and from the origin on; both ascending.
  private var early: [LinePlace] = []
  private var late: [LinePlace] = []
}

extension RowSet {
  var count: Int { early.count + late.count }
  var isEmpty: Bool { early.isEmpty && late.isEmpty }
  var first: LinePlace? { early.first ?? late.first }
  var last: LinePlace? { late.last ?? early.last }

  /// Inserts rows. O(rows inserted) if they are in order.
  mutating func insert(_ rows: [LinePlace], origin: LinePlace) {
    for row in rows {
      if row < origin { Self.insert(row, into: &early) } else { Self.insert(row, into: &late) }
    }
  }

  private static func insert(_ row: LinePlace, into rows: inout [LinePlace]) {
    guard let last = rows.last, last >= row else { return rows.append(row) }
    let position = rows.partitioningIndex { $0 >= row }
    if rows[position] != row { rows.insert(row, at: position) }
  }

  func contains(_ row: LinePlace) -> Bool { position(of: row) != nil }

  /// Returns the number of rows before a row of the set; nil if it is not in the set. O(log n).
  func position(of row: LinePlace) -> Int? {
    Self.position(of: row, in: early) ?? Self.position(of: row, in: late).map { early.count + $0 }
  }

  func first(after row: LinePlace) -> LinePlace? { Self.first(in: early) { $0 > row } ?? Self.first(in: late) { $0 > row } }

  func first(notBefore row: LinePlace) -> LinePlace? { Self.first(in: early) { $0 >= row } ?? Self.first(in: late) { $0 >= row } }

  func last(before row: LinePlace) -> LinePlace? { Self.last(in: late, before: row) ?? Self.last(in: early, before: row) }

  private static func position(of row: LinePlace, in rows: [LinePlace]) -> Int? {
    let position = rows.partitioningIndex { $0 >= row }
    return position < rows.count && rows[position] == row ? position : nil
  }

  private static func first(in rows: [LinePlace], where belongs: (LinePlace) -> Bool) -> LinePlace? {
    let position = rows.partitioningIndex(where: belongs)
    return position < rows.count ? rows[position] : nil
  }

  private static func last(in rows: [LinePlace], before row: LinePlace) -> LinePlace? {
    let position = rows.partitioningIndex { $0 >= row }
    return position > 0 ? rows[position - 1] : nil
  }
}
