// Adding many rows at once, and moving rows.

extension RunIndexer {
  /// Adds the rows of a part that `line` stands for.
  /// - Throws: ``HistoryError`` if the run is larger than an index can be.
  mutating func addRows(_ line: ScannedLine, of part: ScannedPart, names: inout NameNumbers) throws(HistoryError) {
    let base = parts.last?.base ?? 0
    let end = line.time + line.step
    guard base + part.rows[end - 1].place < PackedRow.maximumPlace, rows.count + line.step < Self.maximumRows else {
      throw HistoryError(.tooManyLines, path: files.last?.path ?? "")
    }
    var next = line.time
    while next < end {
      // Adds small stretches: a row that is not plain wastes the copies of those after it.
      let some = next..<min(end, next + EventSorter.capacity)
      next += addPlainRows(part.rows[some], base: base, names: names)
      guard next < some.upperBound else { continue }
      addAction(ScannedLine(part.rows[next]), at: base + part.rows[next].place, of: part, names: &names)
      next += 1
    }
    lastPlace = base + part.rows[end - 1].place
  }

  /// Adds rows up to the first without the next step or with unknown names.
  /// - Returns: The number of added rows.
  private mutating func addPlainRows(_ rows: ArraySlice<PackedRow>, base: Int, names: NameNumbers) -> Int {
    guard droppedRow == nil, let first = rows.first, first.step == steps.next, names.numbers(of: first) != nil else { return 0 }
    // The sorter is moved out, so that exclusive access to it and to the rows does not conflict.
    var sorter = eventSorter
    eventSorter = EventSorter()
    sorter.grow(stores: events.count)
    let (firstStep, firstNumber) = (steps.next, self.rows.count)
    let lastReserved = stateType
    let count = sorter.sort { numbers, counts in
      self.rows.append(rows) { block, start, number in
        for index in start..<block.count {
          let row = block[index]
          let added = number &+ index &- start
          guard row.step == firstStep &+ (added &- firstNumber), let (store, text) = names.numbers(of: row), text > lastReserved
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

// MARK: - States after a jump

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
      if let store = store(of: row) { stores.insert(store) }
      rows[row + 1] = rows[row]
      wideRows[row + 1] = wideRows.removeValue(forKey: row)
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

  func store(of row: Int) -> Int? {
    let store = rows[row].flags.contains(.isWide) ? wideRows[row]?.store ?? PackedRow.noStore : rows[row].store
    return store == PackedRow.noStore ? nil : store
  }
}
