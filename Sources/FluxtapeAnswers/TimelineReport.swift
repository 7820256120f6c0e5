package import FluxtapeHistory
package import FluxtapeJSON
package import FluxtapeLog
package import FluxtapeLogReading
import FluxtapeScreen

/// The rows of a log's timeline, each as one line of text or one JSON object.
package struct TimelineReport: Sendable {
  private let history: History
  private let stepWidth: Int
  private let storeWidth: Int
  private let details: RowDetails

  /// The maximum width of a store's name; longer ones lose their middle.
  private static let widestStore = 16
  /// The widths that suffice for most types and change counts; a longer one is not cut and moves its notes to the right.
  private static let typeWidth = 28
  private static let changesWidth = 9
  /// `09:00:00.000000`.
  private static let timeWidth = 15

  package init(_ history: History, details: RowDetails = RowDetails()) {
    self.init(history, stores: history.stores, lastStep: history.lastStep, details: details)
  }

  /// The stores and the step determine the widths of columns: the history of a log that is still being read does not have all of them yet.
  package init(_ history: History, stores: [String], lastStep: StepNumber?, details: RowDetails = RowDetails()) {
    (self.history, self.details) = (history, details)
    stepWidth = max(3, lastStep?.description.count ?? 0)
    storeWidth = stores.map { Typesetting.unicode.width(of: $0, atMost: Self.widestStore) }.max() ?? 0
  }
}

// MARK: - Text

extension TimelineReport {
  /// One line: step (or line, as `@12`, for a row without a step), time of day in UTC (seconds of the run in a log without a clock), store,
  /// type, changes, notes.
  package func line(_ index: Int) -> String { line(index, history.rows[index].changes) }

  /// ``line(_:)`` of several rows, or ``line(_:address:)`` where `names` gives addresses: faster in the order of lines, since one read
  /// serves neighboring lines.
  package func lines(_ rows: some Collection<Int>, names: RowNames? = nil) -> [String] {
    zip(rows, history.changes(ofRows: rows)).map { row, counts in
      let line = line(row, counts)
      return names.map { addressed(line, $0.address(row)) } ?? line
    }
  }

  private func line(_ index: Int, _ counts: ChangeCounts) -> String {
    let row = history.rows[index]
    var columns = [step(of: row), time(of: row), store(of: row), row.type.displayed()]
    let changes = changes(of: row, at: index, counts).text
    let notes = self.notes(of: row)
    guard !changes.isEmpty || !notes.isEmpty else { return columns.joined(separator: "  ") }
    columns[3] = columns[3].padded(toColumns: Self.typeWidth)
    columns.append(notes.isEmpty ? changes : changes.padded(toColumns: Self.changesWidth))
    return (columns + notes).joined(separator: "  ")
  }

  /// The same without the step, after an address.
  package func line(_ index: Int, address: String) -> String { addressed(line(index), address) }

  private func addressed(_ line: String, _ address: String) -> String { "\(address.displayed())  \(line.dropFirst(stepWidth + 2))" }

  /// The headings of ``cells(_:)``.
  package static func columns(_ details: RowDetails) -> [Table.Column] {
    [
      Table.Column("step", .right), Table.Column("time"), Table.Column("store"), Table.Column("type"), Table.Column("changes"),
      Table.Column("notes"),
    ] + details.columns
  }

  /// The row as cells of a table.
  package func cells(_ index: Int) -> [String] {
    let row = history.rows[index]
    let time = row.time.map { history.clock(at: $0) ?? Self.seconds($0) } ?? ""
    let store = row.store.map { history.stores[$0] } ?? row.kind.text
    return [
      row.step?.description ?? row.lineNumber.map { "@\($0)" } ?? "", time, store, row.type, changes(of: row, at: index, row.changes).text,
      notes(of: row).joined(separator: ", "),
    ] + details.cells(of: index, in: history)
  }

