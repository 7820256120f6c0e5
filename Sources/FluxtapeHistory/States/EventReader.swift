import FluxtapeDocuments
import FluxtapeJSON

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
  /// For lines that a batch does not have.
  private var lines: LineReader

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

  /// Reads an event whose line has a snapshot, or was written in a form that no recorder has.
  private mutating func toldAlone(by event: StoreTimeline.Event) throws(HistoryError) -> DecodedEvent {
    let bytes = try lines.bytes(of: event.line)
    guard let line = try? JSONNode(parsing: bytes) else { throw lines.damaged(event.line) }
    let state = line.member(named: "state")
    var patch: NodePatch?
    if let node = line.member(named: "patch"), !node.isNull {
      do { patch = try NodePatch(decoding: node) } catch { throw lines.damaged(event.line) }
    }
    guard patch != nil || state != nil else { throw lines.damaged(event.line) }
    return DecodedEvent(patch: patch, state: state, byteCount: bytes.count)
  }
}
