import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

extension History {
  /// Counts, rates, durations, sizes: what the run is made of.
  ///
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  /// - Complexity: O(bytes of the log).
  public func statistics(report: (Int, Int) -> Bool = { _, _ in true }) throws(HistoryError) -> LogStatistics {
    var counter = StatisticsCounter(self)
    for place in rows.indices {
      try counter.count(place)
      if place % 4096 == 0, !report(place, rows.count) || Task.isCancelled { break }
    }
    return try counter.finish()
  }

  /// ``LogStatistics/types`` of the run, but for their ``LogStatistics/Group/bytes``: this reads nothing of the log.
  ///
  /// - Complexity: O(*n*), where *n* is the number of rows.
  public func actionTypes() -> [LogStatistics.Group] {
    var counter = ActionCounter(self)
    for place in rows.indices {
      let row = rows[place]
      if row.kind == .action, let store = row.store { counter.count(row, of: store, type: index.textNumber(of: place), bytes: 0) }
    }
    return counter.groups.types
  }
}

/// Goes through the rows of a run and counts.
private struct StatisticsCounter {
  /// A place as an operation names it.
  private struct Named: Hashable {
    let store: Int
    let pointer: String
  }

  /// What was written to places of one kind.
  private struct Written {
    let key: String
    let shown: String
    var changes = 0
    var bytes = 0
  }

  private let history: History
  private var lines: LineWindow
  private var result = LogStatistics()
  private var actions: ActionCounter
  private var written: [Written] = []
  private var placesWritten: [String: Int] = [:]
  private var names: [Named: Int] = [:]
  private var slowest = SlowestRows()
  private var slowestEffects = SlowestRows()
  private var times: (first: Int, last: Int)?

  private static let pathsKept = 20
  private static let namesKept = 4096

  init(_ history: History) {
    self.history = history
    lines = LineWindow(index: history.index)
    actions = ActionCounter(history)
    result.bytes = history.byteCount
    result.rows = history.rows.count
  }

  mutating func count(_ place: Int) throws(HistoryError) {
    let row = history.rows[place]
    if let time = row.time { times = (min(times?.first ?? time, time), max(times?.last ?? time, time)) }
    if RowTrait.error.holds(for: row) { result.errors.append(place) }
    switch row.kind {
    case .action:
      try countAction(row, at: place)
      try countSlowTypes(
        onLine: history.index.outcome(of: place).map { history.index.outcomes[$0].place } ?? history.index.rows[place].place, row)
    case .mark: result.marks += 1
    case .gap, .jump:
      result.gaps.append(place)
      result.missing = result.missing.saturatingAdd(max(0, row.missingCount ?? 0))
    case .badLine: if !row.isTorn { result.badLines.append(place) }
    case .state:
      // A state with a step was a change as its recorder saw it, unless the log shows that it is what it was.
      let change = try history.statedChange(at: place)
      let isChange = row.step == nil ? change.isChange : change != .same
      if isChange, row.isByInspector {
        result.changesByInspector += 1
      } else if isChange {
        result.changesWithoutAction += 1
      }
      try countSlowTypes(onLine: history.index.rows[place].place, row)
    case .unknown, .end: break
    }
  }

  /// Reads which types the recorder compares the slow way. It says so once for each of them, behind a state.
  private mutating func countSlowTypes(onLine line: Int, _ row: HistoryRow) throws(HistoryError) {
    guard let store = row.store else { return }
    let named = try lines.withLine(line) { bytes, range -> JSONObject? in
      let bytes = bytes.extracting(range)
      guard SearchText.slowTypes.mayBeIn(json: bytes) else { return nil }
      let text = String(utf8Bytes: bytes)
      return text.contains("\"slow\":{") ? (try? JSONValue(parsing: text))?["slow"]?.object : nil
    }
    for member in named ?? [:] {
      guard let reason = member.value.string else { continue }
      let type = LogStatistics.SlowType(store: history.stores[store], type: member.key, reason: reason)
      if !result.slowTypes.contains(type) { result.slowTypes.append(type) }
    }
  }

