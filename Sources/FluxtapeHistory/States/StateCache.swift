import FluxtapeDocuments
import FluxtapeJSON

/// States that were rebuilt once: checkpoints, so that no way to a state is long, and the last ones asked for, so that the
/// neighbours of a step are at hand.
///
/// States share what is the same. A state is charged with what it does not share with the one before it, and its snapshot, which
/// states that go back to it share, once.
struct StateCache: Sendable {
  struct Entry: Sendable {
    var event: Int
    var state: FoldedState
    /// The event whose snapshot the state grew from.
    var origin = -1
    /// Bytes of memory that the snapshot takes, about.
    var originSize = 0
    /// Bytes of memory that the patches since the last checkpoint take, about, and since the event before.
    var growth = 0
    var lastGrowth = 0
  }

  /// Recent states that are kept; searched one by one. Some always are, however large.
  private static let maximumRecents = 96
  private static let minimumRecents = 2

  /// Work from one checkpoint to the next, at first: patches, of 512 bytes each. So many take less than a millisecond.
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
  /// Makes room for stores that were found later.
  mutating func grow(to storeCount: Int) {
    while checkpoints.count < storeCount { checkpoints.append([]) }
  }

  /// The state nearest to `event`, at it or before.
  mutating func nearest(_ event: Int, store: Int) -> Entry? {
    let end = checkpoints[store].partitioningIndex { $0.event > event }
    var nearest = end > 0 ? checkpoints[store][end - 1] : nil
    var used: Int?
    for (place, recent) in recents.enumerated() where recent.store == store && recent.entry.event <= event {
      if let best = nearest?.event, recent.entry.event <= best { continue }
      nearest = recent.entry
      used = place
    }
    // What is used moves to the end, which is dropped last.
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

  /// Drops every second checkpoint, and asks for fewer from now on.
  private mutating func thinOut() {
    stride = min(stride * 2, 1 << 40)
    checkpointSize = 0
    for store in checkpoints.indices {
      var kept: [Entry] = []
      var growth = 0
      for (place, entry) in checkpoints[store].enumerated() {
        // What a dropped one had alone, the next one has.
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
    var size = recentSize
    while recents.count > Self.maximumRecents || (size > memoryBudget / 4 && recents.count > Self.minimumRecents) {
      recents.removeFirst()
      size = recentSize
    }
  }

  private var recentSize: Int {
    var origins: Set<[Int]> = []
    return recents.reduce(0) { size, recent in
      let isNew = origins.insert([recent.store, recent.entry.origin]).inserted
      return size + recent.entry.lastGrowth + (isNew ? recent.entry.originSize : 0)
    }
  }
}
