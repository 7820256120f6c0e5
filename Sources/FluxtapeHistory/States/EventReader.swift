import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogReading

/// Reads what lines tell of the states of some stores, in their order; on a long way the lines that follow are read meanwhile.
struct EventReader {
  /// What a line tells.
  struct DecodedEvent {
    var patch: NodePatch?
    var state: JSONNode?
    /// Bytes of what was read.
    var byteCount = 0
  }

  private let index: RunIndex
  /// `nil` while lines are read ahead.
  private var source: EventBatch.Source?
  private var ahead: ReadAhead<EventBatch.Source>?
  private var batch = EventBatch()
  private var place = 0
  // For lines that are not as nearly all are.
  private var lines: LineReader
  private var quick = QuickScanner()

  /// Events from which on a second thread is worth while: half a millisecond's work.
  private static let worthReadingAhead = 512

  init(_ order: EventOrder, in index: RunIndex) {
    self.index = index
    source = EventBatch.Source(order, in: index)
    lines = LineReader(index: index)
  }

  /// Reads all events of some stores.
  init(ofStores stores: some Sequence<Int>, in index: RunIndex) {
    self.init(EventOrder(index, stores.map { ($0, 0..<index.timelines[$0].events.count) }), in: index)
  }
}

extension EventReader {
  /// The next event, which is not yet read.
  ///
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  mutating func first() throws(HistoryError) -> EventOrder.Entry? {
    if place == batch.entries.count { try readOn() }
    return place < batch.entries.count ? batch.entries[place] : nil
  }

  /// The next event, and what its line tells.
  ///
  /// - Throws: ``HistoryError`` if the line is not what it was when it was indexed.
  mutating func next() throws(HistoryError) -> (entry: EventOrder.Entry, told: DecodedEvent)? {
    guard let entry = try first() else { return nil }
    defer { place += 1 }
    guard entry.event.kind.isReadAgain else { return (entry, DecodedEvent()) }
    if let node = batch.patches[place], let patch = try? NodePatch(decoding: node) {
      return (entry, DecodedEvent(patch: patch, byteCount: batch.byteCounts[place]))
    }
    return (entry, try toldAlone(by: entry.event))
  }

  private mutating func readOn() throws(HistoryError) {
    (batch, place) = (EventBatch(), 0)
    if let ahead {
      batch = try ahead.next() ?? EventBatch()
    } else if let order = source?.order, order.count > Self.worthReadingAhead {
      // The first is read here meanwhile: it may be a snapshot.
      batch = try source?.next(upTo: 1) ?? EventBatch()
      ahead = source.map { ReadAhead($0) }
      source = nil
    } else {
      batch = try source?.next() ?? EventBatch()
    }
  }

  /// Reads an event that is not as nearly all are.
  private mutating func toldAlone(by event: StoreTimeline.Event) throws(HistoryError) -> DecodedEvent {
    if let told = try quicklyTold(by: event.line) { return told }
    guard let told = Self.read(try lines.bytes(of: event.line)) else { throw lines.damaged(event.line) }
    return told
  }

  /// What is told on a line, where that is quickly found.
  private mutating func quicklyTold(by line: Int) throws(HistoryError) -> DecodedEvent? {
    let parts = try lines.withLine(line) { (bytes, range) throws(HistoryError) -> (state: [UInt8], patch: [UInt8]?)? in
      guard quick.scan(bytes, from: range.lowerBound, to: range.upperBound), quick.facts.flags.contains(.hasState) else { return nil }
      return (bytes.bytes(quick.state), quick.facts.flags.contains(.hasPatch) ? bytes.bytes(quick.patch) : nil)
    }
    guard let parts, let state = try? JSONNode(parsing: parts.state) else { return nil }
    let patch = parts.patch.flatMap { try? JSONNode(parsing: $0) }.flatMap { try? NodePatch(decoding: $0) }
    return DecodedEvent(patch: patch, state: state, byteCount: parts.state.count)
  }

  /// What any line tells. Of most no more than that has to be parsed.
  private static func read(_ bytes: [UInt8]) -> DecodedEvent? {
    var scanner = LineScanner()
    guard let facts = scanner.facts(of: bytes.span) else {
      guard let outcome = try? LogLine(decoding: bytes).outcome else { return nil }
      return DecodedEvent(patch: outcome.patch.map { NodePatch($0) }, state: outcome.state.map { JSONNode($0) }, byteCount: bytes.count)
    }
    func node(_ range: Range<Int>) -> JSONNode? { try? JSONNode(parsing: bytes, in: range) }
    let state = facts.state.flatMap(node)
    let patch = facts.patch.flatMap(node).flatMap { try? NodePatch(decoding: $0) }
    return patch == nil && state == nil ? nil : DecodedEvent(patch: patch, state: state, byteCount: bytes.count)
  }
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
