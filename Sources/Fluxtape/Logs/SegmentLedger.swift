#if !RECORDING_COMPILED_OUT
internal import FluxtapeLog

/// What the segments of a run hold, and which of them are kept.
struct SegmentLedger: ~Copyable {
  /// One file of a run.
  struct Segment {
    let number: Int
    /// When the segment began, and when its last record was written: microseconds since the run's start.
    let start: Int
    var end: Int
    /// Bytes that stand before it in its file.
    var offset = 0
    /// Bytes of the file, the header included.
    var bytes = 0
    /// Bytes of the states with which it began.
    var stateBytes = 0
    /// Lines written, without the header.
    var records = 0
    /// Records that its gaps tell to be lost.
    var lostBefore = 0
    /// The steps that it tells of.
    var first: StepNumber?
    var last: StepNumber?
  }

  private(set) var current = Segment(number: 1, start: 0, end: 0)
  /// Those before the current one that are still there, oldest first.
  private var finished: [Segment] = []
  private var finishedBytes = 0
  /// What was deleted.
  private(set) var dropped = DroppedRecords(segments: 0, records: 0)
  /// What somebody else deleted. The next segment tells it by a gap, only those behind it by their headers.
  private var gone = DroppedRecords(segments: 0, records: 0)
  private let keeping: RecorderOptions.Keeping

  init(_ keeping: RecorderOptions.Keeping) { self.keeping = keeping }

  /// The parts that the kept time and bytes are divided into. More of them lose less at once, and hold more whole states.
  private static let parts = 8
}

// MARK: - Counting

extension SegmentLedger {
  mutating func count(bytes: Int, at time: Int) {
    current.bytes += bytes
    current.end = max(current.end, time)
  }

  mutating func countRecord(_ step: StepNumber?) {
    current.records += 1
    if let step { current.cover(step) }
  }

  mutating func countGap(_ gap: GapFacts, at step: StepNumber) {
    countRecord(step)
    current.lostBefore += gap.lost
    if let first = gap.first { current.cover(first) }
    if let last = gap.last { current.cover(last) }
  }

  mutating func countState(bytes: Int) { current.stateBytes += bytes }
}

extension SegmentLedger.Segment {
  fileprivate mutating func cover(_ step: StepNumber) {
    first = min(first ?? step, step)
    last = max(last ?? step, step)
  }
}

// MARK: - Turning over

extension SegmentLedger {
  /// Whether the run is written in segments from its beginning.
  var isSegmented: Bool { keeping != .everything }

  /// Bytes that a segment may have besides the states with which it begins.
  var share: Int { (keeping.bytes ?? 0) / Self.parts }

  /// Whether the current segment has had its share.
  func isFull(at time: Int) -> Bool {
    guard isSegmented, current.records > 0 else { return false }
    if keeping.bytes != nil, current.bytes - current.stateBytes >= share { return true }
    if let span = keeping.time, time - current.start >= span / Self.parts { return true }
    return false
  }

  /// Whether `bytes` more are allowed, if nothing were there but the current segment.
  func hasRoom(for bytes: Int) -> Bool { keeping.bytes.map { current.bytes + bytes <= $0 } ?? true }

  /// Whether `bytes` would be allowed in a segment of their own.
  func canEverHold(_ bytes: Int) -> Bool { keeping.bytes.map { bytes <= $0 } ?? true }

  /// Whether the oldest finished segment has to go before `bytes` more are written.
  func isOldestToGo(before bytes: Int, at time: Int) -> Bool {
    guard let oldest = finished.first else { return false }
    if let most = keeping.bytes, finishedBytes + current.bytes + bytes > most { return true }
    if let span = keeping.time, time - oldest.end > span { return true }
    return false
  }

  var hasFinished: Bool { !finished.isEmpty }

  mutating func dropOldest() {
    guard !finished.isEmpty else { return }
    let oldest = finished.removeFirst()
    finishedBytes -= oldest.bytes
    dropped.segments += 1
    dropped.records += oldest.records
  }

  /// Goes on with a new segment.
  ///
  /// - Parameters:
  ///   - isKept: Whether the current one is still there, in a file of its own.
  ///   - offset: Bytes that stand before the new one in its file.
  mutating func begin(at time: Int, keepingCurrent isKept: Bool, behind offset: Int) {
    dropped.segments += gone.segments
    dropped.records += gone.records
    gone = DroppedRecords(segments: 0, records: 0)
    if isKept {
      finished.append(current)
      finishedBytes += current.bytes
    } else {
      gone = DroppedRecords(segments: 1, records: current.records)
    }
    current = Segment(number: current.number + 1, start: time, end: time, offset: offset, bytes: offset)
  }
}
#endif
