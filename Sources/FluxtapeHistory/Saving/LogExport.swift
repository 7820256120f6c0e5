import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// What of a run is written as a log of its own, and how.
///
/// The log opens alone: the first state of each store in it is a whole one, and again after steps that are left out. Members that this
/// version does not know stay.
public struct LogExport: Sendable {
  /// The rows that are taken, rising; `nil` for all.
  public var rows: [Int]?
  /// Whether every record that tells a state tells the whole of it.
  public var hasFullStates = false
  /// Whether patches are written as RFC 6902 has them: each `splice` as a `replace`.
  public var isPlain = false
  /// What is replaced by a digest in the new log; `nil` for nothing.
  public var redaction: LogRedaction?

  /// Creates an export of some rows, or of all.
  public init(rows: [Int]? = nil) { self.rows = rows }

  /// What was written.
  public struct Result: Hashable, Sendable {
    /// Records that were written.
    public internal(set) var records = 0
    /// Bad lines, which are no part of an export.
    public internal(set) var badLines = 0
    /// Records whose patch could not be written, as the state that it is for is not known.
    public internal(set) var unknownStates = 0
  }
}

extension History {
  /// Writes the run, or a part of it, as a log of its own.
  ///
  /// - Parameters:
  ///   - export: Which part, and in which form.
  ///   - write: Takes whole lines, many at once.
  /// - Throws: ``HistoryError`` if the log can no longer be read; what `write` throws.
  /// - Complexity: O(bytes of the log); of a part, O(bytes of the lines in it and between, and patches since the nearest snapshots before it).
  public func export(_ export: LogExport, write: ([UInt8]) throws -> Void) throws -> LogExport.Result {
    var exporter = LogExporter(index, export)
    exporter.begin(header)
    // Lines that cannot be read are passed over: then the states that the part begins with are found line by line.
    if needs.isEmpty, let known = try? exporter.statesBefore(in: self) { exporter.goPast(known) }
    for line in exporter.lines() {
      try exporter.take(line)
      if exporter.bytes.count > 1 << 20 { try write(exporter.takeBytes()) }
    }
    let rest = exporter.takeBytes()
    if !rest.isEmpty { try write(rest) }
    return exporter.result
  }
}

/// Goes through a run's lines in their order, keeps the stores' states, and writes the lines that are asked for.
struct LogExporter {
  let index: RunIndex
  private let export: LogExport
  private let isSelected: [Bool]?
  private let selectedPlaces: ClosedRange<Int>?
  /// The lines that have to be read: in a part, none behind those that tell of it.
  private var places: ClosedRange<Int>
  private var reader: LineWindow
  var bytes: [UInt8] = []
  private(set) var result = LogExport.Result()

  /// The stores' states in the log, and those that were written last, with their secrets. They share what did not change.
  var states: [String: JSONNode] = [:]
  var written: [String: JSONNode] = [:]
  /// The states that were written last as the new log has them, where they had to be made.
  var lastShown: [String: JSONValue] = [:]
  /// Stores that the next state written may be told as a patch of.
  var exact: Set<String> = []
  private var lastStep: Int?
  var hasBegun = false

  enum Line {
    case row(Int)
    case outcome(Int)
  }

  init(_ index: RunIndex, _ export: LogExport) {
    self.index = index
    self.export = export
    reader = LineWindow(index: index)
    if let rows = export.rows {
      var flags = Array(repeating: false, count: index.rows.count)
      for row in rows where flags.indices.contains(row) { flags[row] = true }
      isSelected = flags
      selectedPlaces = rows.first.flatMap { first in
        rows.last.map { index.rows[first].place...max(index.rows[first].place, index.rows[$0].place) }
      }
      let last = rows.lazy.filter(index.rows.indices.contains).map { index.place(ofOutcomeOf: $0) }.max() ?? 0
      places = 0...max(last, selectedPlaces?.upperBound ?? 0)
    } else {
      isSelected = nil
      selectedPlaces = nil
      places = 0...Int.max
    }
  }
}

extension LogExporter {
  var redaction: LogRedaction? { export.redaction }
  var isPlain: Bool { export.isPlain }
  var hasFullStates: Bool { export.hasFullStates }
  /// Whether only some rows are taken.
  var isPart: Bool { export.rows != nil }

  mutating func countUnknownState() { result.unknownStates += 1 }
}

extension RunIndex {
  /// Where the line stands that tells what came of a row.
  fileprivate func place(ofOutcomeOf row: Int) -> Int { outcome(of: row).map { outcomes[$0].place } ?? rows[row].place }
}

extension LogExport {
  /// Whether lines are taken over as they stand.
  fileprivate var isVerbatim: Bool { rows == nil && !hasFullStates && !isPlain && redaction == nil }
}

// MARK: - Lines

