import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeReports
import FluxtapeScreen

/// The rows of the Action pane: the record, field by field.
struct ActionRows {
  /// The store name in paths of payloads, which belong to no store.
  static let store = ""

  private let detail: StepDetail
  private let state: InspectorState
  private let row: HistoryRow
  private let width: Int
  private var rows: [DetailRow] = []

  static func rows(of detail: StepDetail, in state: InspectorState, width: Int) -> [DetailRow] {
    guard let row = state.currentRow else { return [] }
    var rows = ActionRows(detail: detail, state: state, row: row, width: width)
    if let problem = detail.problem { rows.addNote(problem, .error) }
    if let note = row.step.flatMap({ state.notes.texts[$0] }) { rows.addNote("Note: " + note, .bookmark) }
    if row.kind == .badLine || (state.forms.showsRawLine && detail.line != nil) {
      rows.addLine()
    } else {
      rows.addRecord()
    }
    return rows.rows
  }
}

// MARK: - Records

extension ActionRows {
  private mutating func addRecord() {
    switch detail.record {
    case .action(let action): addAction(action)
    case .mark(let mark):
      addField("mark", mark.text, mark.level == "error" ? .error : .string)
      addField("level", mark.level)
      if let problem = mark.problem { addProblem(problem) }
      if let live = mark.live { addField("live", live.words) }
      addCause(mark.cause)
      addEffects()
      addField("site", mark.site)
      addTree([], other: mark.other)
    case .gap(let gap):
      addField("gap", "\(QuantityText.counted(gap.lost, "record")) lost", .error)
      if let first = gap.first, let last = gap.last { addField("steps", "\(first) to \(last)") }
      addField("reason", gap.reason)
      addTree([], other: gap.other)
    case .end(let end):
      addField("end", end.reason)
      addTree([], other: end.other)
    case .unknown(let unknown):
      addNote("A record of a kind that this version does not know.")
      addTree([("record", .object(unknown.members))], other: [:])
    case .state(let state):
      addField("type", StateRecord.type, .type)
      addField("store", state.store)
      addNote(words(forReasonOf: state))
      if let words = row.brokenOff { addNote(Self.sentence(words), .error) }
      if state.isSettled { addNote("Read after the change; may combine several.", .changed) }
      if let omitted = state.outcome.omitted { addNote("The state was not recorded here: \(omitted).", .changed) }
      addCause(state.cause)
      addEffects()
      addField("site", state.site)
      addTree([], other: state.other)
    case .completion, nil: if row.kind == .jump { addNote("\(row.type)", .error) }
    }
    addPlace()
  }

  private func words(forReasonOf state: StateRecord) -> String {
    if row.isByInspector { return "The inspector made this change, by a live command." }
    guard state.step == nil else { return "No recorded action made this change." }
    guard case .changed? = detail.stated else { return "Records the store's state; no action changed it." }
    return "A change without an action: it happened before this line and was not recorded."
  }

  /// Adds a problem that the recorder reported about itself.
  private mutating func addProblem(_ problem: RecordedProblem) {
    addField("problem", problem.kind, problem.knownKind?.isProblem == true ? .error : .text)
    addField("store", problem.store)
    addField("type", problem.type, .type)
    addField("built with", problem.version.map(RecordedProblem.compiler))
    addTree([], other: problem.other)
  }

  private mutating func addAction(_ action: ActionRecord) {
    addField("type", action.type, .type)
    addField("store", action.store)
    if row.isInFlight { addNote("In flight: the log ends before its outcome.", .error) }
    if row.isPending { addNote("Pending: the work had not ended when the log did.", .changed) }
    if row.isOutcomeLost { addNote(lostOutcome, .error) }
    if let words = row.brokenOff { addNote(Self.sentence(words), .error) }
    if row.isDuplicate { addNote("The log has this step number more than once.", .error) }
    if let error = action.outcome.error { addNote("\(error.type): \(error.message)", .error) }
    if let omitted = action.outcome.omitted { addNote("The state was not recorded here: \(omitted).", .changed) }
    if action.outcome.isUnreduced { addField("reduced", "no (no state change)", .dim) }
    addCause(action.cause)
    addEffects()
    if action.enumCase != action.type { addField("case", action.enumCase) }
    addTree(action.payload.map { [("payload", $0)] } ?? [], other: action.other)
    addField("version", action.version.map(String.init))
    addField("site", action.site)
    addField("thread", action.thread)
    addField("trace", action.trace)
    addField("span", action.span)
    if let effect = action.effect { addField("effect", "\(effect.name) \(effect.phase.rawValue)") }
    addField("took", action.outcome.duration.map { QuantityText.duration($0, in: state.typesetting) }, .number)
  }

  private var lostOutcome: String {
    guard row.isOutcomeBrokenOff else { return "Outcome lost with the missing records." }
    return row.isTorn ? "Outcome lost." : "Outcome lost: the completion line broke off."
  }