  private mutating func countAction(_ row: HistoryRow, at place: Int) throws(HistoryError) {
    guard let store = row.store else { return }
    let (byteCount, holdsSecret) = try lines.withLine(history.index.rows[place].place) { bytes, range in
      (range.count, bytes.extracting(range).holdsSecret)
    }
    actions.count(row, of: store, type: history.index.textNumber(of: place), bytes: byteCount)
    if let duration = row.reducerTime { slowest.insert(place, duration) }
    // The phase is read last, as it is in the line.
    if row.hasEffect, let duration = row.duration, slowestEffects.hasRoom(for: duration), row.hasEndedEffect {
      slowestEffects.insert(place, duration)
    }
    if holdsSecret, let action = try history.action(at: place), let payload = action.payload {
      countSecrets(in: JSONNode(payload), prefix: "\(history.stores[store]): payload")
    }
  }
}

/// The rows that took longest, that first.
private struct SlowestRows {
  private var entries: [(duration: Int, row: Int)] = []

  private static let limit = 10

  var rows: [Int] { entries.map(\.row) }

  func hasRoom(for duration: Int) -> Bool {
    guard entries.count == Self.limit, let last = entries.last else { return true }
    return last.duration < duration
  }

  mutating func insert(_ row: Int, _ duration: Int) {
    guard hasRoom(for: duration) else { return }
    entries.insert((duration, row), at: entries.partitioningIndex { $0.duration < duration })
    if entries.count > Self.limit { entries.removeLast() }
  }
}

// MARK: - Actions

/// Counts actions by store and by type.
private struct ActionCounter {
  private struct Key: Hashable {
    let store: Int
    /// The number of the type in the index.
    let type: Int?
  }

  private var stores: [LogStatistics.Group]
  private var types: [LogStatistics.Group] = []
  private var placesOfTypes: [Key: Int] = [:]
  /// The durations of the actions of each of ``types``.
  private var durations: [[Int]] = []

  init(_ history: History) { stores = history.stores.map { LogStatistics.Group(store: $0) } }

  mutating func count(_ row: HistoryRow, of store: Int, type number: Int?, bytes: Int) {
    let key = Key(store: store, type: number)
    let type = placesOfTypes[key] ?? types.count
    if type == types.count {
      placesOfTypes[key] = type
      types.append(LogStatistics.Group(store: stores[store].store, type: row.type))
      durations.append([])
    }
    types[type].count(row, bytes: bytes)
    stores[store].count(row, bytes: bytes)
    if let duration = row.reducerTime { durations[type].append(duration) }
  }

  /// Those of stores in their order, and those of types, the most frequent first.
  var groups: (stores: [LogStatistics.Group], types: [LogStatistics.Group]) {
    var (stores, types) = (stores, types)
    for (type, values) in durations.enumerated() { types[type].durations = LogStatistics.Durations(values) }
    let typesOfStores = Dictionary(grouping: placesOfTypes, by: \.key.store)
    for (store, types) in typesOfStores { stores[store].durations = LogStatistics.Durations(types.flatMap { durations[$0.value] }) }
    return (stores, types.sorted { ($1.actions, $0.store, $0.type ?? "") < ($0.actions, $1.store, $1.type ?? "") })
  }
}

extension HistoryRow {
  /// Microseconds in the reducer, if there was one and the log says so.
  fileprivate var reducerTime: Int? { isUnreduced || hasEffect ? nil : duration }

  /// Whether asynchronous work ended here. Reads the line.
  fileprivate var hasEndedEffect: Bool { effect.map { $0.phase != .started } ?? false }
}

// MARK: - States

extension StatisticsCounter {
  mutating func finish() throws(HistoryError) -> LogStatistics {
    try countStates()
    if let times { result.span = times.last.saturatingSubtract(times.first) }
    (result.stores, result.types) = actions.groups
    (result.slowest, result.slowestEffects) = (slowest.rows, slowestEffects.rows)
    result.paths = written.map { LogStatistics.PathBytes(path: $0.key, changes: $0.changes, bytes: $0.bytes) }
      .sorted { ($1.bytes, $0.path) < ($0.bytes, $1.path) }
    result.paths.removeLast(max(0, result.paths.count - Self.pathsKept))
    return result
  }

