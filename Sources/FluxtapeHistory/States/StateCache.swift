import FluxtapeDocuments
import FluxtapeJSON

/// Rebuilt states: checkpoints, so that every state is near one, and recent states, so that the neighbors of a step are ready.
///
/// States share memory. A state's cost is the memory that it does not share with the one before it; a snapshot is charged once for all
/// states that grow from it.
struct StateCache: Sendable {
  struct Entry: Sendable {
    var event: Int
    var state: FoldedState
    /// The event of the snapshot that the state grew from.
    var origin = -1
    /// Approximate bytes of memory of the snapshot.
    var originSize = 0
    /// Approximate bytes of memory of the patches since the last checkpoint, and since the event before.
    var growth = 0
    var lastGrowth = 0
  }

  /// The most and the fewest recent states that are kept; they are searched one by one.
  private static let maximumRecents = 96
  private static let minimumRecents = 2

  /// Work between the first checkpoints, in patches of 512 bytes: less than a millisecond.
  private static let firstStride = 768

  /// Bytes of memory for all states together.
  let memoryBudget: Int

  private var checkpoints: [[Entry]]
  private var recents: [(store: Int, entry: Entry)] = []
  private var checkpointSize = 0
  private(set) var stride = firstStride

  init(storeCount: Int, memoryBudget: Int) {
    checkpoints = Array(repeating: [], count: storeCount)
    self.memoryBudget = memoryBudget
  }
}

// MARK: - Checkpoints

extension StateCache {
  /// Makes room for more stores.
  mutating func grow(to storeCount: Int) {
    while checkpoints.count < storeCount { checkpoints.append([]) }
  }

  /// The nearest kept state at `event` or before.
  mutating func nearest(_ event: Int, store: Int) -> Entry? {
    let end = checkpoints[store].partitioningIndex { $0.event > event }
    var nearest = end > 0 ? checkpoints[store][end - 1] : nil
    var used: Int?
    for (place, recent) in recents.enumerated() where recent.store == store && recent.entry.event <= event {
      if let best = nearest?.event, recent.entry.event <= best { continue }
      nearest = recent.entry
      used = place
    }
    // The state that is used moves to the end, which is dropped last.
    if let used { recents.append(recents.remove(at: used)) }
    return nearest
  }

  mutating func keepCheckpoint(_ entry: Entry, store: Int) {
    guard entry.originSize + entry.growth <= memoryBudget / 2 else { return }
    let place = checkpoints[store].partitioningIndex { $0.event >= entry.event }
    if place < checkpoints[store].count, checkpoints[store][place].event == entry.event { return }
    checkpoints[store].insert(entry, at: place)
    let isOriginHeld =
      (place > 0 && checkpoints[store][place - 1].origin == entry.origin)
      || (place + 1 < checkpoints[store].count && checkpoints[store][place + 1].origin == entry.origin)
    checkpointSize += entry.growth + (isOriginHeld ? 0 : entry.originSize)
    while checkpointSize > memoryBudget / 4 * 3, checkpoints.contains(where: { $0.count > 1 }) { thinOut() }
  }

  /// Drops every second checkpoint, and doubles the distance of later ones.
  private mutating func thinOut() {
    stride = min(stride * 2, 1 << 40)
    checkpointSize = 0
    for store in checkpoints.indices {
      var kept: [Entry] = []
      var growth = 0
      for (place, entry) in checkpoints[store].enumerated() {
        // The next checkpoint takes over the memory of a dropped one.
        growth = entry.origin == kept.last?.origin || place % 2 == 0 ? growth + entry.growth : entry.growth
        guard place % 2 == 1 else { continue }
        var entry = entry
        entry.growth = min(growth, max(entry.originSize, entry.growth))
        checkpointSize += entry.growth + (entry.origin == kept.last?.origin ? 0 : entry.originSize)
        kept.append(entry)
        growth = 0
      }
      checkpoints[store] = kept
    }
  }
}

// MARK: - Recent states

extension StateCache {
  mutating func keepRecent(_ entry: Entry, store: Int) {
    recents.removeAll { $0.store == store && $0.entry.event == entry.event }
    recents.append((store, entry))
    while recents.count > Self.maximumRecents || (recents.count > Self.minimumRecents && areRecentsTooLarge) { recents.removeFirst() }
  }

  private var areRecentsTooLarge: Bool {
    // Most states are small, even if none shared its snapshot.
    let limit = memoryBudget / 4
    return recents.reduce(0) { $0 + $1.entry.lastGrowth + $1.entry.originSize } > limit && recentSize > limit
  }

  private var recentSize: Int {
    var origins: Set<[Int]> = []
    return recents.reduce(0) { size, recent in
      let isNew = origins.insert([recent.store, recent.entry.origin]).inserted
      return size + recent.entry.lastGrowth + (isNew ? recent.entry.originSize : 0)
    }
  }
}
