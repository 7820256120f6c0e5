import Dispatch
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading

/// The rows of a run that are compared with another run: its actions, and the states without an action.
struct ComparedRows {
  private(set) var rows: [Int] = []
  private(set) var keys: [ActionSides.Key] = []
  /// The bytes of the payloads of actions whose line alone tells them; `nil` for other rows.
  private(set) var payloads: [PayloadDigest?] = []
  /// Indices into ``rows`` of states whose earlier state is unknown. A missing counterpart in the other run is not a difference.
  private(set) var statements: Set<Int> = []

  /// The rows of two runs, each read by a thread.
  ///
  /// - Parameter isContinued: Called now and then. If it returns `false`, the later rows are left out.
  static func reading(
    _ first: History, _ second: History, ignoring ignored: IgnoredPaths, isContinued: () -> Bool
  ) throws(HistoryError) -> (first: ComparedRows, second: ComparedRows) {
    let isStopped = Locked(false)
    @Sendable func stop() { isStopped.withLock { $0 = true } }
    let sides = [first, second].map { (history: $0, result: Locked(Result<Side, HistoryError>.success(Side()))) }
    withoutActuallyEscaping(isContinued) { isContinued in
      let isContinued = Locked(OneThread(isContinued))
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        let result = Result { () throws(HistoryError) in
          var keys = ActionKeys()
          let rows = try ComparedRows(sides[thread].history, &keys, ignoring: ignored) {
            if !isContinued.withLock({ $0.value() }) { stop() }
            return !isStopped.withLock { $0 }
          }
          return Side(rows: rows, keys: keys)
        }
        if case .failure = result { stop() }
        sides[thread].result.withLock { $0 = result }
      }
    }
    let old = try sides[0].result.withLock { $0 }.get()
    var new = try sides[1].result.withLock { $0 }.get()
    new.rows.keys = old.keys.renumbering(new.rows.keys, of: new.keys)
    return (old.rows, new.rows)
  }

  private struct Side: Sendable {
    var rows = ComparedRows()
    var keys = ActionKeys()
  }

  private init() {}

  private init(
    _ history: History, _ actionKeys: inout ActionKeys, ignoring ignored: IgnoredPaths, isContinued: () -> Bool
  ) throws(HistoryError) {
    func counted(_ payload: JSONValue?) -> JSONValue? { payload.map { ignored.isEmpty ? $0 : ignored.removed(from: $0, in: .payload) } }
    var payloads = PayloadReader(history)
    for row in history.rows.indices {
      if row % 1024 == 0, !isContinued() { return }
      switch history.rows[row].kind {
      case .action:
        if let store = history.rows[row].store, let payload = try payloads.payload(of: row) {
          let contents = payload.isEmpty ? nil : try? JSONValue(parsing: Array(payload))
          // Of a damaged payload, the whole line tells what is wrong.
          if payload.isEmpty || contents != nil {
            append(row, actionKeys.key(history.stores[store], history.rows[row].type, counted(contents)), PayloadDigest(payload))
            continue
          }
        }
        guard let action = try history.action(at: row) else { continue }
        append(row, actionKeys.key(action.store, action.type, counted(action.payload)))
      case .state: try appendState(row, of: history, &actionKeys)
      case .mark, .gap, .jump, .badLine, .unknown, .end: continue
      }
    }
  }

  private mutating func append(_ row: Int, _ key: ActionSides.Key, _ payload: PayloadDigest? = nil) {
    rows.append(row)
    keys.append(key)
    payloads.append(payload)
  }

  /// Appends a state unless it repeats the one before. Segments begin with such states, and a run must compare equal whether it is in one
  /// file or several.
  private mutating func appendState(_ row: Int, of history: History, _ actionKeys: inout ActionKeys) throws(HistoryError) {
    guard let store = history.rows[row].store.map({ history.stores[$0] }), let record = try history.record(at: row) else { return }
    if history.rows[row].step == nil {
      switch try history.statedChange(at: row) {
      case .same: return
      case .changed(_, isCertain: true): break
      case .changed(_, isCertain: false), .first, nil: statements.insert(rows.count)
      }
    }
    append(row, actionKeys.key(ofStateOf: store, record.outcomeIfAny))
  }
}

/// Two hashes of a payload's bytes: different ones do not share both by chance.
struct PayloadDigest: Hashable {
  private let first: Int
  private let second: Int

  init(_ bytes: ArraySlice<UInt8>) {
    var (first, second) = (Hasher(), Hasher())
    second.combine(1)
    // Sound: the buffer lives as long as the call.
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe first.combine(bytes: bytes)
      unsafe second.combine(bytes: bytes)
    }
    (self.first, self.second) = (first.finalize(), second.finalize())
  }
}