  private mutating func countStates() throws(HistoryError) {
    var walk = StateWalk(history, stores: history.stores.indices)
    var firstSizes: [Int: Int] = [:]
    var snapshots = Array(repeating: 0, count: history.stores.count)
    var ended: [Int: JSONNode] = [:]
    while let event = try walk.next() {
      let (store, name) = (event.store, history.stores[event.store])
      if event.kind.contains(.state) { snapshots[store] += 1 }
      event.patch?.operations.forEach { count($0, store: store) }
      if let state = event.state { countSecrets(in: state, prefix: "\(name): ") }
      // Of a store that ended it is the state that it had then.
      ended[store] = event.kind.contains(.ends) ? walk.value(of: store) ?? ended[store] : nil
      walk.take(event)
      if firstSizes[store] == nil { firstSizes[store] = walk.value(of: store)?.byteCount }
    }
    for (store, name) in history.stores.enumerated() {
      guard let first = firstSizes[store] else { continue }
      let last = (ended[store] ?? walk.value(of: store))?.byteCount ?? first
      result.states.append(LogStatistics.StateSize(store: name, first: first, last: last, snapshots: snapshots[store]))
    }
  }

  private mutating func count(_ operation: NodePatch.Operation, store: Int) {
    let place = place(of: operation.path, store)
    written[place].changes += 1
    switch operation {
    case .add(_, let value), .replace(_, let value), .test(_, let value):
      written[place].bytes += value.byteCount
      if value.isContainer { countSecrets(in: value, prefix: written[place].shown) }
    case .splice(_, _, _, let text): written[place].bytes += text.utf8.count
    case .remove, .move, .copy: break
    }
  }

  private mutating func countSecrets(in node: JSONNode, prefix: String) {
    var waiting = [(node, prefix)]
    while let (node, path) = waiting.popLast() {
      if node.isLeftOut, case .redacted = TaggedValue(node.value) {
        result.redacted[path, default: 0] += 1
        continue
      }
      for member in node.members where member.value.isContainer {
        waiting.append((member.value, path + StatePath(parts: [.member(member.key)]).description))
      }
      for element in node.elements where element.isContainer { waiting.append((element, path + "[*]")) }
    }
  }

  /// The number of a place in ``written``. Most operations name one of few places.
  private mutating func place(of pointer: PointerText, _ store: Int) -> Int {
    let name = Named(store: store, pointer: pointer.text)
    if let known = names[name] { return known }
    let (store, path) = (history.stores[store], Self.path(pointer.pointer))
    let place = placesWritten[store + path] ?? written.count
    if place == written.count {
      placesWritten[store + path] = place
      written.append(Written(key: store + path, shown: "\(store): \(path)"))
    }
    if names.count == Self.namesKept { names.removeAll(keepingCapacity: true) }
    names[name] = place
    return place
  }

  /// The path with every index as `[*]`, so that changes of the same kind come together.
  private static func path(_ pointer: JSONPointer) -> String {
    pointer.tokens.reduce(into: "") { path, token in
      let isIndex = token == "-" || JSONPointer.arrayIndex(token) != nil
      path += isIndex ? "[*]" : StatePath(parts: [.member(token)]).description
    }
  }
}

extension StatedChange? {
  fileprivate var isChange: Bool { if case .changed? = self { true } else { false } }
}

extension LogStatistics.Group {
  fileprivate mutating func count(_ row: HistoryRow, bytes count: Int) {
    actions += 1
    bytes += count
    if row.isUnchanged { unchanged += 1 }
    if row.hasError { errors += 1 }
    if row.isInFlight { inFlight += 1 }
    if row.isPending { pending += 1 }
  }
}

extension LogStatistics.Durations {
  /// Percentiles by the nearest rank.
  init(_ values: [Int]) {
    guard !values.isEmpty else { return }
    let sorted = values.sorted()
    count = sorted.count
    median = sorted[(sorted.count * 50 + 99) / 100 - 1]
    percentile95 = sorted[(sorted.count * 95 + 99) / 100 - 1]
    longest = sorted[sorted.count - 1]
    total = sorted.reduce(0) { $0.saturatingAdd($1) }
  }
}

extension Span<UInt8> {
  /// Whether `"$redacted"` may stand in it.
  fileprivate var holdsSecret: Bool { SearchText.redactionTag.mayBeIn(json: self) }
}

extension SearchText {
  fileprivate static let slowTypes = SearchText(exactly: "slow")
  fileprivate static let redactionTag = SearchText(exactly: "$redacted")
}
