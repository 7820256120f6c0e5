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
    let facts = StepFacts(
      of: state.cursor, in: state.history, detail.record, stated: detail.stated, effects: detail.effects.compactMap(state.rows.number)
    ) { "#" + $0.rawValue.grouped }
    switch detail.record {
    case .action, .state: addField("type", row.type, .type)
    case .mark(let mark): addField("mark", mark.text, mark.level == "error" ? .error : .string)
    case .gap: addField("gap", row.type, .error)
    case .end: addField("end", row.type)
    case .unknown: addNote("A record of a kind that this version does not know.")
    case .completion, nil: if row.kind == .jump { addNote(row.type, .error) }
    }
    add(facts.main)
    switch detail.record {
    case .action(let action): addTree(action.payload.map { [("payload", $0)] } ?? [], other: action.other)
    case .state(let state): addTree([], other: state.other)
    case .mark(let mark):
      if let problem = mark.problem { addTree([], other: problem.other) }
      addTree([], other: mark.other)
    case .gap(let gap): addTree([], other: gap.other)
    case .end(let end): addTree([], other: end.other)
    case .unknown(let unknown): addTree([("record", .object(unknown.members))], other: [:])
    case .completion, nil: break
    }
    add(facts.minor)
    if let line = detail.line { addField("line", Self.words(for: line), .dim) }
  }

  private mutating func add(_ facts: [StepFact]) {
    for fact in facts where fact.text != "-" {
      switch fact.kind {
      case .failure: addNote(fact.text, .error)
      case .problem: addNote(Self.sentence(fact.text), .error)
      case .remark: addNote(Self.sentence(fact.text))
      case .plain: addField(fact.name, fact.text)
      case .number: addField(fact.name, fact.text, .number)
      case .aside: addField(fact.name, fact.text, .dim)
      case .doubt: addField(fact.name, fact.text, .changed)
      case .bad: addField(fact.name, fact.text, .error)
      }
      rows[rows.count - 1].target = fact.row.flatMap(state.rows.place)
    }
  }

  private static func sentence(_ clause: String) -> String { clause.prefix(1).uppercased() + clause.dropFirst() + "." }

  private static func words(for line: LineExcerpt) -> String {
    "\(line.lineNumber.grouped), \(ThreeDigits.size(line.byteCount)) at offset \(line.byteOffset.grouped)"
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
    addNote("line " + Self.words(for: line))
    if let error = row.error {
      addNote(row.brokenOff.map(Self.sentence) ?? "\(error)", .error)
    }
    if line.start > 0 { addNote("\(ThreeDigits.size(line.start)) before this are not shown") }
    addText(line.before + line.after, caretAt: row.error == nil ? nil : line.before.utf8.count)
    let rest = line.byteCount - line.start - line.byteLength
    if rest > 0 { addNote("\(ThreeDigits.size(rest)) after this are not shown") }
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
  private mutating func addField(_ name: String, _ value: String, _ style: Style = .text) {
    rows.append(DetailRow(.field(name: name, value: StyledText(value, style))))
  }

  /// Adds a sentence, wrapped.
  private mutating func addNote(_ text: String, _ style: Style = .dim) {
    rows += DetailRow.notes(text, style, width: width, in: state.typesetting)
  }
}
