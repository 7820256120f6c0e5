import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Looks for a value that a stream tells, and takes back at once, in one action: it was made of inputs of which one had changed and the
/// other not yet.
///
/// ```text
/// enabled false … accountChosen ─► enabled true ─► enabled false
/// ```
struct Glitches {
  /// Microseconds between a value and the one that takes it back: a frame of a screen.
  private static let longest = 16_000
  private static let mostFindings = 256

  private struct Value {
    let row: Int
    let cause: Int?
    var hash: UInt64?
  }

  private let history: History
  private let index: RunIndex
  private let requests: RequestSearch
  private var lines: LineWindow
  private var reader = LineReader()
  /// The last two values of each stream.
  private var last: [RequestSearch.Kind: (before: Value?, value: Value)] = [:]
  private var found: [RequestSearch.Kind: (rows: [Int], count: Int)] = [:]
  /// Stores whose actions others handle: these are events, and no values.
  private var dispatchers: Set<Int> = []

  init(_ history: History) {
    self.history = history
    index = history.index
    requests = RequestSearch(index)
    lines = LineWindow(index: index)
  }
}

extension Glitches {
  mutating func take(_ row: Int, _ cause: Int?) throws(HistoryError) {
    if let cause, let store = index.store(of: cause), requests.isDispatch(cause, of: row) { dispatchers.insert(store) }
    let flags = index.rows[row].flags
    guard flags.contains(.isUnreduced), flags.isDisjoint(with: [.hasEffect, .hasError, .isCompleted, .isTorn]),
      let kind = requests.kind(of: row), last.count < Self.mostFindings || last[kind] != nil
    else { return }
    var value = Value(row: row, cause: cause)
    var known = last[kind]
    if cause != nil, var middle = known?.value, middle.cause == cause, var before = known?.before, isSoon(middle.row, row) {
      if before.hash == nil { before.hash = try hash(before.row) }
      if middle.hash == nil { middle.hash = try hash(middle.row) }
      value.hash = try hash(row)
      known = (before, middle)
      if value.hash == before.hash, value.hash != middle.hash, found[kind] != nil || found.count < Self.mostFindings {
        found[kind, default: ([before.row, middle.row, row], 0)].count += 1
      }
    }
    last[kind] = (known?.value, value)
  }

  private func isSoon(_ row: Int, _ next: Int) -> Bool {
    guard let time = index.time(of: row), let later = index.time(of: next) else { return false }
    return (0...Self.longest).contains(later.saturatingSubtract(time))
  }

  private mutating func hash(_ row: Int) throws(HistoryError) -> UInt64 {
    try lines.withLine(index.rows[row].place) { bytes, range in
      if reader.read(bytes, in: range) { return TextHash(reader.facts.payload, of: bytes).value }
      let line = try? JSONNode(parsing: bytes.bytes(range))
      return TextHash(Array(line?.member(named: "payload")?.bytes ?? [])).value
    }
  }

  func findings() throws(HistoryError) -> [Finding] {
    var findings: [Finding] = []
    for (kind, found) in found where !dispatchers.contains(kind.store) && !isBusy(kind) {
      let values = try found.rows.map { (row) throws(HistoryError) in try history.action(at: row)?.payload }
      // What is shown while something is under way comes and goes.
      guard values[0] == values[2], values[0] != values[1], values[1]?.isWhollyRecorded ?? true else { continue }
      findings.append(
        Finding(
          .suspicion(.glitch(count: found.count)), row: found.rows[2], isNote: true,
          values: [Finding.Value(path: "payload", old: values[1], new: values[2])], proof: [found.rows[0], found.rows[1]]))
    }
    return findings
  }

  private func isBusy(_ kind: RequestSearch.Kind) -> Bool {
    (BusyFlag.words(of: index.texts[kind.type]) + BusyFlag.words(of: history.stores[kind.store])).contains(where: BusyFlag.busy.contains)
  }
}
