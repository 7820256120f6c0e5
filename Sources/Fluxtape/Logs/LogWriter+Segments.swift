#if !RECORDING_COMPILED_OUT
internal import FluxtapeLog

// A log goes on in a new file when the present one has had its share, or when it is no longer where it was. Stores then write whole
// states: `losses` is counted up, as after a loss, so that no patch starts from a state in an earlier file.

extension LogWriter {
  mutating func writeHeader(segment: Int?, behind bytesBefore: Int = 0) {
    // A blank line is none; without it a cut line would swallow the header.
    let bytes = (bytesBefore > 0 ? [UInt8(ascii: "\n")] : []) + headerLine(segment: segment)
    output.begin(with: bytes)
    segments.count(bytes: bytes.count, at: segments.current.start)
  }

  /// Looks at the file before the last record: what happened to it a moment ago would never be told.
  ///
  /// - Returns: Whether the stores have to tell their states before anything else is written.
  mutating func lookOnceMore(at time: Int) -> Bool {
    // A log that was not begun needs no end.
    guard !isClosed, !output.isDelayed else { return false }
    output.drain()
    guard !output.look(at: time, isTrusted: false), overcomeObstacle(at: time) else { return false }
    return lacksStates
  }

  /// Begins a new segment if it is time for one.
  ///
  /// - Returns: Whether the stores have to tell their states before anything else is written.
  mutating func turnOver(at time: Int) -> Bool {
    guard !isClosed else { return false }
    if segments.isFull(at: time) {
      _ = beginSegment(at: time)
    } else if !output.look(at: time) {
      _ = overcomeObstacle(at: time)
    }
    return lacksStates
  }

  /// Ends the current segment and begins the next in a file of its own. `false` if that cannot be done now.
  private mutating func beginSegment(at time: Int) -> Bool {
    if openStep != nil {
      var end: [UInt8] = []
      OutcomeFacts.endLine(in: &end)
      guard output.put(.whole, end, at: time) else { return false }
      segments.count(bytes: end.count, at: time)
      openStep = nil
    }
    do throws(RecorderError) { try output.endFile() } catch { return error.endsFile && overcome(error, at: time) }
    goOn(at: time, keepingCurrent: true)
    return true
  }

  /// Goes on in a new segment, wherever the file of the present one is.
  ///
  /// - Parameter bytesBefore: Bytes that stand before it in its file.
  private mutating func goOn(at time: Int, keepingCurrent isKept: Bool, behind bytesBefore: Int = 0) {
    segments.begin(at: time, keepingCurrent: isKept, behind: bytesBefore)
    openStep = nil
    losses += 1
    lacksStates = true
    // Room for all of it, so that what its header says of dropped ones stays true.
    while segments.isOldestToGo(before: headerBytes + segments.share, at: time) { dropOldest() }
    writeHeader(segment: segments.current.number, behind: bytesBefore)
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

  /// About what the header of a segment takes: the run's facts, and the members that only segments have.
  private var headerBytes: Int { headerLine(segment: nil).count + 100 }
}

// MARK: - Obstacles

extension LogWriter {
  /// Deletes of the oldest what has to go before `bytes` are written. `false` if even that is not enough.
  mutating func makeRoom(for bytes: Int, at time: Int) -> Bool {
    while segments.isOldestToGo(before: bytes, at: time) { dropOldest() }
    if segments.hasRoom(for: bytes) { return true }
    output.refuse(bytes)
    return false
  }

  /// Does what can be done about the latest refusal. `true` if it is worth to try again.
  mutating func overcomeObstacle(at time: Int) -> Bool {
    output.file != nil && output.latestFailure.map { overcome($0, at: time) } ?? false
  }

  private mutating func overcome(_ failure: RecorderError, at time: Int) -> Bool {
    switch failure.reason {
    case .tooLarge(let bytes):
      // A segment of its own has room, unless the record is longer than all that may be kept.
      return segments.current.records > 0 && segments.canEverHold(bytes + headerBytes) && beginSegment(at: time)
    case .fileSizeLimit: return segments.isSegmented && segments.current.records > 0 && beginSegment(at: time)
    case .cannotWrite where failure.isFullDisk: return giveUpOldest()
    case .removed: goOnAfterRemoval(failure, at: time)
    case .truncated(let bytes): goOnAfterCut(failure, at: bytes, at: time)
    case .descriptorTaken: goOnAfterTheft(failure, at: time)
    default: return false
    }
    return true
  }

  /// On a full disk the newest is worth more than the oldest.
  private mutating func giveUpOldest() -> Bool {
    guard segments.hasFinished else { return false }
    dropOldest()
    // Whoever writes in the background has to try again before it is known whether that was enough.
    output.drain()
    return true
  }

  /// Nothing of the segment is left, not even what it told of earlier losses.
  private mutating func goOnAfterRemoval(_ failure: RecorderError, at time: Int) {
    let lost = segments.current
    output.abandonFile()
    if lost.records > 0 { note(lost: lost.records + lost.lostBefore, first: lost.first, last: lost.last, reason: "\(failure.reason)") }
    goOn(at: time, keepingCurrent: false)
  }

  /// The beginning of the segment is left, and the next one stands behind it in the same file.
  private mutating func goOnAfterCut(_ failure: RecorderError, at bytes: Int, at time: Int) {
    let lost = segments.current
    let left = output.file?.recordCount(from: lost.offset) ?? 0
    output.discardBacklog()
    if lost.records > left { note(lost: lost.records - left, first: lost.first, last: lost.last, reason: "\(failure.reason)") }
    goOn(at: time, keepingCurrent: false, behind: bytes)
  }

  /// The segment is where it was, but there is no way to it any more.
  private mutating func goOnAfterTheft(_ failure: RecorderError, at time: Int) {
    let unfinished = output.discardBacklog()
    output.abandonFile()
    if unfinished > 0 { note(lost: unfinished, first: nil, last: nil, reason: "\(failure.reason)") }
    goOn(at: time, keepingCurrent: true)
  }
}
#endif
