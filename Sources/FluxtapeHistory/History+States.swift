import FluxtapeJSON
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading

extension History {
  /// The state of `store` after the record at `row`, or after its completion if it has one. For an action without a known outcome this is
  /// the state before it, which is not ``StoreState/Certainty/exact``.
  ///
  /// - Throws: ``HistoryError`` if there is no such row or store, or if the file can no longer be read.
  /// - Complexity: O(patches since the store's nearest snapshot, or since the nearest state that was rebuilt before).
  public func state(of store: String, after row: Int) throws(HistoryError) -> StoreState {
    try state(of: store, at: row, including: true)
  }

  /// The state of `store` before the record at `row`. If the record does not change the store, this is also the state after it.
  public func state(of store: String, before row: Int) throws(HistoryError) -> StoreState {
    try state(of: store, at: row, including: false)
  }

  /// Limits the memory of kept states: checkpoints and recent states. It drops the states that are kept now, and the lines that were read
  /// last.
  ///
  /// The two most recent states are always kept, so that stepping is fast. States that callers hold do not count.
  public func setMemoryBudget(_ bytes: Int) {
    let index = index
    index.reader.withLock { $0 = LineWindow(index: index) }
    let storeCount = index.timelines.count
    states.withLock { $0 = StateCache(storeCount: storeCount, memoryBudget: max(0, bytes)) }
  }

  /// Drops the kept states and lines, and closes the files until the next question. That question fails if another file has the path by
  /// then. For work on many runs, few of which are asked again.
  package func closeForNow() {
    setMemoryBudget(Self.defaultMemoryBudget)
    for file in files { file.bytes.closeForNow() }
  }

  /// Whether ``closeForNow()`` was called, and no question since.
  var isClosedForNow: Bool { files.allSatisfy(\.bytes.isClosedForNow) }

  /// Rebuilds all states once and keeps checkpoints within the memory budget, so that every state is near one. Call this in the background
  /// after the log was read; questions are answered meanwhile.
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

  /// The place of the outcome of the record at `row`. Places have the order of the states.
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

  /// The certainty of the state after `event` at `place`.
  private static func certainty(
    of store: Int, event: Int, at place: LinePlace, including: Bool, in index: RunIndex
  ) -> StoreState.Certainty {
    let timeline = index.timelines[store]
    let standing = timeline.standing(of: store, before: event + 1)
    if let loss = standing.loss(in: index, upTo: place, including: including) { return .uncertain(since: loss) }
    if let open = standing.doubt(in: index, upTo: place, including: including) {
      // After an action with a lost outcome, the last recorded state counts, up to the next one.
      return index.linePlace(of: open) > .on(timeline.events[event].line) ? .notRecordedSince(row: open) : .uncertain(since: open)
    }
    // A patch starts from the last recorded state, so that it includes unrecorded changes before it.
    return standing.firstOmitted.map { .notRecordedSince(row: $0) } ?? .exact
  }
}
