/// By how many rows a part of the screen has been scrolled.
package enum RowShift {
  /// Rows that have to be spared at least: to scroll takes some 50 bytes, as drawing two rows does.
  private static let worthwhile = 3

  /// The rows by which the contents of `region` have moved up, or down where it is negative; nil where it is cheaper to draw them anew.
  ///
  /// - Complexity: O(cells of the region).
  package static func between(_ old: Frame, _ new: Frame, in region: Region) -> Int? {
    guard old.size == new.size, !region.isEmpty else { return nil }
    let rows = (0..<region.rows).map { (before: row($0, of: old, in: region), after: row($0, of: new, in: region)) }
    var places: [ArraySlice<Cell>: Int] = [:]
    for (place, row) in rows.enumerated() { places[row.before] = place }
    var votes: [Int: Int] = [:]
    for (place, row) in rows.enumerated() where row.after != row.before {
      if let former = places[row.after] { votes[former - place, default: 0] += 1 }
    }
    // The smaller one of two that are as good, so that it is always the same.
    guard let best = votes.max(by: { ($0.value, -abs($0.key), $0.key) < ($1.value, -abs($1.key), $1.key) }) else { return nil }
    let moved = rows.indices.count { place in
      let former = place + best.key
      return rows[place].before == rows[place].after && !(rows.indices.contains(former) && rows[former].before == rows[place].after)
    }
    return best.value - moved >= worthwhile ? best.key : nil
  }

  private static func row(_ place: Int, of frame: Frame, in region: Region) -> ArraySlice<Cell> {
    let start = (region.origin.row + place) * frame.size.columns + region.origin.column
    return frame.cells[start..<start + region.columns]
  }
}
