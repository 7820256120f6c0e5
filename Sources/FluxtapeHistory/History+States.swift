import FluxtapeJSON
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading

extension History {
  /// How `store` stood after the record at `row`: after its outcome, where a completion further down tells of the state. Of an
  /// action whose outcome is not known, in flight or lost, this is the state before it, which is not ``StoreState/Certainty/exact``.
  ///
  /// - Throws: ``HistoryError`` if there is no such row or store, or if the file can no longer be read.
  /// - Complexity: O(patches since the store's nearest snapshot, or since the nearest state that was rebuilt before).
  public func state(of store: String, after row: Int) throws(HistoryError) -> StoreState {
    try state(of: store, at: row, including: true)
  }

  /// How `store` stood before what the record at `row` tells of it; where it tells nothing, the same as after it.
  public func state(of store: String, before row: Int) throws(HistoryError) -> StoreState {
    try state(of: store, at: row, including: false)
  }

  /// Bytes of memory that kept states may take together: checkpoints and those last asked for. What is kept by now goes.
  ///
  /// The two states last asked for are kept in any case, so that stepping needs no way from a snapshot; what callers hold is theirs.
  public func setMemoryBudget(_ bytes: Int) {
    let storeCount = index.timelines.count
    states.withLock { $0 = StateCache(storeCount: storeCount, memoryBudget: max(0, bytes)) }
  }

  /// Goes through all states once and leaves checkpoints on the way, within the memory budget, so that every state is near one then.
  /// To be called in the background, when the log was read; questions are answered meanwhile as before.
  ///
  /// - Parameter isCancelled: Asked now and then; work ends soon after it has said `true`.
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  /// - Complexity: O(bytes of the patches and snapshots), some 0.2 GB a second.
  public func makeCheckpoints(until isCancelled: () -> Bool = { false }) throws(HistoryError) {
    guard needs.isEmpty else { return }
    let index = index
    for store in index.timelines.indices {
      guard try StateFold(index: index, cache: states, store: store).makeCheckpoints(until: isCancelled) else { return }
    }
  }

  /// Where what came of the record at `row` stands among the lines of the run: the order of the states.
  package func outcomePlace(of row: Int) -> LinePlace { index.outcomePlace(of: row) }

  private func state(of store: String, at row: Int, including: Bool) throws(HistoryError) -> StoreState {
    let index = index
    guard index.rows.indices.contains(row) else { throw noSuchRow(row) }
    let place = index.outcomePlace(of: row)
    guard let number = index.storeNumbers.number(of: store) else {
      throw HistoryError(.noSuchStore(store), path: files.first?.path ?? "")
    }
    guard needs.isEmpty else { return .unknown(.needs(needs)) }
    let timeline = index.timelines[number]
    guard let event = timeline.lastEvent(upTo: place, including: including) else {
      let acts = timeline.firstReduced.map { index.linePlace(of: $0) < place || (including && $0 == row) } ?? false
      return acts ? .unknown(.neverRecorded) : .absent
    }
    switch try StateFold(index: index, cache: states, store: number).state(after: event) {
    case .absent: return .absent
    case .neverRecorded: return .unknown(.neverRecorded)
    case .nothingToPatch(let row): return .unknown(.nothingToPatch(row: Int(row)))
    case .patchFailed(let error, let row): return .unknown(.patchFailed(error, row: Int(row)))
    case .value(let node):
      let certainty = Self.certainty(of: number, event: event, at: place, including: including, in: index)
      let isOpen = including && index.store(of: row) == number && HistoryRow(row, of: index).isInFlight
      return .known(node, certainty: isOpen && certainty == .exact ? .notRecordedSince(row: row) : certainty)
    }
  }

  /// How sure the state after `event` is at `place`.
  private static func certainty(
    of store: Int, event: Int, at place: LinePlace, including: Bool, in index: RunIndex
  ) -> StoreState.Certainty {
    let timeline = index.timelines[store]
    let standing = timeline.standing(of: store, before: event + 1)
    if let loss = standing.loss(in: index, upTo: place, including: including) { return .uncertain(since: loss) }
    if let open = standing.doubt(in: index, upTo: place, including: including) {
      // An action whose outcome is lost leaves the state as it was told before, up to the next that is told.
      return index.linePlace(of: open) > .on(timeline.events[event].line) ? .notRecordedSince(row: open) : .uncertain(since: open)
    }
    // A patch starts from the last *recorded* state, so it makes up for whatever was not recorded before it.
    return standing.firstOmitted.map { .notRecordedSince(row: $0) } ?? .exact
  }
}
