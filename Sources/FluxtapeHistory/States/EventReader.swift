import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogReading

/// Reads what lines tell of a store's states, in their order; on a long way the lines that follow are read meanwhile.
struct EventReader {
  /// What a line tells.
  struct Told {
    var patch: NodePatch?
    var state: JSONNode?
    /// Bytes of what was read.
    var byteCount = 0
  }

  private let store: Int
  private let index: RunIndex
  private var reader: EventBatch.Reader
  private var batch: EventBatch
  private var ahead: ReadAhead<EventBatch.Source>?

  /// Events from which on a second thread is worth while: half a millisecond's work.
  private static let worthReadingAhead = 512

  init(of store: Int, in index: RunIndex) {
    self.store = store
    self.index = index
    reader = EventBatch.Reader(of: store, in: index)
    batch = EventBatch(first: 0)
  }
}

extension StoreTimeline.Kind {
  /// Whether what the event tells stands on its line.
  var isReadAgain: Bool { !isDisjoint(with: [.state, .patch]) && !contains(.ends) }
}

extension EventReader {
  /// What an event's line tells.
  ///
  /// - Parameter target: The last event that will be asked for.
  /// - Throws: ``HistoryError`` if the line is not what it was when it was indexed.
  mutating func told(by event: Int, upTo target: Int) throws(HistoryError) -> Told {
    if !batch.holds(event) { batch = try nextBatch(from: event, upTo: target) }
    let place = event - batch.first
    if let node = batch.patches[place], let patch = try? NodePatch(decoding: node) {
      return Told(patch: patch, byteCount: batch.byteCounts[place])
    }
    return try toldAlone(by: event)
  }

  private mutating func nextBatch(from event: Int, upTo target: Int) throws(HistoryError) -> EventBatch {
    if event >= batch.end {
      while let next = try ahead?.next() { if next.holds(event) { return next } }
    }
    let isLong = target - event >= Self.worthReadingAhead
    ahead = isLong ? ReadAhead(EventBatch.Source(reader: EventBatch.Reader(of: store, in: index), event: event + 1, target: target)) : nil
    // While the first is read here: it may be a snapshot.
    return try reader.batch(from: event, upTo: ahead == nil ? target : event)
  }

  /// Reads an event that is not as nearly all are.
  private mutating func toldAlone(by event: Int) throws(HistoryError) -> Told {
    let line = reader.events[event].line
    if let state = try reader.state(on: line), let node = try? JSONNode(parsing: state) {
      // Beside a snapshot a patch has nothing to say.
      return Told(state: node, byteCount: state.count)
    }
    guard let told = Self.read(try reader.lines.bytes(of: line)) else { throw reader.lines.damaged(line) }
    return told
  }

  /// What any line tells. Of most no more than that has to be parsed.
  private static func read(_ bytes: [UInt8]) -> Told? {
    var scanner = LineScanner()
    guard let facts = scanner.facts(of: bytes.span) else {
      guard let outcome = try? LogLine(decoding: bytes).outcome else { return nil }
      return Told(patch: outcome.patch.map { NodePatch($0) }, state: outcome.state.map { JSONNode($0) }, byteCount: bytes.count)
    }
    func node(_ range: Range<Int>) -> JSONNode? { try? JSONNode(parsing: bytes, in: range) }
    let state = facts.state.flatMap(node)
    let patch = state == nil ? facts.patch.flatMap(node).flatMap { try? NodePatch(decoding: $0) } : nil
    return patch == nil && state == nil ? nil : Told(patch: patch, state: state, byteCount: bytes.count)
  }
}

extension EventBatch.Reader {
  /// The bytes of the state on a line, where that is quickly found.
  fileprivate mutating func state(on line: Int) throws(HistoryError) -> [UInt8]? {
    try lines.withLine(line) { (bytes, range) throws(HistoryError) in
      quick.scan(bytes, from: range.lowerBound, to: range.upperBound) && quick.facts.flags.contains(.hasState)
        ? bytes.bytes(quick.state) : nil
    }
  }
}