extension LogExporter {
  mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  mutating func begin(_ header: LogHeader?) {
    guard var header else { return }
    header.segment = nil
    // The steps before the part are left out, not lost.
    if let rows = export.rows {
      let index = index
      let steps = rows.lazy.filter { index.rows.indices.contains($0) && index.rows[$0].flags.contains(.hasStep) }.map {
        index.rows[$0].step
      }
      let first = steps.min() ?? 1
      header.dropped = first > 1 ? DroppedRecords(segments: 0, records: first - 1) : nil
    }
    if let redaction = export.redaction { header.redact(redaction) }
    LogLine.header(header).write(into: &bytes)
  }

  /// Rows and outcomes in the order of their lines.
  func lines() -> some Sequence<Line> {
    let firstRow = index.rows.partitioningIndex { $0.place >= places.lowerBound }
    let firstOutcome = index.outcomes.partitioningIndex { $0.place >= places.lowerBound }
    return sequence(state: (firstRow, firstOutcome)) { [index, places] (next: inout (row: Int, outcome: Int)) -> Line? in
      let hasRow = next.row < index.rows.count && index.rows[next.row].place <= places.upperBound
      let hasOutcome = next.outcome < index.outcomes.count && index.outcomes[next.outcome].place <= places.upperBound
      guard hasRow || hasOutcome else { return nil }
      if hasRow, !hasOutcome || index.rows[next.row].place <= index.outcomes[next.outcome].place {
        defer { next.row += 1 }
        return .row(next.row)
      }
      defer { next.outcome += 1 }
      return .outcome(next.outcome)
    }
  }

  /// How the stores stand right before a part; `nil` where all is taken.
  func statesBefore(in history: History) throws(HistoryError) -> [String: JSONNode]? {
    guard let first = selectedPlaces?.lowerBound else { return nil }
    var known: [String: JSONNode] = [:]
    for (store, timeline) in index.timelines.enumerated() {
      guard let event = timeline.lastEvent(upTo: .on(first), including: false) else { continue }
      let fold = StateFold(index: index, cache: history.states, store: store)
      if case .value(let node) = try fold.state(after: event) { known[history.stores[store]] = node }
    }
    return known
  }

  /// Leaves out what is before the part.
  mutating func goPast(_ known: [String: JSONNode]) {
    guard let first = selectedPlaces?.lowerBound else { return }
    states = known
    places = first...max(first, places.upperBound)
  }

  mutating func take(_ line: Line) throws(HistoryError) {
    switch line {
    case .row(let row):
      let listed = index.rows[row]
      if listed.kind == .jump || index.isWithoutLine(row) { return }
      if listed.kind == .badLine {
        if isSelected?[row] ?? true { result.badLines += 1 }
        return
      }
      // How the stores stand is told wherever it is told inside of what is selected.
      let isStatement = listed.kind == .state && !listed.flags.contains(.hasStep) && selectedPlaces?.contains(listed.place) ?? true
      try take(at: listed.place, isTorn: listed.flags.contains(.isTorn), isWanted: isStatement || isSelected?[row] ?? true)
    case .outcome(let outcome):
      let listed = index.outcomes[outcome]
      let row = Int(listed.row)
      let isCompletion = index.rows.indices.contains(row) && index.outcome(of: row) == outcome
      let isInside = selectedPlaces?.contains(listed.place) ?? true
      try take(at: listed.place, isTorn: false, isWanted: isCompletion ? isSelected?[row] ?? true : isInside)
    }
  }

  /// What came of an action whose line broke off is no less lost in the new log.
  private mutating func tellLoss(of action: ActionRecord, _ torn: TornLine) {
    let next = StepNumber(max(lastStep ?? 0, action.step.rawValue).saturatingAdd(1))
    guard let loss = torn.loss(of: action, step: next, reason: TornWords(torn).text) else { return }
    LogLine.record(loss).write(into: &bytes)
    result.records += 1
  }

  private mutating func take(at place: Int, isTorn: Bool, isWanted: Bool) throws(HistoryError) {
    let line = try reader.bytes(of: place)
    if export.isVerbatim, !isTorn {
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
      result.records += 1
      return
    }
    guard case .record(var record)? = isTorn ? LogLine(torn: line) : try? LogLine(decoding: line) else {
      if isWanted { result.badLines += 1 }
      return
    }
    if isTorn { record.outcome = Outcome() }
    let before = record.store.flatMap { states[$0] }
    follow(record)
    guard isWanted else { return skip(record) }
    if !hasBegun { beginStates(before: record, state: before) }
    if let step = record.step {
      if let lastStep, step > lastStep.saturatingAdd(1) { exact = [] }
      lastStep = max(step, lastStep ?? step)
    }
    rewrite(&record, before: before)
    LogLine.record(record).write(into: &bytes)
    result.records += 1
    if isTorn, case .action(let action) = record { tellLoss(of: action, TornLine(line)) }
  }
}
