import FluxtapeJSON
import FluxtapeLog

/// Reads what lines tell of a store's states. The patches of neighbouring lines are copied together and parsed at once.
struct EventReader {
  /// What a line tells.
  struct Told {
    var patch: NodePatch?
    var state: JSONNode?
    /// Bytes of what was read.
    var byteCount = 0
  }

  /// Patches that are parsed together. They stay in memory together, too, as long as a state has something of one of them.
  private static let largestBatch = 1 << 14

  /// Events that are passed together at most, however many of them tell nothing.
  private static let longestBatch = 1 << 12

  private let events: StoreTimeline.Events
  private var lines: LineReader
  private var quick = QuickScanner()
  /// What was read ahead: of the event ``first`` and those behind it. `nil` for what has to be read otherwise, or tells nothing.
  private var batch: [JSONNode?] = []
  private var byteCounts: [Int] = []
  private var first = 0

  init(of store: Int, in index: RunIndex) {
    events = index.timelines[store].events
    lines = LineReader(index: index)
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
    if event < first || event >= first + batch.count { try readAhead(from: event, upTo: target) }
    let place = event - first
    if place >= 0, place < batch.count, let node = batch[place], let patch = try? NodePatch(decoding: node) {
      return Told(patch: patch, byteCount: byteCounts[place])
    }
    return try toldAlone(by: event)
  }

  private mutating func readAhead(from event: Int, upTo target: Int) throws(HistoryError) {
    first = event
    byteCounts.removeAll(keepingCapacity: true)
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []
    for next in event...min(max(event, target), event + Self.longestBatch) {
      let event = events[next]
      let start = bytes.count
      guard event.kind.isReadAgain else {
        ranges.append(start..<start)
        byteCounts.append(0)
        continue
      }
      guard start < Self.largestBatch, next == first || (event.kind == .patch && lines.hasRead(event.line)) else { break }
      try lines.withLine(event.line) { (line, range) throws(HistoryError) in
        guard event.kind == .patch, quick.scan(line, from: range.lowerBound, to: range.upperBound), quick.isPatchAlone else { return }
        line.append(quick.patch, to: &bytes)
      }
      ranges.append(start..<bytes.count)
      byteCounts.append(bytes.count - start)
    }
    batch = JSONNode.parsing(bytes, in: ranges)
  }

  /// Reads an event that is not as nearly all are.
  private mutating func toldAlone(by event: Int) throws(HistoryError) -> Told {
    let line = events[event].line
    let state = try lines.withLine(line) { (bytes, range) throws(HistoryError) -> [UInt8]? in
      quick.scan(bytes, from: range.lowerBound, to: range.upperBound) && quick.facts.flags.contains(.hasState)
        ? bytes.bytes(quick.state) : nil
    }
    // Beside a snapshot a patch has nothing to say.
    if let state, let node = try? JSONNode(parsing: state) { return Told(state: node, byteCount: state.count) }
    guard let told = Self.read(try lines.bytes(of: line)) else { throw lines.changed(line) }
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

extension QuickScanner {
  /// Whether the line that was scanned has a patch and no state beside it.
  fileprivate var isPatchAlone: Bool { facts.flags.intersection([.hasPatch, .hasEmptyPatch, .hasState]) == .hasPatch }
}