  /// The changes of the row. For a whole state without an action, they are the differences from the state before.
  private func changes(of row: HistoryRow, at index: Int, _ counts: ChangeCounts) -> ChangeCounts {
    guard row.kind == .state, row.hasState, !row.hasPatch else { return counts }
    // A read error is reported when the row itself is read.
    guard case .changed(let counts, _)? = (try? history.statedChange(at: index)).flatMap(\.self) else { return ChangeCounts() }
    return counts
  }

  private func step(of row: HistoryRow) -> String {
    let text = row.step?.description ?? row.lineNumber.map { "@\($0)" } ?? "-"
    return String(repeating: " ", count: max(0, stepWidth - text.count)) + text
  }

  private func time(of row: HistoryRow) -> String {
    guard let time = row.time else { return "".padded(toColumns: Self.timeWidth) }
    return (history.clock(at: time) ?? Self.seconds(time)).padded(toColumns: Self.timeWidth)
  }

  private func store(of row: HistoryRow) -> String {
    guard let store = row.store else { return row.kind.text.padded(toColumns: storeWidth) }
    return StyledText(history.stores[store]).shortened(to: Self.widestStore, elision: .middle).plain.padded(toColumns: storeWidth)
  }

  private func notes(of row: HistoryRow) -> [String] {
    var notes: [String] = []
    let effect = row.effect
    if let effect { notes.append(Self.words(for: effect, of: row)) }
    if row.hasError, effect?.phase != .failed { notes.append("failed") }
    notes += Self.openNotes(of: row)
    if row.isOmitted { notes.append("state not recorded") }
    if row.isDuplicate { notes.append("duplicate seq") }
    // The end of work is not an action for a reducer.
    if row.isUnreduced, effect == nil { notes.append("not reduced") }
    if row.kind == .gap, let count = row.missingCount { notes.append("\(count) lost") }
    if let level = row.level { notes.append(level.displayed()) }
    if let cause = row.cause { notes.append("cause \(cause)") }
    if row.isByInspector { notes.append("by the inspector") }
    return notes
  }

  /// Notes for a row whose outcome the log lacks.
  package static func openNotes(of row: HistoryRow) -> [String] {
    var notes: [String] = []
    if row.isInFlight { notes.append("in flight") }
    if row.isPending { notes.append("pending") }
    if row.isOutcomeLost { notes.append("outcome lost") }
    if row.kind != .badLine, row.brokenOff != nil { notes.append("line broke off") }
    return notes
  }

  /// The same as members, each `true`.
  package static func openFlags(of row: HistoryRow) -> JSONObject {
    let flags = [("inFlight", row.isInFlight), ("pending", row.isPending), ("outcomeLost", row.isOutcomeLost), ("torn", row.isTorn)]
    return JSONObject(flags.filter(\.1).map { ($0.0, true) })
  }

  /// `search#2 finished after 5 ms`
  package static func effectWords(of row: HistoryRow) -> String? {
    row.effect.map { words(for: $0, of: row) }
  }

  private static func words(for effect: RecordedEffect, of row: HistoryRow) -> String {
    let words = "\(effect.name.displayed()) \(effect.phase.rawValue)"
    guard effect.phase != .started, let duration = row.duration else { return words }
    return words + " after " + ThreeDigits.duration(duration)
  }

  package static func seconds(_ microseconds: Int) -> String {
    let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let fraction = String(rest)
    return (microseconds < 0 ? "-" : "+") + "\(whole)." + String(repeating: "0", count: 6 - fraction.count) + fraction + "s"
  }
}

// MARK: - JSON

extension TimelineReport {
  /// One object: `seq` and `t` for steps; `store`, `type` and the other facts for actions and states, `line` for states without a step;
  /// `bad` for lines that are not records. With `address`, `at` has the row's address for the next command.
  package func json(_ index: Int, address: String? = nil) -> JSONValue { json(index, history.rows[index].changes, address) }

  /// ``json(_:address:)`` of several rows, made one by one; see ``lines(_:names:)``.
  package func json<Rows: Collection<Int>>(_ rows: Rows, names: RowNames? = nil) -> some Sequence<JSONValue> {
    zip(rows, history.changes(ofRows: rows)).lazy.map { json($0, $1, names?.address($0)) }
  }

