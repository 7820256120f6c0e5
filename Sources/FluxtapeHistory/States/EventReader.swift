import FluxtapeDocuments
import FluxtapeJSON

/// Reads the patches and states of some stores, in the order of their lines. With many lines, a second thread reads ahead.
struct EventReader {
  /// The patch and the state of a line.
  struct DecodedEvent {
    var patch: NodePatch?
    var state: JSONNode?
    /// Bytes that were read.
    var byteCount = 0
  }

  private let index: RunIndex
  /// `nil` while a second thread reads ahead.
  private var source: EventBatch.Source?
  private var ahead: ReadAhead<EventBatch.Source>?
  private var batch = EventBatch()
  private var place = 0
  /// Reads lines that a batch does not contain.
  private var lines: LineWindow

  /// The number of events that makes a second thread worthwhile: some milliseconds of work. In a folder of small logs, each log would start one.
  private static let worthReadingAhead = 4096

  init(_ order: EventOrder, in index: RunIndex) {
    self.index = index
    source = EventBatch.Source(order, in: index)
    lines = LineWindow(index: index)
  }

  /// Reads all events of some stores.
  init(ofStores stores: some Sequence<Int>, in index: RunIndex) {
    self.init(EventOrder(index, stores.map { ($0, 0..<index.timelines[$0].events.count) }), in: index)
  }
}

extension EventReader {
  /// The next event. It stays the next one.
  ///
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  mutating func first() throws(HistoryError) -> EventOrder.Entry? {
    if place == batch.entries.count { try readOn() }
    return place < batch.entries.count ? batch.entries[place] : nil
  }

  /// The next event, with its patch and state.
  ///
  /// - Throws: ``HistoryError`` if the line is no longer the one that was indexed.
  mutating func next() throws(HistoryError) -> (entry: EventOrder.Entry, told: DecodedEvent)? {
    guard let entry = try first() else { return nil }
    defer { place += 1 }
    guard entry.event.kind.isReadAgain else { return (entry, DecodedEvent()) }
    if let patch = batch.patches[place] {
      return (entry, DecodedEvent(patch: patch, byteCount: batch.byteCounts[place]))
    }
    return (entry, try toldAlone(by: entry.event))
  }

  private mutating func readOn() throws(HistoryError) {
    (batch, place) = (EventBatch(), 0)
    if let ahead {
      batch = try ahead.next() ?? EventBatch()
    } else if let order = source?.order, order.count > Self.worthReadingAhead {
      // This thread reads the first event meanwhile: it may be a snapshot.
      batch = try source?.next(upTo: 1) ?? EventBatch()
      ahead = source.map { ReadAhead($0) }
      source = nil
    } else {
      batch = try source?.next() ?? EventBatch()
    }
  }

  /// Reads an event whose line has a snapshot, or has a form that no recorder writes.
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
