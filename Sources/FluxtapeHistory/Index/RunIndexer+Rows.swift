// Rows that were packed when their lines were scanned: many at once.

extension RunIndexer {
  /// Rows that are copied in vain at most where one of them has to be taken for itself.
  private static let mostRowsAtOnce = 256

  /// - Parameter line: Stands for rows of the part.
  /// - Throws: ``HistoryError`` if the run is larger than an index can be.
  mutating func addRows(_ line: ScannedLine, of part: ScannedPart, names: inout NameNumbers) throws(HistoryError) {
    let base = parts.last?.base ?? 0
    let end = line.time + line.step
    guard base + part.rows[end - 1].place < PackedRow.maximumPlace, rows.count + line.step < Self.maximumRows else {
      throw HistoryError(.tooManyLines, path: files.last?.path ?? "")
    }
    var next = line.time
    while next < end {
      let some = next..<min(end, next + Self.mostRowsAtOnce)
      next += addPlainRows(part.rows[some], base: base, names: names)
      guard next < some.upperBound else { continue }
      addAction(ScannedLine(part.rows[next]), at: base + part.rows[next].place, of: part, names: &names)
      next += 1
    }
    lastPlace = base + part.rows[end - 1].place
  }

  /// Adds the first of these rows, of which each has the step right behind the one before, and names that are known.
  /// - Returns: how many they are.
  private mutating func addPlainRows(_ rows: ArraySlice<PackedRow>, base: Int, names: NameNumbers) -> Int {
    guard droppedRow == nil, let first = rows.first, first.step == steps.next, names.numbers(of: first) != nil else { return 0 }
    // Moved out, so that rows and events change side by side.
    var events = events
    self.events = []
    var step = steps.next
    let count = self.rows.append(rows) { [storeBegan, storeEnded] row, number in
      guard row.step == step, let (store, text) = names.numbers(of: row) else { return false }
      step &+= 1
      row.place += base
      row.text = text
      row.store = store
      events[store].append(UInt32(truncatingIfNeeded: number), isBase: text == storeBegan || text == storeEnded)
      if events[store].firstReduced == nil { events[store].firstReduced = number }
      return true
    }
    self.events = events
    steps.take(next: count)
    jumpPlace = .beforeStep
    return count
  }
}
