import FluxtapeDocuments
import FluxtapeJSON

/// Neighboring events with their patches, which are copied and parsed together.
struct EventBatch: ReadPiece {
  private(set) var entries: [EventOrder.Entry] = []
  /// `nil` for an event without a patch, or whose line has to be read alone.
  private(set) var patches: [NodePatch?] = []
  /// The bytes of each patch.
  private(set) var byteCounts: [Int] = []

  var byteCount: Int { byteCounts.reduce(0, +) }
}

extension StoreTimeline.Kind {
  /// Whether the event's line has to be read.
  var isReadAgain: Bool { !isDisjoint(with: [.state, .patch]) }
}

extension EventBatch {
  /// Reads batches of events.
  struct Source: PieceSource {
    private(set) var order: EventOrder
    private var lines: LineWindow

    /// Bytes of patches that are parsed together. They also stay in memory together while a state uses one of them, and their operations
    /// while somebody keeps a patch.
    private static let largest = 1 << 14
    /// The most events of a batch.
    private static let longest = 1 << 12

    init(_ order: EventOrder, in index: RunIndex) {
      self.order = order
      lines = LineWindow(index: index)
    }
  }
}

extension EventBatch.Source {
  mutating func next() throws(HistoryError) -> EventBatch? { try next(upTo: Self.longest) }

  /// Reads the next events.
  ///
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  mutating func next(upTo count: Int) throws(HistoryError) -> EventBatch? {
    var entries: [EventOrder.Entry] = []
    var byteCounts: [Int] = []
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []
    while entries.count < count, let entry = order.first {
      let start = bytes.count
      if entry.event.kind.isReadAgain {
        let isPatch = entry.event.kind == .patch
        guard start < Self.largest, entries.isEmpty || (isPatch && lines.hasRead(entry.event.line)) else { break }
        if isPatch, !entry.event.patch.isEmpty {
          try lines.withValue(entry.event.patch, of: entry.event.line) { $0.append($1, to: &bytes) }
        }
      }
      entries.append(entry)
      ranges.append(start..<bytes.count)
      byteCounts.append(bytes.count - start)
      order.removeFirst()
    }
    guard !entries.isEmpty else { return nil }
    return EventBatch(entries: entries, patches: NodePatch.reading(JSONNode.parsing(bytes, in: ranges)), byteCounts: byteCounts)
  }
}
