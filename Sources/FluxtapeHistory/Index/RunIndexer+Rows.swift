// Rows that were packed when their lines were scanned: many at once.

extension RunIndexer {
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
      // These are copied in vain where one of them has to be taken for itself.
      let some = next..<min(end, next + EventSorter.capacity)
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
    // Moved out, so that it and the rows change side by side.
    var sorter = eventSorter
    eventSorter = EventSorter()
    sorter.grow(stores: events.count)
    let (firstStep, firstNumber) = (steps.next, self.rows.count)
    let (storeBegan, storeEnded) = (storeBegan, storeEnded)
    let count = sorter.sort { numbers, counts in
      self.rows.append(rows) { block, start, number in
        for index in start..<block.count {
          let row = block[index]
          let added = number &+ index &- start
          guard row.step == firstStep &+ (added &- firstNumber), let (store, text) = names.numbers(of: row), text != storeBegan,
            text != storeEnded
          else { return index &- start }
          block[index].place += base
          block[index].text = text
          block[index].store = store
          let filled = counts[store]
          numbers[store &* EventSorter.capacity &+ filled] = UInt32(truncatingIfNeeded: added)
          counts[store] = filled &+ 1
        }
        return block.count &- start
      }
    }
    sorter.flush(into: &events)
    eventSorter = sorter
    steps.take(next: count)
    jumpPlace = .beforeStep
    return count
  }
}
