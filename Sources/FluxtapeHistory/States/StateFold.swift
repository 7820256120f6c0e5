import FluxtapeLocking
import FluxtapeJSON
import FluxtapeLog

/// Rebuilds a store's state: from the nearest state that is known, event by event.
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

  /// States right before the one that is asked for that are kept too, as the next question is often about one of them.
  private static let neighbours = 16
}

extension StateFold {
  /// The state after an event.
  ///
  /// - Complexity: O(patches since the nearest snapshot, checkpoint or recent state).
  func state(after target: Int) throws(HistoryError) -> FoldedState {
    let timeline = index.timelines[store]
    let stride = cache.withLock { $0.stride }
    var reader = LineReader(index: index)
    var entry = start(for: target)
    var sinceCheckpoint = 0
    while entry.event < target {
      entry.event += 1
      sinceCheckpoint += 1
      let event = timeline.events[entry.event]
      try take(event, into: &entry, reader: &reader)
      if sinceCheckpoint >= stride {
        sinceCheckpoint = 0
        entry.weight = entry.state.weight
        keepCheckpoint(entry)
      }
      if target - entry.event <= Self.neighbours { keepRecent(entry) }
    }
    return entry.state
  }

  /// Where to begin: the state that is kept, or the one right before the last event that needs none.
  private func start(for target: Int) -> StateCache.Entry {
    let base = index.timelines[store].lastBase(upTo: target)
    let known = cache.withLock { $0.nearest(target, store: store) }
    if let known, known.event >= base ?? 0 { return known }
    return StateCache.Entry(event: (base ?? 0) - 1, state: .absent, weight: 1)
  }

  private func take(
    _ event: StoreTimeline.Event, into entry: inout StateCache.Entry, reader: inout LineReader
  ) throws(HistoryError) {
    guard !event.kind.isDisjoint(with: [.state, .patch]), !event.kind.contains(.ends) else {
      return entry.state.take(event, patch: nil, state: nil)
    }
    let bytes = try reader.bytes(of: event.line)
    guard let (patch, state) = Self.read(bytes) else { throw reader.changed(event.line) }
    entry.state.take(event, patch: patch, state: state)
    // A guess until the next checkpoint measures it. JSON takes some 8 bytes for a value.
    entry.weight = (state == nil ? entry.weight : 0) + bytes.count / 8 + 1
  }

  /// What a line tells of the state. Of most lines no more than that has to be parsed.
  static func read(_ bytes: [UInt8], alsoBesideState: Bool = false) -> (patch: JSONPatch?, state: JSONValue?)? {
    var scanner = LineScanner()
    guard let facts = scanner.facts(of: bytes.span) else {
      return (try? LogLine(decoding: bytes).outcome).map { ($0.patch, $0.state) }
    }
    func value(_ range: Range<Int>) -> JSONValue? { try? JSONParser.parse(bytes.span.extracting(range)) }
    let state = facts.state.flatMap(value)
    // Beside a snapshot a patch has nothing to say.
    let patch = state == nil || alsoBesideState ? facts.patch.flatMap(value).flatMap { try? JSONPatch(decoding: $0) } : nil
    return patch == nil && state == nil ? nil : (patch, state)
  }

  private func keepCheckpoint(_ entry: StateCache.Entry) {
    cache.withLock { $0.keepCheckpoint(entry, store: store) }
  }

  private func keepRecent(_ entry: StateCache.Entry) {
    cache.withLock { $0.keepRecent(entry, store: store) }
  }
}

extension FoldedState {
  fileprivate var weight: Int { if case .value(let value) = self { value.valueCount } else { 1 } }
}

extension LogLine {
  /// What the line tells of a store's state, if it is of a kind that does.
  var outcome: Outcome? {
    switch self {
    case .record(.action(let action)): action.outcome
    case .record(.completion(let completion)): completion.outcome
    case .record(.state(let state)): state.outcome
    default: nil
    }
  }
}
