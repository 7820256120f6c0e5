import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Goes through a run once and notes what can be observed of it.
struct FactCollector {
  var sheet = FactSheet()
  var names: FactNameCache
  let ignored: IgnoredPaths
  /// Whether the sheet tells which values its facts are about: only of runs that facts are told of.
  var keepsTexts = false
  /// What each store's state holds.
  var written: [Int: StateValues] = [:]
  /// Values of each payload path, to find those that come twice.
  var seen: [FactKey: Set<UInt32>] = [:]
  /// Where each telling value stands: in states, and in the last payload of an action.
  var holders = ValueHolders()
  /// Which arrays hold a value.
  var members = ListMembers()
  /// Arrays of each store's state.
  var lists: [Int: [UInt32: [JSONValue]]] = [:]
  /// Values of the state that the action changed.
  var changedPaths: [UInt32] = []
  /// The number of each store's name.
  private(set) var storeNames: [Int: UInt32] = [:]
  /// The version of a store's state of which the context of an action was noted last.
  private var noted: [Context: Int] = [:]
  /// What the hashes of choices stand for.
  var choiceTexts: [UInt32: String] = [:]
  private var placeOfRow: [Int: Int32] = [:]
  private var alive: [UInt32: Int] = [:]

  init(_ names: FactNameCache, ignoring ignored: IgnoredPaths) {
    self.names = names
    self.ignored = ignored
  }

  /// The sheet of a run. The cache of names is kept for the next.
  mutating func sheet(of run: RunListing.Entry) throws(HistoryError) -> FactSheet {
    let history = try run.open()
    (sheet, written, seen, placeOfRow, alive) = (FactSheet(), [:], [:], [:], [:])
    (holders, members, lists, changedPaths, storeNames, noted) = (ValueHolders(), ListMembers(), [:], [], [:], [:])
    sheet.rowCount = history.rows.count
    sheet.failureRow = run.summary.isRed ? run.summary.problem.flatMap { $0.kind.isOfOneRow ? $0.row : nil } : nil
    for row in history.rows.indices {
      let facts = history.rows[row]
      switch facts.kind {
      case .action:
        guard let action = try history.action(at: row) else { continue }
        take(action, facts, at: row, in: history)
      case .state:
        guard let store = facts.store, case .state(let record)? = try history.record(at: row) else { continue }
        let subject = names.subject(record.store, StateRecord.type)
        if record.step != nil { begin(subject, store, row, facts.time, history.cause(of: row)) }
        write(record.outcome, subject, store, record.store, Int32(row), payload: [])
      case .mark, .gap, .jump, .badLine, .unknown, .end: continue
      }
    }
    noteStoresLeft(in: history)
    noteChains()
    noteOrders()
    noteEnds(failure: run.summary.isRed ? run.summary.problem?.text : nil)
    return sheet
  }
}

// MARK: - Actions

extension FactCollector {
  private mutating func take(_ action: ActionRecord, _ facts: HistoryRow, at row: Int, in history: History) {
    guard let store = facts.store else { return }
    let (subject, at) = (names.subject(action.store, action.type), Int32(row))
    let cause = history.cause(of: row).flatMap { placeOfRow[$0] }
    begin(subject, store, row, facts.time, history.cause(of: row))
    sheet.note(
      FactKey(kind: .startedBy, subject: subject, other: cause.map { sheet.occurrences[Int($0)].subject } ?? 0), at: at)
    if facts.isInFlight { sheet.note(FactKey(kind: .inFlight, subject: subject), at: at) }
    if let error = action.outcome.error {
      sheet.note(FactKey(kind: .failed, subject: subject, detail: names.names.number(of: error.type)), at: at)
    }
    if action.effect != nil, let duration = action.outcome.duration {
      sheet.measure(FactKey(kind: .tookLeast, subject: subject), Float(duration), at: at)
      sheet.measure(FactKey(kind: .tookMost, subject: subject), Float(duration), at: at)
    }
    countLives(action)
    noteContext(of: subject, at)
    noteNumbers(of: subject, store, at)
    let values = notePayload(action.payload, subject, store, at, cause)
    sheet.occurrences[sheet.occurrences.count - 1].values = values
    write(action.outcome, subject, store, action.store, at, payload: values)
  }

  private mutating func begin(_ subject: UInt32, _ store: Int, _ row: Int, _ time: Int?, _ cause: Int?) {
    if storeNames[store] == nil { storeNames[store] = names.store(of: subject) }
    let cause = cause.flatMap { placeOfRow[$0] } ?? -1
    placeOfRow[row] = Int32(sheet.occurrences.count)
    sheet.occurrences.append(
      FactOccurrence(row: Int32(row), store: Int32(store), time: time ?? 0, cause: cause, step: FactStep(subject: subject)))
    sheet.note(FactKey(kind: .times, subject: subject), at: Int32(row))
  }

  /// Notes how the states stand when an action happens, and who left them like that.
  private mutating func noteContext(of subject: UInt32, _ row: Int32) {
    for (store, values) in written {
      guard let name = storeNames[store],
        noted.updateValue(values.version, forKey: Context(subject: subject, store: store)) != values.version
      else { continue }
      for (path, choice) in values.choices {
        let key = FactKey(kind: .during, subject: subject, other: name, path: path, detail: choice)
        sheet.noteOnce(key, at: row)
        if keepsTexts, let text = choiceTexts[choice] { sheet.note(key, text: text) }
      }
      guard values.count <= Self.mostEnds else { continue }
      values.forEach { sheet.noteOnce(FactKey(kind: .sees, subject: subject, other: $1.writer, path: $0), at: row) }
    }
  }

  /// Notes the numbers that an action finds in the state of its store.
  private mutating func noteNumbers(of subject: UInt32, _ store: Int, _ row: Int32) {
    guard let values = written[store], let name = storeNames[store], values.count <= Self.mostEnds else { return }
    values.forEach { path, value in
      guard let number = value.number else { return }
      sheet.measure(FactKey(kind: .sawLeast, subject: subject, other: name, path: path), number, at: row)
      sheet.measure(FactKey(kind: .sawMost, subject: subject, other: name, path: path), number, at: row)
    }
  }

  private struct Context: Hashable {
    let subject: UInt32
    let store: Int
  }

  private mutating func countLives(_ action: ActionRecord) {
    guard action.type == ActionRecord.storeBegan || action.type == ActionRecord.storeEnded else { return }
    let began = names.subject(action.store, ActionRecord.storeBegan)
    alive[began, default: 0] += action.type == ActionRecord.storeBegan ? 1 : -1
    guard let row = sheet.occurrences.last?.row, let count = alive[began],
      count > (sheet.rows[FactKey(kind: .alive, subject: began)]?.count ?? 0)
    else { return }
    sheet.note(FactKey(kind: .alive, subject: began), at: row)
  }

  private mutating func noteStoresLeft(in history: History) {
    guard let last = sheet.occurrences.last?.row else { return }
    for (began, count) in alive where count > 0 {
      for _ in 0..<count { sheet.note(FactKey(kind: .neverEnds, subject: began), at: last) }
    }
  }
}

extension RunProblem.Kind {
  /// Whether what comes behind the problem's row did not lead to it.
  fileprivate var isOfOneRow: Bool {
    switch self {
    case .failure, .rule, .error: true
    case .inFlight, .loop, .flag, .patch, .secret, .badLine, .gap, .pending, .warning: false
    }
  }
}
