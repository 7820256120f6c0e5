import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// What is known of one line before it is known to which run it belongs. Names are numbers in the table of the lines' ``ScannedPart``.
struct ScannedLine: Sendable {
  enum Kind: UInt8, Sendable {
    case action, completion, state
    /// ``ScannedLine/step`` is a place among ``ScannedPart/specials``.
    case special
    /// As many blank lines as ``ScannedLine/step`` says.
    case blank
    /// As many actions as ``ScannedLine/step`` says, of which ``ScannedPart/rows`` tells from the place in ``ScannedLine/time`` on.
    case rows
  }

  /// Bytes of the file before the line.
  var offset: Int
  var kind: Kind
  var flags: PackedRow.Flags = []
  var step = 0
  var time = 0
  var store = 0
  var type = 0
  /// The first cause's step.
  var cause = 0
  var duration = 0

  /// How many lines of the file this stands for.
  var lineCount: Int {
    switch kind {
    case .action, .completion, .state, .special: 1
    case .blank, .rows: step
    }
  }
}

/// A line that is no action, outcome or state.
enum SpecialLine: Sendable {
  case header(LogHeader)
  /// A last line that is a header and broke off.
  case tornHeader(LogHeader, LogError)
  case mark(step: Int, time: Int, text: String, level: String?, causes: [Int], problem: String?)
  case gap(GapRecord)
  case end(step: Int, time: Int, reason: String)
  case unknown(step: Int, time: Int?)
  case bad(LogError)
  /// A last line that broke off before it named an action or a state.
  case torn(TornLine, LogError)
  /// A line that is only listed.
  case raw(step: Int, time: Int?)
}

/// The lines that begin in one part of a file.
struct ScannedPart: Sendable {
  private(set) var lines: [ScannedLine] = []
  /// What the usual lines say. Names are numbers in the part's table, and places are offsets in the file.
  private(set) var rows: [PackedRow] = []
  /// Rows that stand among the lines by now.
  private var listedRows = 0
  /// A last line without a line feed.
  var tail: ScannedLine?
  /// Whether it is an action that broke off before anything told what came of it.
  var isTailInFlight = false
  var names = TextTable()
  /// Parts in which it is the same have the same names with the same numbers, as far as both have them.
  var namesIdentity = 0 as UInt64
  var specials: [SpecialLine] = []
  /// Of the lines with these offsets.
  var effects: [Int: RecordedEffect] = [:]
  /// Causes beyond the first.
  var furtherCauses: [Int: [Int]] = [:]
}

extension ScannedPart {
  /// The last line without a line feed, and what it takes to tell of it.
  var withTailAlone: ScannedPart {
    var part = self
    (part.lines, part.rows, part.listedRows) = ([], [], 0)
    return part
  }

  mutating func reserveCapacity(_ count: Int) { rows.reserveCapacity(count) }

  mutating func append(_ line: ScannedLine) {
    listRows()
    lines.append(line)
  }

  @inline(__always) mutating func append(_ row: PackedRow) { rows.append(row) }

  /// Lets the rows that were appended stand among the lines. To be called before these are read.
  mutating func listRows() {
    guard rows.count > listedRows else { return }
    lines.append(ScannedLine(offset: rows[listedRows].place, kind: .rows, step: rows.count - listedRows, time: listedRows))
    listedRows = rows.count
  }

  mutating func addBlank(at offset: Int) {
    listRows()
    if let last = lines.last, last.kind == .blank {
      lines[lines.count - 1].step += 1
    } else {
      lines.append(ScannedLine(offset: offset, kind: .blank, step: 1))
    }
  }
}

extension ScannedLine {
  /// The action that a row tells of.
  init(_ row: PackedRow) {
    self.init(
      offset: row.place, kind: .action, flags: row.flags.intersection(.outcome.union(.hasCause)), step: row.step, time: row.time,
      store: row.store, type: row.text, cause: row.step - row.cause, duration: row.duration)
  }

  init(_ facts: QuickFacts, offset: Int) {
    self.init(
      offset: offset, kind: .action, flags: facts.flags, step: facts.step, time: facts.time, store: facts.store, type: facts.type,
      cause: facts.cause, duration: facts.duration)
    switch facts.kind {
    case .action: break
    case .completion: kind = .completion
    case .state: kind = .state
    }
  }

  mutating func insert(_ outcome: OutcomeSummary) {
    if let duration = outcome.duration {
      self.duration = duration
      flags.insert(.hasDuration)
    }
    if outcome.hasError { flags.insert(.hasError) }
    if outcome.isUnreduced { flags.insert(.isUnreduced) }
    if outcome.isOmitted { flags.insert(.isOmitted) }
    if outcome.hasState { flags.insert(.hasState) }
    if outcome.hasPatch { flags.formUnion(outcome.isPatchEmpty ? [.hasPatch, .hasEmptyPatch] : .hasPatch) }
  }
}

extension ScannedPart {
  mutating func append(_ facts: QuickFacts, at offset: Int, in bytes: PaddedBytes) {
    append(scanned(facts, at: offset, effect: facts.effect.map { bytes.bytes($0)[...] } ?? []))
  }

  /// - Parameter effect: The bytes of the line's member `effect`, if it has one.
  mutating func scanned(_ facts: QuickFacts, at offset: Int, effect: ArraySlice<UInt8>) -> ScannedLine {
    if !effect.isEmpty { noteEffect(Array(effect), at: offset) }
    return ScannedLine(facts, offset: offset)
  }

  private mutating func noteEffect(_ bytes: [UInt8], at offset: Int) {
    guard let value = try? JSONValue(parsing: bytes), let id = value["id"] else { return }
    guard let phase = value["phase"]?.string.flatMap(RecordedEffect.Phase.init(rawValue:)) else { return }
    effects[offset] = RecordedEffect(id: id, phase: phase)
  }
}
