import FluxtapeLocking
import FluxtapeDocuments

/// Rebuilds a store's state from the nearest kept state, event by event.
///
/// ```text
/// events    S . . . p p p p p p p S p p p p p p p ▼        S: needs nothing before it, p: a patch
/// kept          ·   ·       ·         ·   ·                 · checkpoints and recent states
///                                         └ starts here
/// ```
struct StateFold {
  let index: RunIndex
  let cache: Locked<StateCache>
  let store: Int

  /// This many states before the requested one are kept too, as the next question is often about one of them. Neighbors share nearly all
  /// memory.
  private static let neighbors = 16

  /// This many checkpoints on the way to a requested state are not compacted, to save time. Between a recorder's snapshots there are no
  /// more.
  private static let hurried = 20
}

extension StateFold {
  /// The state after an event.
  ///
  /// - Complexity: O(patches since the nearest snapshot, checkpoint or recent state).
  func state(after target: Int) throws(HistoryError) -> FoldedState {
    var entry = start(for: target)
    var reader = reader(behind: entry, upTo: target)
    try advance(&entry, to: target, reader: &reader, neighbors: Self.neighbors, compactingFrom: Self.hurried) { false }
    return entry.state
  }

  /// Applies all events and keeps checkpoints, so that every state is near one.
  ///
  /// - Returns: whether all events were applied.
  func makeCheckpoints(until isCancelled: () -> Bool) throws(HistoryError) -> Bool {
    let count = index.timelines[store].events.count
    guard count > 0 else { return true }
    var entry = StateCache.Entry(event: -1, state: .absent)
    var reader = reader(behind: entry, upTo: count - 1)
    return try advance(&entry, to: count - 1, reader: &reader, neighbors: 0, compactingFrom: 0, isCancelled)
  }

  @discardableResult
  private func advance(
    _ entry: inout StateCache.Entry, to target: Int, reader: inout EventReader, neighbors: Int, compactingFrom firstCompact: Int,
    _ isCancelled: () -> Bool
  ) throws(HistoryError) -> Bool {
    var stride = cache.withLock { $0.stride }
    var (work, checkpoints) = (0, 0)
    while entry.event < target, let next = try reader.next() {
      entry.event += 1
      work += take(next.entry.event, next.told, into: &entry)
      if work >= stride {
        work = 0
        if checkpoints >= firstCompact { Self.compact(&entry) }
        checkpoints += 1
        let kept = entry
        // The stride grows when the cache drops checkpoints.
        stride = cache.withLock { cache in
          cache.keepCheckpoint(kept, store: store)
          return cache.stride
        }
        entry.growth = 0
        if isCancelled() { return false }
      }
      if target - entry.event < neighbors {
        let kept = entry
        cache.withLock { $0.keepRecent(kept, store: store) }
      }
    }
    return true
  }

  private func reader(behind entry: StateCache.Entry, upTo target: Int) -> EventReader {
    EventReader(EventOrder(index, [(store, entry.event + 1..<max(entry.event, target) + 1)]), in: index)
  }

  /// The entry to begin with: a kept state, or no state right before the last event that needs none.
  private func start(for target: Int) -> StateCache.Entry {
    let base = index.timelines[store].lastBase(upTo: target)
    let known = cache.withLock { $0.nearest(target, store: store) }
    if var known, known.event >= base ?? 0 {
      known.growth = 0
      return known
    }
    return StateCache.Entry(event: (base ?? 0) - 1, state: .absent)
  }
}

// MARK: - One event

extension StateFold {
  /// This many bytes of a line take as much work as a patch.
  private static let bytesPerPatch = 512
  /// Bytes of memory for a byte of JSON with the lists of its values, and for a patch with the chunks that it copies.
  private static let memoryPerByte = 3
  private static let memoryPerPatch = 4096

  /// A state is compacted if its text is at most this fraction of the growth since the last checkpoint: compacting then takes a fraction of
  /// the time of the patches. Checkpoints of larger states become fewer until that holds.
  private static let compactShare = 64

  /// Gives the state a text of its own if that is small compared with the patches that it keeps in memory. More checkpoints then fit.
  private static func compact(_ entry: inout StateCache.Entry) {
    guard case .value(let node) = entry.state, let (own, byteCount) = node.detached(upTo: entry.growth / compactShare) else { return }
    entry.state = .value(own)
    (entry.origin, entry.originSize) = (entry.event, byteCount * memoryPerByte + memoryPerPatch)
    (entry.growth, entry.lastGrowth) = (0, 0)
  }

  /// Applies an event.
  ///
  /// - Returns: the work that it took, in patches.
  private func take(_ event: StoreTimeline.Event, _ told: EventReader.DecodedEvent, into entry: inout StateCache.Entry) -> Int {
    entry.state.take(event, patch: told.patch, state: told.state)
    guard event.kind.isReadAgain else { return 0 }
    if told.state == nil {
      entry.lastGrowth = told.byteCount * Self.memoryPerByte + Self.memoryPerPatch
      entry.growth += entry.lastGrowth
    } else {
      entry.origin = entry.event
      entry.originSize = told.byteCount * Self.memoryPerByte
      entry.growth = 0
      entry.lastGrowth = 0
    }
    return 1 + told.byteCount / Self.bytesPerPatch
  }
}
