/// Detects scrolling between two frames.
package enum RowShift {
  /// Scrolling must save at least this many rows: it takes some 50 bytes, about as many as drawing two rows.
  private static let worthwhile = 3

  /// Returns by how many rows the contents of `region` moved up, or down if negative; nil if redrawing is cheaper.
  ///
  /// - Complexity: O(cells of the region).
  package static func between(_ old: Frame, _ new: Frame, in region: Region) -> Int? {
    guard old.size == new.size, !region.isEmpty else { return nil }
    let rows = (0..<region.rows).map { (before: Row($0, of: old, in: region), after: Row($0, of: new, in: region)) }
    let changed = rows.indices.filter { rows[$0].before != rows[$0].after }
    guard changed.count >= worthwhile else { return nil }
    var places: [Row: Int] = [:]
    for (place, row) in rows.enumerated() { places[row.before] = place }
    var votes: [Int: Int] = [:]
    for place in changed {
      if let former = places[rows[place].after] { votes[former - place, default: 0] += 1 }
    }
    // Between equally good shifts, prefer the smaller one, for a stable result.
    guard let best = votes.max(by: { ($0.value, -abs($0.key), $0.key) < ($1.value, -abs($1.key), $1.key) }) else { return nil }
    let moved = rows.indices.count { place in
      let former = place + best.key
      return rows[place].before == rows[place].after && !(rows.indices.contains(former) && rows[former].before == rows[place].after)
    }
    return best.value - moved >= worthwhile ? best.key : nil
  }

  private struct Row: Hashable {
    private let cells: ArraySlice<Cell>

    init(_ place: Int, of frame: Frame, in region: Region) {
      let start = (region.origin.row + place) * frame.size.columns + region.origin.column
      cells = frame.cells[start..<start + region.columns]
    }

    /// The first bytes tell rows apart well enough, and take a small part of the time that whole cells take.
    func hash(into hasher: inout Hasher) {
      hasher.combine(cells.reduce(into: UInt64(0)) { $0 = $0 &* 31 &+ UInt64($1.text.utf8.first ?? 0) })
    }
  }
}
