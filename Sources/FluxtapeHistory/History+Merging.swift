import FluxtapeLog

extension History {
  /// Merges several runs into one. Its records are in the order of time: by the header's `time` and the latest `t` so far. Records of one run
  /// stay in their order, a record follows its cause in another run, records of equal time stand in the order of the runs, and runs without a
  /// clock stand last (``hasClock``).
  ///
  /// The merged run has steps of its own; where a record comes from is in its member `from`. It is kept in a temporary file.
  ///
  /// - Parameters:
  ///   - runs: The runs. One alone stays as it is.
  ///   - noteLag: Called for each pair of runs in which a record has an earlier time than its cause in the other run.
  /// - Throws: ``HistoryError`` if a log can no longer be read or the file not be made.
  /// - Complexity: O(bytes of the logs).
  public static func merged(_ runs: [History], noteLag: (ClockLag) -> Void = { _ in }) throws(HistoryError) -> History {
    guard runs.count != 1, let path = runs.first?.files.first?.path else {
      guard let only = runs.first else { throw HistoryError(.empty, path: "") }
      return only
    }
    var merge = RunMerge(runs)
    let file = try FileBytes(named: path, into: FileBytes.temporaryFolder) { (write) throws(HistoryError) in try merge.write(write) }
    merge.lags.forEach(noteLag)
    let opening = try HistoryOpening([file])
    try opening.wait()
    guard let history = opening.histories.first else { throw HistoryError(.empty, path: path) }
    return history
  }

  /// Whether the log tells at which time of day its run began.
  public var hasClock: Bool { start != nil }
}

/// A clock that is behind the clock of another run: one of its records has an earlier time than its cause there.
public struct ClockLag: Hashable, Sendable {
  /// The place of the run whose clock is behind among the merged runs.
  public let behind: Int
  /// The place of the other run.
  public let ahead: Int
  /// How far it is behind at least.
  public internal(set) var microseconds: Int
}