  private func json(_ index: Int, _ counts: ChangeCounts, _ address: String?) -> JSONValue {
    let row = history.rows[index]
    var object: JSONObject = [:]
    object["at"] = address.map(JSONValue.string)
    object["seq"] = row.step.map { .number(JSONNumber($0.rawValue)) }
    object["t"] = row.time.map { .number(JSONNumber($0)) }
    switch row.kind {
    case .action, .state:
      object["line"] = row.step == nil ? row.lineNumber.map { .number(JSONNumber($0)) } : nil
      object["store"] = row.store.map { .string(history.stores[$0]) }
      object["type"] = .string(row.type)
      addFacts(of: row, at: index, counts, to: &object)
    case .mark:
      object["mark"] = .string(row.type)
      object["level"] = row.level.map(JSONValue.string)
      if row.problem != nil, case .mark(let mark)? = try? history.record(at: index) { object["problem"] = mark.problem?.json }
    case .gap, .jump:
      object["gap"] = .string(row.type)
      object["lost"] = row.missingCount.map { .number(JSONNumber($0)) }
      object["first"] = row.missing.map { .number(JSONNumber($0.lowerBound.rawValue)) }
      object["last"] = row.missing.map { .number(JSONNumber($0.upperBound.rawValue)) }
    case .badLine:
      object["line"] = row.lineNumber.map { .number(JSONNumber($0)) }
      object["bad"] = .string(row.brokenOff ?? row.error?.description ?? row.type)
      if row.isTorn { object["torn"] = true }
    case .unknown: object["unknown"] = true
    case .end: object["end"] = .string(row.type)
    }
    for (name, value) in details.members(of: index, in: history) { object[name] = value }
    return .object(object)
  }

  private func addFacts(of row: HistoryRow, at index: Int, _ counts: ChangeCounts, to object: inout JSONObject) {
    object["cause"] = row.cause.map { .number(JSONNumber($0.rawValue)) }
    object["dur"] = row.duration.map { .number(JSONNumber($0)) }
    object["effect"] = row.effect.map { ["id": $0.id, "phase": .string($0.phase.rawValue)] }
    let changes = changes(of: row, at: index, counts)
    if row.hasPatch || changes != ChangeCounts() { object["changes"] = changes.json }
    if row.hasError { object["error"] = true }
    let open = Self.openFlags(of: row)
    for member in open where member.key != "torn" { object[member.key] = member.value }
    for (name, isSet) in [("omitted", row.isOmitted), ("duplicate", row.isDuplicate), ("unreduced", row.isUnreduced)] where isSet {
      object[name] = true
    }
    if row.isByInspector { object["byInspector"] = true }
    object["torn"] = open["torn"]
  }
}

extension ChangeCounts {
  /// `~2 +1 -1 >1`: replaced, added, removed, moved. Empty if nothing changed.
  var text: String {
    [("~", replaced), ("+", added), ("-", removed), (">", moved)].filter { $0.1 > 0 }.map { "\($0)\($1)" }.joined(separator: " ")
  }

  var json: JSONValue {
    .object(members: ["added": Int(added), "removed": Int(removed), "replaced": Int(replaced), "moved": Int(moved)])
  }
}

extension HistoryRow.Kind {
  /// The text in the store's column for a row without a store.
  fileprivate var text: String {
    switch self {
    case .action, .state: ""
    case .mark: "mark"
    case .gap, .jump: "gap"
    case .badLine: "bad line"
    case .unknown: "unknown"
    case .end: "end"
    }
  }
}

extension RecordedProblem {
  /// `kind`, `store`, `type`, `version` and `test`.
  package var json: JSONValue {
    .object(members: ["kind": kind, "store": store, "type": type, "version": version, "test": other["test"]])
  }
}

extension RecordedEffect {
  /// `pay#6 finished`, with the type of its action before it unless its name begins with that.
  package func words(of type: String) -> String { (name.hasPrefix(type) ? name : "\(type) \(name)") + " \(phase.rawValue)" }
}
