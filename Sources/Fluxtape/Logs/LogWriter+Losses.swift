internal import FluxtapeLog

extension LogWriter {
  /// Records that were lost, before or after they were written, since the last gap record.
  struct Loss {
    fileprivate(set) var count = 0
    fileprivate(set) var first: StepNumber?
    fileprivate(set) var last: StepNumber?
    /// Distinct reasons, in order of first occurrence.
    fileprivate var reasons: [String] = []
    fileprivate var hasMoreReasons = false
  }

  /// Counts lost records.
  ///
  /// - Parameter reason: `nil` means the reason for which the sink refused the record.
  mutating func note(lost step: StepNumber?, reason: String? = nil) {
    note(lost: 1, first: step, last: step, reason: reason ?? output.latestFailure.map { "\($0.reason)" } ?? "")
  }

  mutating func note(lost count: Int, first: StepNumber?, last: StepNumber?, reason: String) {
    losses += 1
    var loss = self.loss ?? Loss()
    loss.count += count
    if let first { loss.first = min(loss.first ?? first, first) }
    if let last { loss.last = max(loss.last ?? last, last) }
    loss.add(reason)
    self.loss = loss
  }

  /// Recovers from earlier failures: completes a torn line and writes a gap record for the losses. Returns `false` if the sink still
  /// refuses.
  mutating func catchUp(at time: Int) -> Bool {
    guard output.catchUp() else { return false }
    guard let loss else { return true }
    let step = StepNumber(nextStep)
    let gap = GapFacts(lost: loss.count, first: loss.first, last: loss.last, reason: loss.reason)
    let isWritten = putLine(.whole) {
      gap.write(step: step, time: time, into: &$0)
      OutcomeFacts.endLine(in: &$0)
    }
    guard isWritten else { return false }
    segments.countGap(gap, at: step)
    nextStep += 1
    openStep = nil
    self.loss = nil
    return output.catchUp()
  }
}

extension LogWriter.Loss {
  /// The reason in the gap record: up to ``mostReasons`` distinct reasons.
  fileprivate var reason: String { reasons.joined(separator: "; ") + (hasMoreReasons ? "; and others" : "") }

  fileprivate mutating func add(_ reason: String) {
    guard !reasons.contains(reason) else { return }
    if reasons.count < Self.mostReasons { reasons.append(reason) } else { hasMoreReasons = true }
  }

  private static let mostReasons = 4
}
