import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Finds problems in single rows: failures, unfinished work, missing or damaged records.
struct RowCheck {
  private let history: History
  private let rows: HistoryRows
  private let index: RunIndex
  private let loops: InFlightLoops
  /// Reads the lines in order, many at once.
  private var reader: LineWindow
  private var latestTime = Int.min
  /// Where times go back: the first row, how many there are, and by how many microseconds at most.
  private var stepsBack = (first: 0, count: 0, most: 0)
  /// Lines of other programs in a file of another tool.
  private var others = (first: 0, count: 0)

  init(_ history: History) {
    self.history = history
    rows = history.rows
    index = rows.index
    loops = InFlightLoops(index)
    reader = LineWindow(index: index)
  }

  mutating func findings(requiresEnd: Bool, _ report: (Int) -> Bool) throws(HistoryError) -> [Finding] {
    var findings: [Finding] = []
    for place in rows.indices {
      if index.mayRepeatKeys { try findRepeatedKey(at: place, &findings) }
      if mayHaveFinding(place) { try look(at: rows[place], place, &findings) }
      noteTime(of: place)
      if place % History.rowsPerCheckReport == 0, !report(place) || Task.isCancelled { break }
    }
    if stepsBack.count > 0 {
      findings.append(Finding(.timeWentBack(by: stepsBack.most, count: stepsBack.count), row: stepsBack.first))
    }
    if others.count > 0 { findings.append(Finding(.badLine(nil, others: others.count), row: others.first)) }
    let earlier = history.earlierStepCount
    if earlier > 0 { findings.append(Finding(.dropped(steps: earlier), row: nil, isNote: true)) }
    if !rows.contains(where: { $0.kind == .end }) { findings.append(Finding(.noEnd, row: nil, isNote: !requiresEnd)) }
    return findings
  }

  private mutating func findRepeatedKey(at place: Int, _ findings: inout [Finding]) throws(HistoryError) {
    let row = index.rows[place]
    guard row.kind != .jump, row.kind != .badLine else { return }
    let key = JSONNode.repeatedKey(in: try reader.bytes(of: row.place))
    if let key { findings.append(Finding(.repeatedKey(key), row: place, isNote: true)) }
  }

  /// Whether the row has to be looked at. Most actions need no look, and no ``HistoryRow``, which takes time to make.
  private func mayHaveFinding(_ place: Int) -> Bool {
    let row = index.rows[place]
    guard row.kind == .action, row.flags.isDisjoint(with: [.hasError, .isDuplicate, .isTorn]) else { return true }
    if let cause = index.cause(of: place), cause >= index.step(of: place) { return true }
    return index.openRows.inFlight.has(place) || index.openRows.pending.has(place)
  }

  private mutating func look(at row: HistoryRow, _ place: Int, _ findings: inout [Finding]) throws(HistoryError) {
    if row.isDuplicate { findings.append(Finding(.repeatedStep, row: place)) }
    if let cause = row.cause, let step = row.step, cause >= step { findings.append(Finding(.wrongCause(cause), row: place)) }
    switch row.kind {
    case .action:
      if row.hasError { findings.append(try failure(of: row, at: place)) }
      if row.isInFlight, !loops.isInside(place) {
        findings.append(Finding(.inFlight(rounds: loops.rounds[place] ?? 0), row: place, values: try payload(at: place)))
      }
      if row.isPending { findings.append(Finding(.pending, row: place)) }
      if row.tornLine?.isCut == true { findings.append(Finding(.tornEnd, row: place)) }
    case .mark:
      if row.problem != nil, case .mark(let mark)? = try history.record(at: place), let problem = mark.problem {
        findings.append(Finding(.recorded(problem), row: place, isNote: problem.knownKind?.isProblem != true))
      } else if row.level == "error" {
        findings.append(Finding(.errorMark, row: place))
      }
    case .gap, .jump: if !history.isEarlierSegments(place) { findings.append(Finding(.missing, row: place)) }
    case .badLine:
      guard try isOfOthers(row, place) else { return findings.append(Finding(row.isTorn ? .tornEnd : .badLine(row.error), row: place)) }
      others = (others.count == 0 ? place : others.first, others.count + 1)
    case .state: if row.isTorn { findings.append(Finding(.tornEnd, row: place)) }
    case .unknown, .end: break
    }
  }

  /// Whether a line that is not a record is not one that broke off either: a logger's other lines, in a file that was converted.
  private mutating func isOfOthers(_ row: HistoryRow, _ place: Int) throws(HistoryError) -> Bool {
    guard !row.isTorn, index.isConverted(place) else { return false }
    let line = try reader.bytes(of: index.rows[place].place)
    return line.beginningOfOpenObject == nil && (line.first != UInt8(ascii: "{") || (try? JSONNode(parsing: line)) != nil)
  }

  private mutating func noteTime(of place: Int) {
    // The earlier row with this step was checked.
    guard let time = index.time(of: place), !index.rows[place].flags.contains(.isDuplicate) else { return }
    if time < latestTime {
      if stepsBack.count == 0 { stepsBack.first = place }
      stepsBack.count += 1
      stepsBack.most = max(stepsBack.most, latestTime.saturatingSubtract(time))
    }
    latestTime = time
  }

  private func failure(of row: HistoryRow, at place: Int) throws(HistoryError) -> Finding {
    let error = try history.action(at: place)?.outcome.error
    // Cancelled work ended on request.
    return Finding(.failure(error), row: place, isNote: row.hasEffect && error?.type == "CancellationError")
  }

  private func payload(at place: Int) throws(HistoryError) -> [Finding.Value] {
    guard let payload = try history.action(at: place)?.payload else { return [] }
    return [Finding.Value(path: "payload", old: nil, new: payload)]
  }
}
