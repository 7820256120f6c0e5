import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// A run, or a part of it, in the page's data. States remain patches.
///
/// ```text
/// rows     [seq, t, store, text, kind, flags, causes, dur, details, events up to its outcome]
/// events   [store, row, patch or 0, [state] or 0, presence]   presence of a state afterwards: 0 known, 1 unknown, 2 absent
/// base     [state] of each store before the first event, or its presence
/// ```
struct PageRun {
  let run: CheckedRun
  /// The rows in the page.
  let rows: Range<Int>
  /// The places in the source that its rows name.
  private(set) var sites: Set<String> = []
  private var texts: [String] = []
  private var numbers: [ExactText: Int] = [:]
  /// Events whose change the log lacks.
  private var uncertainEvents: Set<Int> = []
  /// For each row after which states are uncertain, their stores.
  private var doubts: [Int: [Int]] = [:]
  /// Patches that do not lead to the states beside them, by event: a word of theirs finds the row, as in `fluxtape find`.
  private var refuted: [Int: JSONPatch] = [:]

  init(_ run: CheckedRun, rows: Range<Int>) {
    self.run = run
    self.rows = rows
  }

  private enum Flag {
    static let failed = 1, inFlight = 2, pending = 4, lost = 8, omitted = 16, repeated = 32, unreduced = 64, unchanged = 128
    static let hasPatch = 256, hasEffect = 512, hasState = 1024, isOwnEvent = 2048
    static let torn = 4096, isUncertain = 8192, isLive = 16_384
  }
}

// MARK: - The whole

extension PageRun {
  /// The run as JSON.
  ///
  /// - Throws: ``HistoryError`` if the log can no longer be read.
  mutating func json() throws(HistoryError) -> String {
    let history = run.history
    let places = history.tracePlaces
    let shown = places[rows]
    let first = shown.lazy.map { $0.isOwn ? $0.count - 1 : $0.count }.min() ?? 0
    let last = shown.lazy.map(\.count).max() ?? 0
    let (base, events) = try trace(first..<last, places)
    var lines: [String] = []
    for row in rows { lines.append(try line(row, places[row], before: first)) }
    let start = history.start.map { String($0.microsecondsSince1970) } ?? "null"
    let stores = history.stores.map { PageJSON.text($0) }.joined(separator: ",")
    return """
      {"log":\(PageJSON.text(run.log)),"start":\(start),"stores":[\(stores)],
      "texts":[\(texts.map { PageJSON.text($0) }.joined(separator: ","))],
      "base":[\(base.joined(separator: ","))],
      "rows":[\(lines.joined(separator: ",\n"))],
      "events":[\(events.joined(separator: ",\n"))]}
      """
  }

  /// The states before some events, and the events.
  private mutating func trace(
    _ events: Range<Int>, _ places: [History.TracePlace]
  ) throws(HistoryError) -> (base: [String], events: [String]) {
    var trace = StateTrace(run.history)
    // Rows in the order of reduction, in which the walk reaches them.
    var waiting = rows.sorted { (places[$0].count, $0) < (places[$1].count, $1) }[...]
    func noteDoubts(after count: Int) {
      while let row = waiting.first, places[row].count <= count {
        waiting.removeFirst()
        let stores = run.history.stores.indices.filter { trace.presence(of: $0) == .known && !trace.isCertain($0, after: row) }
        if !stores.isEmpty { doubts[row] = stores }
      }
    }
    var base: [String] = []
    var lines: [String] = []
    var number = 0
    func states() -> [String] {
      run.history.stores.indices.map { store in
        trace.value(of: store).map { "[\(PageJSON.text($0.value))]" } ?? trace.presence(of: store).pageNumber
      }
    }
    while number < events.upperBound {
      if number == events.lowerBound { base = states() }
      noteDoubts(after: number)
      guard let event = try trace.next() else { break }
      if number >= events.lowerBound {
        if !event.isChangeKnown { uncertainEvents.insert(number) }
        refuted[number] = event.refuted
        let patch = event.patch.map { PageJSON.text($0.json) } ?? "0"
        let state = event.state.map { "[\(PageJSON.text($0.value))]" } ?? "0"
        lines.append("[\(event.store),\(event.row - rows.lowerBound),\(patch),\(state),\(trace.presence(of: event.store).pageNumber)]")
      }
      number += 1
    }
    noteDoubts(after: number)
    return (base.isEmpty ? states() : base, lines)
  }
}

// MARK: - Rows

