import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Looks for actions that led to another state than the same action on the same state did before: their reducer reads a clock, a random
/// number or something else that is in neither.
///
/// An action is left out if more than a reducer made its state: asynchronous work, an error, an action of the same store inside it, undo. So
/// is one whose state or contents are not wholly recorded, and one that is a mere name. A store that a dispatcher feeds may read the others, so theirs must be equal too.
struct ImpureReducers {
  private let history: History
  private let index: RunIndex
  private let requests: RequestSearch
  private let run: Int
  /// Hashes of the program, and of names by their numbers.
  private let program: Int
  private var storeHashes: [Int]
  /// By text number; `nil` for those that nobody asked for yet.
  private var typeHashes: [Int??] = []

  /// Beyond these, whether all other stores stand alike is not asked.
  private static let mostStores = 64

  init(_ history: History, _ memory: inout ReducerMemory?) {
    (self.history, index) = (history, history.index)
    requests = RequestSearch(index)
    run = memory?.runs.count ?? 0
    // Of a log that does not say which program wrote it, nothing is compared with other runs.
    program = history.header?.app.map { JSONValue.object($0).hashValue } ?? run
    storeHashes = history.stores.map(\.hashValue)
    memory?.begin(history)
  }
}

extension ImpureReducers {
  /// - Parameters:
  ///   - previous: Where the event of the same store before this one stands.
  ///   - digests: ``StateDigest/value`` of the store's state before and after.
  ///   - others: The same of all stores before the event.
  mutating func finding(
    _ event: StateWalk.Event, after previous: LinePlace?, _ digests: (before: UInt64, after: UInt64), others: () -> UInt64,
    _ memory: inout ReducerMemory?
  ) throws(HistoryError) -> Finding? {
    guard isPlain(event, after: previous), let kind = requests.kind(of: event.row), let type = typeHash(kind.type) else { return nil }
    let dispatch = requests.cause(of: event.row).flatMap { requests.isDispatch($0, of: event.row) ? $0 : nil }
    var hasher = Hasher()
    for part in [program, storeHashes[kind.store], type] { hasher.combine(part) }
    for part in [digests.before, dispatch == nil ? 0 : others()] { hasher.combine(part) }
    let entry = ReducerMemory.Entry(run: run, row: event.row, after: digests.after)
    let earlier = memory?.otherOutcomes(than: entry, for: UInt64(truncatingIfNeeded: hasher.finalize())) ?? []
    guard !earlier.isEmpty, let runs = memory?.runs else { return nil }
    let name = "\(history.stores[kind.store]) \(index.texts[kind.type])"
    guard memory?.told.contains(name) == false else { return nil }
    // Both are read only if they are compared.
    var known: ActionRecord?
    var read: JSONNode??
    for one in earlier where memory?.mayCompareActions() == true {
      let payload: JSONNode? = read ?? index.shortPayload(of: event.row)
      read = .some(payload)
      if let payload, Self.hasOtherPayload(than: payload, one.row, in: runs[one.run]) { continue }
      if known == nil { known = try tellingAction(at: event.row) }
      guard let action = known else { return nil }
      guard let finding = try finding(event.row, action, one, dispatch, in: runs[one.run], &memory) else { continue }
      memory?.tell(name)
      return finding
    }
    return nil
  }

  /// Whether an action surely has another payload. Most have, and to make values of their lines takes ten times as long.
  private static func hasOtherPayload(than payload: JSONNode, _ row: Int, in run: History) -> Bool {
    let wasClosed = run.isClosedForNow
    defer { if wasClosed { run.closeForNow() } }
    return run.index.shortPayload(of: row).map { $0 != payload } ?? false
  }

  /// Compares an action with one of this run or of an earlier one, whose files may be closed. An earlier run that can no longer be read
  /// proves nothing.
  private func finding(
    _ row: Int, _ action: ActionRecord, _ earlier: ReducerMemory.Entry, _ dispatch: Int?, in other: History, _ memory: inout ReducerMemory?
  ) throws(HistoryError) -> Finding? {
    let wasClosed = other.isClosedForNow
    defer { if wasClosed { other.closeForNow() } }
    do {
      guard try other.action(at: earlier.row)?.isSame(as: action) == true, memory?.mayCompareStates() == true else { return nil }
      return try compare(row, earlier, dispatch, with: other)
    } catch {
      guard earlier.run != run else { throw error }
      return nil
    }
  }

