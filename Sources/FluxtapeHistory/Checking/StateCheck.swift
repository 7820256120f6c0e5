import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogReading

/// Checks all states: whether patches reproduce the snapshots, and which flags stay on at the end.
struct StateCheck {
  private let history: History
  private var walk: StateWalk
  private var suspicions: StateSuspicions?
  private var findings: [Finding] = []
  /// The last states of stores that ended, and the rows of their ends.
  private var ended: [(row: Int, state: JSONNode)?]
  /// Where the states stand that others ask for, by store, until the walk has passed them.
  private var asked: [LinePlace?]
  /// The states that others asked for, by store, as far as they are known.
  private(set) var answers: [Int: JSONNode] = [:]
  /// Receives what each step changed, until it returns `false`.
  private let tell: ((LeafChanges) -> Bool)?
  private var isStopped = false

  private static let flagsPerStore = 20
  private static let placesPerSnapshot = 5

  /// - Parameters:
  ///   - asked: The rows whose states are kept in ``answers``, by store.
  ///   - tell: Receives what each step changed; returning `false` ends the walk.
  init(
    _ history: History, keepingStatesAfter asked: [Int: Int], tellingChanges tell: ((LeafChanges) -> Bool)?,
    _ memory: inout ReducerMemory?
  ) {
    self.history = history
    self.tell = tell
    self.asked = history.stores.indices.map { asked[$0].map(history.index.outcomePlace) }
    ended = Array(repeating: nil, count: history.stores.count)
    suspicions = StateSuspicions(history, &memory)
    walk = StateWalk(history, stores: history.stores.indices)
  }

  mutating func findings(_ memory: inout ReducerMemory?, _ report: (Int) -> Bool) throws(HistoryError) -> [Finding] {
    guard history.needs.isEmpty else { return [] }
    var count = 0
    while !isStopped, let event = try walk.next() {
      try take(event, &memory)
      count += 1
      if count % History.rowsPerCheckReport == 0, !report(event.row) || Task.isCancelled { return findings }
    }
    for store in asked.indices where asked[store] != nil { answers[store] = walk.value(of: store) }
    for store in history.stores.indices { try findFlags(of: store) }
    return try findings + (suspicions?.findings() ?? [])
  }

  private mutating func take(_ event: StateWalk.Event, _ memory: inout ReducerMemory?) throws(HistoryError) {
    if let place = asked[event.store], event.place > place {
      asked[event.store] = nil
      answers[event.store] = walk.value(of: event.store)
    }
    // Holds no state while the walk applies an event, so that it is changed in place, unless changes are told.
    let before = tell == nil ? nil : walk.value(of: event.store)
    let isChangeKnown = tell != nil && walk.isChangeKnown(by: event)
    let wasKnown = walk.value(of: event.store) != nil
    ended[event.store] = event.kind.contains(.ends) ? walk.value(of: event.store).map { (event.row, $0) } : nil
    // If the state before is uncertain, the loss explains the difference.
    if let refuted = event.refuted?.patch, event.origins.doubt == nil, let before = walk.value(of: event.store),
      let state = event.state
    {
      findings.append(Self.finding(refuted, from: before, to: state, store: history.stores[event.store], row: event.row))
    }
    let lackedState = walk.lacksState(event.store)
    if try suspicions?.take(event, into: &walk, &memory) == nil { walk.take(event) }
    // After a patch that fails, the state is unknown up to the next snapshot: report only the first.
    if wasKnown, let error = walk.failure(of: event.store) { findings.append(Finding(.patchFailed(error), row: event.row)) }
    if !lackedState, walk.lacksState(event.store) { findings.append(Finding(.patchWithoutState, row: event.row)) }
    if let tell, let after = walk.value(of: event.store) {
      isStopped = !tell(LeafChanges(by: event, isCertain: isChangeKnown, from: before, to: after))
    }
  }

  private static func finding(_ patch: NodePatch, from before: JSONNode, to state: JSONNode, store: String, row: Int) -> Finding {
    let made: JSONNode
    do throws(JSONPatchError) { made = try before.applying(patch) } catch { return Finding(.patchFailed(error), row: row) }
    let changes = changes(from: made, to: state)
    let values = changes.compactMap { change -> Finding.Value? in
      guard case .replaced(let old, let new) = change.kind else { return nil }
      return Finding.Value(path: StatePath(store: store, change.pointer, in: state).description, old: old.value, new: new.value)
    }
    return Finding(.patchUnlikeSnapshot(changes.prefix(placesPerSnapshot).map(\.pointer)), row: row, values: values)
  }
}

// MARK: - Flags

extension StateCheck {
  private mutating func findFlags(of store: Int) throws(HistoryError) {
    let end = ended[store]
    // Of a screen that was left while it loaded nobody waits any more; at the end of the run everything ends.
    if let end, !history.isNothingLeft(after: end.row) { return }
    guard let state = end?.state ?? walk.value(of: store) else { return }
    for pointer in Self.flags(in: state) {
      let path = StatePath(store: history.stores[store], pointer, in: state)
      let origin = try history.blame(path, after: end.map { max(0, $0.row - 1) })?.first?.origin
      let value = Finding.Value(path: path.description, old: nil, new: true)
      findings.append(Finding(.flagLeftOn, row: origin?.row, values: [value], origin: origin?.isOfOneRow == false ? origin : nil))
    }
  }

  /// Flags that are on, those near the root first. Without recursion: states nest deep, and some threads have small stacks.
  private static func flags(in state: JSONNode) -> [JSONPointer] {
    var flags: [JSONPointer] = []
    var round = [(value: state, pointer: JSONPointer())]
    while !round.isEmpty, flags.count < flagsPerStore {
      var next: [(value: JSONNode, pointer: JSONPointer)] = []
      for (value, pointer) in round {
        for member in value.members {
          if member.value.bool == true, BusyFlag.isNamed(member.key) { flags.append(pointer.appending(member.key)) }
          if member.value.isContainer { next.append((member.value, pointer.appending(member.key))) }
        }
        for (index, element) in value.elements.enumerated() where element.isContainer {
          next.append((element, pointer.appending(index)))
        }
      }
      round = next
    }
    return Array(flags.prefix(flagsPerStore))
  }
}

extension History {
  /// Whether only ends of stores and of the log follow a row.
  fileprivate func isNothingLeft(after row: Int) -> Bool {
    rows[(row + 1)...].allSatisfy { $0.kind == .end || $0.type == ActionRecord.storeEnded }
  }
}
