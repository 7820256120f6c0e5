import FluxtapeDocuments
import FluxtapeJSON

/// What the lines of neighbouring events tell. Their patches are copied together and parsed at once.
struct EventBatch: ReadPiece {
  let first: Int
  /// `nil` for what has to be read otherwise, or tells nothing.
  private(set) var patches: [JSONNode?] = []
  /// Of each patch.
  private(set) var byteCounts: [Int] = []

  /// The first event behind it.
  var end: Int { first + patches.count }

  var byteCount: Int { byteCounts.reduce(0, +) }

  /// Whether it has an event.
  func holds(_ event: Int) -> Bool { event >= first && event < end }
}

extension EventBatch {
  /// Reads batches of a store's events.
  struct Reader: Sendable {
    let events: StoreTimeline.Events
    var lines: LineReader
    var quick = QuickScanner()

    /// Bytes of patches that are parsed together. They stay in memory together, too, as long as a state has something of one of them.
    private static let largest = 1 << 14
    /// Events that are passed together at most, however many of them tell nothing.
    private static let longest = 1 << 12

    init(of store: Int, in index: RunIndex) {
      events = index.timelines[store].events
      lines = LineReader(index: index)
    }
  }
}

extension EventBatch {
  /// The batches from one event up to another.
  struct Source: PieceSource {
    var reader: Reader
    var event: Int
    let target: Int

    mutating func next() throws(HistoryError) -> EventBatch? {
      guard event <= target else { return nil }
      let batch = try reader.batch(from: event, upTo: target)
      event = batch.end
      return batch
    }
  }
}

extension EventBatch.Reader {
  /// Reads an event and some behind it.
  ///
  /// - Parameter target: The last event that will be asked for.
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  mutating func batch(from event: Int, upTo target: Int) throws(HistoryError) -> EventBatch {
    var byteCounts: [Int] = []
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []
    for next in event...min(max(event, target), event + Self.longest) {
      let start = bytes.count
      let isRead = events[next].kind.isReadAgain
      if isRead {
        let (line, isPatch) = (events[next].line, events[next].kind == .patch)
        guard start < Self.largest, next == event || (isPatch && lines.hasRead(line)) else { break }
        if isPatch { try copyPatch(of: line, to: &bytes) }
      }
      ranges.append(start..<bytes.count)
      byteCounts.append(bytes.count - start)
    }
    // Whoever applies them makes operations of them: see `ReadAhead`.
    return EventBatch(first: event, patches: JSONNode.parsing(bytes, in: ranges), byteCounts: byteCounts)
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