  /// Whether nothing but a reducer made the state of the event.
  private func isPlain(_ event: StateWalk.Event, after previous: LinePlace?) -> Bool {
    let row = index.rows[event.row]
    guard row.kind == .action, event.kind.isDisjoint(with: [.begins, .ends, .omitted]) else { return false }
    guard row.flags.isDisjoint(with: [.hasEffect, .hasError, .isUnreduced, .isDuplicate, .isTorn]) else { return false }
    return previous.map { $0 < index.linePlace(of: event.row) } ?? true
  }

  /// `nil` for a type that the recorder itself wrote, and for undo: the states that it brings back are part of no state.
  private mutating func typeHash(_ type: Int) -> Int? {
    if type >= typeHashes.count { typeHashes += repeatElement(nil, count: type + 1 - typeHashes.count) }
    if let known = typeHashes[type] { return known }
    let text = index.texts[type]
    let hash = text.hasPrefix("@@") || text.endsInUndo ? nil : text.hashValue
    typeHashes[type] = .some(hash)
    return hash
  }
}

extension String {
  /// Whether the last word of it is `undo` or `redo`, in capitals or not.
  fileprivate var endsInUndo: Bool {
    func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    guard let end = utf8.lastIndex(where: isLetter) else { return false }
    let start = utf8[..<end].lastIndex { !isLetter($0) }.map(utf8.index(after:)) ?? startIndex
    let word = utf8[start...end].lazy.map { $0 | 0x20 }
    return word.elementsEqual("undo".utf8) || word.elementsEqual("redo".utf8)
  }
}

// MARK: - Proof

extension ImpureReducers {
  /// The action, if all of it is recorded. What belongs to a mere name may not be.
  private func tellingAction(at row: Int) throws(HistoryError) -> ActionRecord? {
    guard let action = try history.action(at: row), action.payload != nil || action.enumCase != nil,
      action.payload?.isWhollyRecorded ?? true
    else { return nil }
    return action
  }

  /// Compares the states themselves: equal numbers are no proof.
  private func compare(_ row: Int, _ earlier: ReducerMemory.Entry, _ dispatch: Int?, with other: History) throws(HistoryError) -> Finding? {
    guard let store = index.store(of: row).map({ history.stores[$0] }), try areEqual(store, row, earlier.row, other) else { return nil }
    guard let after = try history.state(of: store, after: row).exactValue,
      let pastAfter = try other.state(of: store, after: earlier.row).exactValue, after != pastAfter
    else { return nil }
    if dispatch != nil {
      let others = Set(history.stores + other.stores).subtracting([store])
      guard others.count < Self.mostStores else { return nil }
      for one in others where try !areEqual(one, row, earlier.row, other) { return nil }
    }
    let isSame = earlier.run == run
    // Each run has a key of its own for digests.
    let changes = changes(from: pastAfter, to: after).filter { change in
      isSame || !change.pointer.tokens.contains { $0 == "$redacted" || $0 == "$truncated" }
    }
    guard !changes.isEmpty else { return nil }
    let values = changes.compactMap { $0.value(in: after, store: store) }
    return Finding(
      .suspicion(.impureReducer), row: row, isNote: true, values: values, proof: isSame ? [earlier.row] : [],
      elsewhere: isSame ? nil : other.rows[earlier.row].step.map { "\(other.path(of: earlier.row)):\($0)" })
  }

  /// Whether a store stood alike before both rows, and the log tells all of it.
  private func areEqual(_ store: String, _ row: Int, _ pastRow: Int, _ other: History) throws(HistoryError) -> Bool {
    func state(_ run: History, _ row: Int) throws(HistoryError) -> StoreState {
      run.stores.contains(store) ? try run.state(of: store, before: row) : .absent
    }
    let (state, past) = (try state(history, row), try state(other, pastRow))
    if state == .absent, past == .absent { return true }
    guard let value = state.exactValue, let pastValue = past.exactValue else { return false }
    return value == pastValue && value.isWhollyRecorded
  }
}

extension ActionRecord {
  /// Whether a reducer cannot tell the two apart.
  fileprivate func isSame(as other: ActionRecord) -> Bool {
    store == other.store && type == other.type && enumCase == other.enumCase && version == other.version && payload == other.payload
  }
}

extension StoreState {
  /// The state, if the log tells it for sure.
  var exactValue: JSONValue? { if case .known(let node, .exact) = self { node.value } else { nil } }
}

extension Change {
  /// What it says of the values before and after.
  func value(in document: JSONValue, store: String) -> Finding.Value? {
    let path = StatePath(store: store, pointer, in: document).description
    return switch kind {
    case .added(let new): Finding.Value(path: path, old: nil, new: new.value)
    case .removed(let old): Finding.Value(path: path, old: old.value, new: nil)
    case .replaced(let old, let new): Finding.Value(path: path, old: old.value, new: new.value)
    case .moved: nil
    }
  }
}
