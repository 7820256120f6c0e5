/// Detects scrolling between two frames.
package enum RowShift {
  /// Scrolling must save at least this many rows: it takes some 50 bytes, about as many as drawing two rows.
  private static let worthwhile = 3

  /// Returns by how many rows the contents of `region` moved up, or down if negative; nil if redrawing is cheaper.
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
    // Between equally good shifts, prefer the smaller one, for a stable result.
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
