import FluxtapeDocuments
import FluxtapeJSON

/// What the lines of neighbouring events tell. Their patches are copied together and parsed at once.
struct EventBatch: ReadPiece {
  private(set) var entries: [EventOrder.Entry] = []
  /// `nil` for what has to be read otherwise, or tells nothing.
  private(set) var patches: [JSONNode?] = []
  /// Of each patch.
  private(set) var byteCounts: [Int] = []

  var byteCount: Int { byteCounts.reduce(0, +) }
}

extension StoreTimeline.Kind {
  /// Whether what the event tells stands on its line.
  var isReadAgain: Bool { !isDisjoint(with: [.state, .patch]) }
}

extension EventBatch {
  /// Reads batches of events.
  struct Source: PieceSource {
    private(set) var order: EventOrder
    private var lines: LineReader
    private var quick = QuickScanner()

    /// Bytes of patches that are parsed together. They stay in memory together, too, as long as a state has something of one of them.
    private static let largest = 1 << 14
    /// Events that are passed together at most, however many of them tell nothing.
    private static let longest = 1 << 12

    init(_ order: EventOrder, in index: RunIndex) {
      self.order = order
      lines = LineReader(index: index)
    }
  }
}

extension EventBatch.Source {
  mutating func next() throws(HistoryError) -> EventBatch? { try next(upTo: Self.longest) }

  /// Reads an event and some behind it.
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
        if isPatch { try copyPatch(of: entry.event.line, to: &bytes) }
      }
      entries.append(entry)
      ranges.append(start..<bytes.count)
      byteCounts.append(bytes.count - start)
      order.removeFirst()
    }
    guard !entries.isEmpty else { return nil }
    // Whoever applies them makes operations of them: see `ReadAhead`.
    return EventBatch(entries: entries, patches: JSONNode.parsing(bytes, in: ranges), byteCounts: byteCounts)
  }

  private mutating func copyPatch(of line: Int, to bytes: inout [UInt8]) throws(HistoryError) {
    try lines.withLine(line) { (line, range) throws(HistoryError) in
      guard quick.scan(line, from: range.lowerBound, to: range.upperBound), quick.isPatchAlone else { return }
      line.append(quick.patch, to: &bytes)
    }
  }
}

extension QuickScanner {
  /// Whether the line that was scanned has a patch and no state beside it.
  fileprivate var isPatchAlone: Bool { facts.flags.intersection([.hasPatch, .hasEmptyPatch, .hasState]) == .hasPatch }
}
