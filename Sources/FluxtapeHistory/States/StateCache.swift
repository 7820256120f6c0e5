import FluxtapeJSON

/// States that were rebuilt once: some for good, so that no way to a state is long, and the last ones asked for, so that the
/// neighbours of a step are at hand.
///
/// States share what is the same, so the weights, which count every value of each, are upper bounds.
struct StateCache: Sendable {
  struct Entry: Sendable {
    var event: Int
    var state: FoldedState
    var weight: Int
  }

  /// Values that all checkpoints may hold together, and all recent states. A value takes some 30 bytes.
  private static let maximumWeight = 2_000_000
  /// Recent states that are kept; searched one by one.
  private static let maximumRecents = 96

  /// Events from one checkpoint to the next, at first. Applying so many patches takes a millisecond or two.
  private static let firstStride = 256

  private var checkpoints: [[Entry]]
  private var recents: [(store: Int, entry: Entry)] = []
  private var checkpointWeight = 0
  private var recentWeight = 0
  private(set) var stride = firstStride

  init(storeCount: Int) { checkpoints = Array(repeating: [], count: storeCount) }
}

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

  mutating func keepRecent(_ entry: Entry, store: Int) {
    guard entry.weight <= Self.maximumWeight else { return }
    recents.removeAll { known in
      guard known.store == store, known.entry.event == entry.event else { return false }
      recentWeight -= known.entry.weight
      return true
    }
    recents.append((store, entry))
    recentWeight += entry.weight
    while recents.count > Self.maximumRecents || recentWeight > Self.maximumWeight {
      recentWeight -= recents.removeFirst().entry.weight
    }
  }

  mutating func keepCheckpoint(_ entry: Entry, store: Int) {
    guard entry.weight <= Self.maximumWeight / 2 else { return }
    let place = checkpoints[store].partitioningIndex { $0.event >= entry.event }
    if place < checkpoints[store].count, checkpoints[store][place].event == entry.event { return }
    checkpoints[store].insert(entry, at: place)
    checkpointWeight += entry.weight
    while checkpointWeight > Self.maximumWeight { thinOut() }
  }

  /// Drops every second checkpoint, and asks for fewer from now on.
  private mutating func thinOut() {
    stride = min(stride * 2, 1 << 40)
    for store in checkpoints.indices {
      checkpoints[store] = checkpoints[store].enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }
    checkpointWeight = checkpoints.joined().reduce(0) { $0 + $1.weight }
  }
}

// MARK: - Weights

extension JSONValue {
  /// How many values this holds, itself included.
  var valueCount: Int {
    var waiting = [self]
    var count = 0
    while let value = waiting.popLast() {
      count += 1
      switch value {
      case .array(let elements): waiting.append(contentsOf: elements)
      case .object(let object): for member in object { waiting.append(member.value) }
      case .string(let text): count += text.utf8.count >> 5
      case .null, .bool, .number: break
      }
    }
    return count
  }
}