  private static func sentence(_ clause: String) -> String { clause.prefix(1).uppercased() + clause.dropFirst() + "." }

  private mutating func addCause(_ cause: RecordedCause?) {
    switch cause {
    case nil: break
    case .step(let step):
      addField("cause", describe(step), .number)
      rows[rows.count - 1].target = state.history.row(of: step).flatMap(state.rows.place)
    case .otherRun(let run, let step): addField("cause", "#\(QuantityText.grouped(step.rawValue)) of run \(run)", .number)
    case .several(let causes): for cause in causes { addCause(cause) }
    }
  }

  /// The maximum number of effects listed. The timeline shows the rest.
  private static let effectLimit = 8

  /// Adds the steps caused by this one.
  private mutating func addEffects() {
    let effects = detail.effects
    for effect in effects.prefix(Self.effectLimit) {
      guard let row = state.rows[effect] else { continue }
      addField("led to", StepWords.name(of: row) + " " + row.type, .number)
      rows[rows.count - 1].target = effect
    }
    let left = effects.count - Self.effectLimit
    if left > 0 { addField("led to", QuantityText.counted(left, "more step"), .dim) }
  }

  private func describe(_ step: StepNumber) -> String {
    let type = state.history.row(of: step).flatMap { state.rows[$0] }.map { " " + $0.type } ?? " (not in the log)"
    return "#" + QuantityText.grouped(step.rawValue) + type
  }

  /// Adds the time, and the line's place in the file.
  private mutating func addPlace() {
    if let time = row.time {
      let start = state.history.start
      addField(
        "time",
        start.map { "\($0.advanced(byMicroseconds: time))" }
          ?? "\(QuantityText.grouped(time)) \(state.typesetting.isASCII ? "us" : "µs") after the run began", .dim)
    }
    guard let line = detail.line else { return }
    addField(
      "line",
      "\(QuantityText.grouped(line.lineNumber)), \(QuantityText.bytes(line.byteCount)) at offset \(QuantityText.grouped(line.byteOffset))",
      .dim)
  }

  /// Adds values as a tree, followed by the keys that this version does not know.
  private mutating func addTree(_ values: [(String, JSONValue)], other: JSONObject) {
    var members = values
    if !other.isEmpty { members.append(("other keys", .object(other))) }
    guard !members.isEmpty else { return }
    rows += JSONTree.rows(of: JSONNode(.object(JSONObject(members))), store: Self.store, folds: state.folds)
  }
}

// MARK: - The line itself

extension ActionRows {
  /// Adds the line as it is in the file, wrapped, with a caret below the faulty byte.
  private mutating func addLine() {
    guard let line = detail.line else { return }
    addNote(
      "line \(QuantityText.grouped(line.lineNumber)), \(QuantityText.bytes(line.byteCount)) at offset \(QuantityText.grouped(line.byteOffset))"
    )
    if let error = row.error {
      addNote(row.brokenOff.map(Self.sentence) ?? "\(error)", .error)
    }
    if line.start > 0 { addNote("\(QuantityText.bytes(line.start)) before this are not shown") }
    addText(line.before + line.after, caretAt: row.error == nil ? nil : line.before.utf8.count)
    let rest = line.byteCount - line.start - line.byteLength
    if rest > 0 { addNote("\(QuantityText.bytes(rest)) after this are not shown") }
  }

  /// Adds `text` row by row, with a caret below the byte at `fault`.
  ///
  /// The caret for a fault at the end follows the last character, or is below it if the row is full.
  private mutating func addText(_ text: String, caretAt fault: Int?) {
    var piece = ""
    var used = 0
    var byte = 0
    var caret: Int?
    for character in text {
      let cells = state.typesetting.width(of: String(character))
      if used + cells > width, !piece.isEmpty {
        addLinePiece(piece, caret: caret)
        (piece, used, caret) = ("", 0, nil)
      }
      let bytes = character.utf8.count
      if let fault, (byte..<(byte + bytes)).contains(fault) { caret = used }
      piece.append(character)
      used += cells
      byte += bytes
    }
    addLinePiece(piece, caret: caret ?? (fault.map { $0 >= byte } == true ? used : nil))
  }

  private mutating func addLinePiece(_ piece: String, caret: Int?) {
    rows.append(.note(piece, .text))
    guard let caret else { return }
    let column = min(caret, max(width - 1, 0))
    rows.append(DetailRow(.caret(StyledText(String(repeating: " ", count: column) + "^", .error))))
  }
}

// MARK: - Rows

extension ActionRows {
  private mutating func addField(_ name: String, _ value: String?, _ style: Style = .text) {
    guard let value else { return }
    rows.append(DetailRow(.field(name: name, value: StyledText(value, style))))
  }

  /// Adds a sentence, wrapped.
  private mutating func addNote(_ text: String, _ style: Style = .dim) {
    rows += DetailRow.notes(text, style, width: width, in: state.typesetting)
  }
}
