internal import FluxtapeLog

// A log continues in a new file when the current segment is full, or when its file was removed. Stores then write whole states:
// counting up `losses`, as after a loss, prevents patches that start from a state in an earlier file.

extension LogWriter {
  mutating func writeHeader(segment: Int?) {
    let bytes = headerLine(segment: segment)
    output.begin(with: bytes)
    segments.count(bytes: bytes.count)
  }

  /// Checks the file before the last record: there is no later record with which a change could be reported.
  ///
  /// - Returns: Whether the stores have to write their states first.
  mutating func checkBeforeEnd() -> Bool {
    guard !isClosed else { return false }
    output.flush()
    guard !output.checkFile(), overcomeObstacle() else { return false }
    return lacksStates
  }

  /// Begins a new segment if one is due.
  ///
  /// - Returns: Whether the stores have to write their states first.
  mutating func turnOver() -> Bool {
    guard !isClosed else { return false }
    if segments.isFull { _ = beginSegment() }
    return lacksStates
  }

  /// Ends the current segment and begins the next one in a new file. Returns `false` if that is not possible now.
  private mutating func beginSegment() -> Bool {
    guard endOpenLine() else { return false }
    do throws(RecorderError) { try output.endFile() } catch { return error.endsFile && overcome(error) }
    goOn(keepingCurrent: true)
    return true
  }

  /// Ends the line of an action that is under way. Returns `false` if that is not possible now.
  mutating func endOpenLine() -> Bool {
    guard openStep != nil else { return true }
    var end: [UInt8] = []
    OutcomeFacts.endLine(in: &end)
    guard output.put(.whole, end) else { return false }
    segments.count(bytes: end.count)
    openStep = nil
    return true
  }

  /// Continues in a new segment, whether or not the file of the current one still exists.
  private mutating func goOn(keepingCurrent isKept: Bool) {
    segments.begin(keepingCurrent: isKept)
    openStep = nil
    losses += 1
    lacksStates = true
    // Makes room for the whole segment now, so that the dropped counts in its header stay true.
    while segments.isOldestToGo(before: headerBytes + segments.share) { dropOldest() }
    writeHeader(segment: segments.current.number)
  }

  private mutating func dropOldest() {
    output.file?.deleteOldestSegment()
    segments.dropOldest()
  }

  private func headerLine(segment: Int?) -> [UInt8] {
    var line: [UInt8] = []
    header.write(segment: segment, dropped: segments.dropped.segments > 0 ? segments.dropped : nil, into: &line)
    OutcomeFacts.endLine(in: &line)
    return line
  }

  /// The approximate size of a segment header: the run's facts, plus the members that only segments have.
  private var headerBytes: Int { headerLine(segment: nil).count + 100 }
}

// MARK: - Obstacles

extension LogWriter {
  /// Deletes the oldest segments until `bytes` fit. Returns `false` if they do not fit even then.
  mutating func makeRoom(for bytes: Int) -> Bool {
    while segments.isOldestToGo(before: bytes) { dropOldest() }
    if segments.hasRoom(for: bytes) { return true }
    output.refuse(bytes)
    return false
  }

  /// Handles the cause of the latest refusal. Returns `true` if a retry may succeed.
  mutating func overcomeObstacle() -> Bool {
    output.file != nil && output.latestFailure.map { overcome($0) } ?? false
  }

  private mutating func overcome(_ failure: RecorderError) -> Bool {
    switch failure.reason {
    case .tooLarge(let bytes):
      // A new segment has room, unless the record is larger than everything that may be kept.
      return segments.current.records > 0 && segments.canEverHold(bytes + headerBytes) && beginSegment()
    case .cannotWrite where failure.isFullDisk: return giveUpOldest()
    case .removed: goOnAfterRemoval(failure)
    case .descriptorTaken: goOnAfterTheft(failure)
    default: return false
    }
    return true
  }

  /// On a full disk, new records are worth more than the oldest segment.
  private mutating func giveUpOldest() -> Bool {
    guard segments.hasFinished else { return false }
    dropOldest()
    return true
  }

  /// The whole segment is lost, including its gap records about earlier losses.
  private mutating func goOnAfterRemoval(_ failure: RecorderError) {
    let lost = segments.current
    output.abandonFile()
    if lost.records > 0 { note(lost: lost.records + lost.lostBefore, first: lost.first, last: lost.last, reason: "\(failure.reason)") }
    goOn(keepingCurrent: false)
  }

  /// The segment is still in place, but its file descriptor now belongs to another file.
  private mutating func goOnAfterTheft(_ failure: RecorderError) {
    let unfinished = output.discardBacklog()
    output.abandonFile()
    if unfinished > 0 { note(lost: unfinished, first: nil, last: nil, reason: "\(failure.reason)") }
    goOn(keepingCurrent: true)
  }
}
