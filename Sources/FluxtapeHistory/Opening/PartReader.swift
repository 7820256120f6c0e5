import FluxtapeLocking

/// Reads parts of the files in parallel with other readers.
struct PartReader {
  private let state: Monitor<OpeningState>
  private var scanner: PartScanner?

  init(_ state: Monitor<OpeningState>) { self.state = state }
}

extension PartReader {
  /// Reads the next part.
  /// - Returns: Whether there may be another.
  mutating func read() -> Bool {
    // If the joiner is behind, reading more only takes memory.
    guard let job = state.wait(until: { !$0.isCrowded }, { $0.nextJob() }) else { return false }
    do {
      let part = try scan(job)
      state.withLockWithoutNotifying { $0.deliver(OpeningState.Scanned(job: job, part: part)) }
      // The reader that finds the next part joins it, so that no reader waits for another.
      while try joinNext() {}
    } catch {
      state.withLock { $0.fail(error) }
      return false
    }
    return true
  }

  private mutating func scan(_ job: OpeningState.Job) throws(HistoryError) -> ScannedPart {
    var scanner = self.scanner ?? PartScanner(job.file, isRaw: job.isRaw, sizes: job.sizes)
    self.scanner = nil
    scanner.file = job.file
    let part = try scanner.scan(
      job.part.range, end: job.file.count, isLineStart: job.part.range.lowerBound == job.fileStart)
    self.scanner = scanner
    return part
  }

  private func joinNext() throws(HistoryError) -> Bool {
    guard var (joiner, parts) = state.withLockWithoutNotifying({ $0.takeJoiner() }) else { return false }
    var bytesRead = 0
    var isDone = false
    for scanned in parts {
      let isLastFile = scanned.job.isLastFile
      try joiner.join(scanned, isLastFile: isLastFile)
      bytesRead += scanned.job.part.range.count
      isDone = isLastFile && scanned.job.part.isLast
    }
    parts = []
    let indexes = try joiner.indexes(isWhole: isDone)
    state.withLock { [bytesRead, isDone] in $0.put(joiner, showing: indexes, bytesRead: bytesRead, isDone: isDone) }
    return true
  }
}
