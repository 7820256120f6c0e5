internal import FluxtapeLog

/// Tracks the contents of a run's segments, and which segments are kept.
struct SegmentLedger: ~Copyable {
  /// One file of a run.
  struct Segment {
    let number: Int
    /// Bytes of the segment, including its header.
    var bytes = 0
    /// Bytes of the states at its beginning.
    var stateBytes = 0
    /// Lines written, without the header.
    var records = 0
    /// Records that its gap records report as lost.
    var lostBefore = 0
    /// The range of steps in the segment.
    var first: StepNumber?
    var last: StepNumber?
  }

  private(set) var current = Segment(number: 1)
  /// Earlier segments that still exist, oldest first.
  private var finished: [Segment] = []
  private var finishedBytes = 0
  /// What the recorder deleted.
  private(set) var dropped = DroppedRecords(segments: 0, records: 0)
  /// What somebody else deleted. The next segment reports it by a gap; only the headers of later segments include it.
  private var gone = DroppedRecords(segments: 0, records: 0)
  /// The most bytes that are kept; `nil` if the run is one file.
  private let mostBytes: Int?

  init(_ keeping: RecorderOptions.Keeping) { mostBytes = keeping.bytes }

  /// The number of parts into which the kept bytes are divided. More parts lose less at once, but need more whole states.
  private static let parts = 8
}

// MARK: - Counting

extension SegmentLedger {
  mutating func count(bytes: Int) { current.bytes += bytes }

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

// MARK: - Limits

extension SegmentLedger {
  /// Whether the run is written in segments from its beginning.
  var isSegmented: Bool { mostBytes != nil }

  /// Bytes that a segment may have in addition to the states at its beginning.
  var share: Int { (mostBytes ?? 0) / Self.parts }

  /// Whether the current segment is full.
  var isFull: Bool { isSegmented && current.records > 0 && current.bytes - current.stateBytes >= share }

  /// Whether `bytes` more fit if only the current segment is kept.
  func hasRoom(for bytes: Int) -> Bool { current.bytes + bytes <= mostBytes ?? .max }

  /// Whether `bytes` fit into an otherwise empty segment.
  func canEverHold(_ bytes: Int) -> Bool { bytes <= mostBytes ?? .max }

  /// Whether the oldest finished segment has to be deleted before `bytes` more are written.
  func isOldestToGo(before bytes: Int) -> Bool { hasFinished && finishedBytes + current.bytes + bytes > mostBytes ?? .max }

  var hasFinished: Bool { !finished.isEmpty }

  mutating func dropOldest() {
    guard !finished.isEmpty else { return }
    let oldest = finished.removeFirst()
    finishedBytes -= oldest.bytes
    dropped.segments += 1
    dropped.records += oldest.records
  }

  /// Continues with a new segment.
  ///
  /// - Parameter isKept: Whether the current segment still exists in a separate file.
  mutating func begin(keepingCurrent isKept: Bool) {
    dropped.segments += gone.segments
    dropped.records += gone.records
    gone = DroppedRecords(segments: 0, records: 0)
    if isKept {
      finished.append(current)
      finishedBytes += current.bytes
    } else {
      gone = DroppedRecords(segments: 1, records: current.records)
    }
    current = Segment(number: current.number + 1)
  }
}
