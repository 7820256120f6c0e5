extension RunIndexer {
  /// The first row whose line begins at `place` or later; the number of rows if there is none.
  func firstRow(from place: Int) -> Int { rows.partitioningIndex { $0.place >= place } }

  /// Moves the last row before the rows at its place or after it, and renumbers all references to them. These rows have no steps: they are
  /// states between a header and the next step.
  ///
  /// - Complexity: O(lines from there on).
  mutating func moveLastRow(to number: Int) {
    let last = rows.count - 1
    guard number < last else { return }
    let moved = rows[last]
    var stores: Set<Int> = []
    for row in (number..<last).reversed() {
      if let store = rows[row].store { stores.insert(store) }
      rows[row + 1] = rows[row]
    }
    rows[number] = moved
    rareFacts[number] = rareFacts.removeValue(forKey: last)
    for store in stores { events[store].countUpRows(from: number) }
    let place = moved.place
    for outcome in outcomes.indices.reversed() {
      guard outcomes[outcome].place >= place else { break }
      if outcomes[outcome].row >= number { outcomes[outcome].row += 1 }
    }
  }
}
