/// The state that the readers of a ``HistoryOpening`` share.
struct OpeningState: Sendable {
  struct Job: Sendable {
    var part: IndexingPlan.Part
    var file: FileBytes
    var isRaw: Bool
    var sizes: ScanSizes
    /// The offset at which the file's first part begins.
    var fileStart: Int
    var isLastFile: Bool
  }

  struct Scanned: Sendable {
    var job: Job
    var part: ScannedPart
  }

  /// The maximum number of parts that wait to be joined after a slow one.
  static let maximumWaiting = 64

  private(set) var histories: [History] = []
  private(set) var failure: HistoryError?
  private(set) var isDone = false
  var isCancelled = false

  private var plan: IndexingPlan
  private let isRaw: Bool
  private let sizes: ScanSizes
  private var waiting: [Int: Scanned] = [:]
  private var nextNumber = 0
  private var joiner: PartJoiner?
  private var bytesRead = 0

  init(_ plan: IndexingPlan, isRaw: Bool, sizes: ScanSizes) {
    self.plan = plan
    self.isRaw = isRaw
    self.sizes = sizes
    joiner = PartJoiner(takesAnything: isRaw)
  }
}

// MARK: - Progress

extension OpeningState {
  var progress: HistoryOpening.Progress {
    HistoryOpening.Progress(
      bytesRead: bytesRead, byteCount: plan.byteCount, rowCount: histories.reduce(0) { $0 + $1.rows.count },
      isDone: isDone || failure != nil || isCancelled)
  }

  var isSomethingShown: Bool { isDone || failure != nil || histories.contains { !$0.rows.isEmpty } }

  var isCrowded: Bool { waiting.count > Self.maximumWaiting && failure == nil && !isCancelled }

  mutating func fail(_ error: HistoryError) { failure = failure ?? error }
}

// MARK: - Work

extension OpeningState {
  /// The next part to scan; `nil` when there is none.
  mutating func nextJob() -> Job? {
    guard failure == nil, !isCancelled, let part = plan.next() else { return nil }
    return Job(
      part: part, file: plan.files[part.file], isRaw: isRaw, sizes: sizes, fileStart: plan.ranges[part.file].lowerBound,
      isLastFile: part.file == plan.files.count - 1)
  }

  mutating func deliver(_ scanned: Scanned) { waiting[scanned.job.part.number] = scanned }

  /// Returns the joiner and its next parts, unless another reader has it.
  mutating func takeJoiner() -> (PartJoiner, [Scanned])? {
    guard waiting[nextNumber] != nil, let joiner else { return nil }
    var ready: [Scanned] = []
    while let next = waiting.removeValue(forKey: nextNumber) {
      ready.append(next)
      nextNumber += 1
    }
    self.joiner = nil
    return (joiner, ready)
  }

  /// Returns the joiner if everything is read.
  mutating func takeIdleJoiner() -> PartJoiner? {
    guard isDone, failure == nil, let joiner else { return nil }
    self.joiner = nil
    return joiner
  }

  var lastFile: FileBytes? { plan.files.last }

  /// A scanner for a growing file.
  func scanner(of file: FileBytes) -> PartScanner { PartScanner(file, isRaw: isRaw, sizes: sizes) }

  /// Puts the joiner back, and publishes the new indexes.
  mutating func put(_ joiner: consuming PartJoiner, showing indexes: [RunIndex]?, bytesRead: Int, isDone: Bool) {
    self.joiner = joiner
    self.bytesRead += bytesRead
    for (place, index) in (indexes ?? []).enumerated() {
      if place < histories.count { histories[place].take(index) } else { histories.append(History(index)) }
    }
    if isDone { self.isDone = true }
  }
}
