import FluxtapeLog
import FluxtapeLogReading

// Facts about single rows.

extension RunIndex {
  /// 0 if there is none.
  func step(of row: Int) -> Int {
    let flags = rows[row].flags
    guard flags.contains(.hasStep) else { return 0 }
    return flags.contains(.hasOddStep) ? oddStepsByRow.step(of: row) ?? rows[row].step : rows[row].step
  }

  func time(of row: Int) -> Int? { rows[row].time }

  func store(of row: Int) -> Int? { rows[row].store }

  /// The number of its text, if it has one.
  func textNumber(of row: Int) -> Int? { rows[row].text }

  func cause(of row: Int) -> Int? { rows[row].cause }

  /// The name of the live command that a mark tells of.
  func liveCommand(of row: Int) -> String? {
    guard rows[row].kind == .mark else { return nil }
    return rareFacts[row]?.live.map { texts[Int($0)] }
  }

  /// Whether a live command set this state, or dispatched this action.
  func isByInspector(_ row: Int) -> Bool {
    guard let cause = cause(of: row), cause < step(of: row), let command = self.row(of: cause).flatMap(liveCommand) else { return false }
    return switch rows[row].kind {
    case .state: true
    case .action: RecordedCommand.dispatching.contains(command)
    case .mark, .gap, .jump, .badLine, .unknown, .end: false
    }
  }

  func duration(of row: Int) -> Int? {
    guard rows[row].flags.contains(.hasDuration) else { return nil }
    return rows[row].outcome.map { outcomes[$0].duration } ?? rows[row].duration
  }

  /// The number of the row's outcome if a separate line has it.
  func outcome(of row: Int) -> Int? { rows[row].outcome }
}

extension [RunIndex.OddStep] {
  /// The step of a row, among those that are sorted by row.
  func step(of row: Int) -> Int? {
    let place = partitioningIndex { $0.row >= row }
    return place < count && self[place].row == row ? self[place].step : nil
  }
}

// MARK: - Places

extension RunIndex {
  /// The place of the row.
  func linePlace(of row: Int) -> LinePlace { rows[row].kind == .jump ? .before(rows[row].place) : .on(rows[row].place) }

  /// The place of the row's outcome: the store's state there is the one "after the row". A completion without a state, as for a thunk or
  /// for work that ended much later, does not count: the place is where the action began.
  func outcomePlace(of row: Int) -> LinePlace {
    guard let outcome = outcome(of: row).map({ outcomes[$0] }) else { return linePlace(of: row) }
    let isEvent = !outcome.life.isEmpty || !outcome.flags.isDisjoint(with: .carriesState)
    return isEvent ? .on(outcome.place) : linePlace(of: row)
  }

  /// Whether the row has no line: a jump, or segments that a header reports as no longer kept.
  func isWithoutLine(_ row: Int) -> Bool { rowsWithoutLine.has(row) }

  /// Counts from 1 in the row's file; for a jump, the number of the next line.
  func lineNumber(of row: Int) -> Int {
    let place = rows[row].place
    return lineNumber(at: place, behind: row, outcomes.partitioningIndex { $0.place >= place })
  }

  /// Counts from 1 in its file.
  func lineNumber(ofOutcome outcome: Int) -> Int {
    let place = outcomes[outcome].place
    return lineNumber(at: place, behind: rows.partitioningIndex { $0.place >= place }, outcome)
  }

  /// Whether the row's line was made of one of another tool.
  func isConverted(_ row: Int) -> Bool { files[parts.part(at: rows[row].place)].bytes.lineNumbers != nil }

  /// The number of the line at `place`, which follows so many rows and outcomes.
  private func lineNumber(at place: Int, behind row: Int, _ outcome: Int) -> Int {
    let number = parts.part(at: place)
    let part = parts[number]
    let lineless = rowsWithoutLine.partitioningIndex { Int($0) >= row } - rowsWithoutLine.partitioningIndex { Int($0) >= part.firstRow }
    let before = row - part.firstRow - lineless
    let others = otherLines.partitioningIndex { $0.place >= place }
    let othersBefore = others > 0 ? otherLines[others - 1].total - part.firstOtherLine : 0
    let line = part.firstLine + before + max(0, outcome - part.firstOutcome) + max(0, othersBefore)
    return files[number].bytes.lineNumbers?.source(of: line) ?? line
  }
}