extension PageRun {
  private mutating func line(_ place: Int, _ trace: History.TracePlace, before first: Int) throws(HistoryError) -> String {
    let row = run.history.rows[place]
    var flags = trace.isOwn ? Flag.isOwnEvent : 0
    for (isSet, flag) in [
      (row.hasError, Flag.failed), (row.isInFlight, Flag.inFlight), (row.isPending, Flag.pending), (row.isOutcomeLost, Flag.lost),
      (row.isOmitted, Flag.omitted), (row.isDuplicate, Flag.repeated), (row.isUnreduced, Flag.unreduced), (row.isUnchanged, Flag.unchanged),
      (row.hasPatch, Flag.hasPatch), (row.hasEffect, Flag.hasEffect), (row.hasState, Flag.hasState), (row.isTorn, Flag.torn),
      (row.isByInspector || row.liveCommand != nil, Flag.isLive),
      (trace.isOwn && uncertainEvents.contains(trace.count - 1), Flag.isUncertain),
    ] where isSet { flags |= flag }
    let (causes, details) = try details(place, row, trace)
    let step = row.step?.rawValue ?? 0
    let time = row.time.map(String.init) ?? "null"
    let cause = causes.count == 1 ? String(causes[0]) : causes.isEmpty ? "0" : "[\(causes.map(String.init).joined(separator: ","))]"
    let count = trace.count - first
    return
      "[\(step),\(time),\(row.store ?? -1),\(number(of: row.type)),\(row.kind.pageNumber),\(flags),\(cause),\(row.duration ?? -1),\(details),\(count)]"
  }

  private mutating func number(of text: String) -> Int {
    if let known = numbers[ExactText(text: text)] { return known }
    numbers[ExactText(text: text)] = texts.count
    texts.append(text)
    return texts.count - 1
  }

  /// The row's causes, and the members that most rows lack, or `0`.
  private mutating func details(_ place: Int, _ row: HistoryRow, _ trace: History.TracePlace) throws(HistoryError) -> ([Int], String) {
    var details = JSONObject()
    var causes: [Int] = []
    var payload: JSONValue?
    switch row.kind {
    case .action:
      guard let action = try history.action(at: place) else { break }
      causes = action.cause?.steps.map(\.rawValue) ?? []
      payload = action.payload
      details = Self.details(of: action)
      if trace.isOwn { details["r"] = refuted[trace.count - 1]?.json }
    case .mark:
      guard case .mark(let mark)? = try history.record(at: place) else { break }
      causes = mark.cause?.steps.map(\.rawValue) ?? []
      details = JSONObject(members: ["s": mark.site, "l": mark.level])
    case .state:
      if row.step == nil { details["ln"] = row.lineNumber.map { .number(JSONNumber($0)) } }
      guard case .state(let state)? = try history.record(at: place) else { break }
      causes = state.cause?.steps.map(\.rawValue) ?? []
      details["s"] = state.site.map(JSONValue.string)
    case .gap, .jump:
      details = JSONObject(members: ["n": row.missingCount, "m": row.missing.map { "\($0.lowerBound) to \($0.upperBound)" }])
    case .badLine:
      let bytes = try history.line(at: place).bytes
      details["b"] = .string(String(decoding: bytes.prefix(Self.longestBadLine), as: UTF8.self))
    case .unknown:
      if case .unknown(let record)? = try history.record(at: place) { details["u"] = [.object(record.members)] }
    case .end: break
    }
    if let site = details["s"]?.string { sites.insert(site) }
    if let payload { details["p"] = [payload] }
    details["q"] = doubts[place]?.jsonValue
    return (causes, details.isEmpty ? "0" : PageJSON.text(.object(details)))
  }

  private var history: History { run.history }

  /// The maximum number of bytes to show of a line that is not a record.
  private static let longestBadLine = 4096

  private static func details(of action: ActionRecord) -> JSONObject {
    JSONObject(members: [
      "s": action.site, "th": action.thread, "tr": action.trace, "sp": action.span, "c": action.enumCase,
      "f": action.effect.map { "\($0.name) \($0.phase.rawValue)" }, "o": action.outcome.omitted,
      "e": action.outcome.error.map { JSONObject(members: ["type": $0.type, "message": $0.message]) },
    ])
  }
}

extension StateTrace.Presence {
  fileprivate var pageNumber: String {
    switch self {
    case .known: "0"
    case .unknown: "1"
    case .absent: "2"
    }
  }
}

extension HistoryRow.Kind {
  /// The number of the kind in the page's script.
  fileprivate var pageNumber: Int {
    switch self {
    case .action: 0
    case .mark: 1
    case .gap: 2
    case .jump: 3
    case .badLine: 4
    case .unknown: 5
    case .end: 6
    case .state: 7
    }
  }
}
