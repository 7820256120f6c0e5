import FluxtapeLog

extension History {
  /// Several runs as one, their records in the order of time: by the header's `time` and the latest `t` so far. Records of one run stay in
  /// their order, records of equal time stand in the order of the runs, runs without a clock stand last (``hasClock``).
  ///
  /// The merged run has steps of its own; where a record comes from is in its member `from`. It is kept in a temporary file.
  /// - Throws: ``HistoryError`` if a log can no longer be read or the file not be made.
  /// - Complexity: O(bytes of the logs).
  public static func merged(_ runs: [History]) throws(HistoryError) -> History {
    guard runs.count != 1, let path = runs.first?.files.first?.path else {
      guard let only = runs.first else { throw HistoryError(.empty, path: "") }
      return only
    }
    var merge = RunMerge(runs)
    let file = try FileBytes(named: path, into: FileBytes.temporaryFolder) { (write) throws(HistoryError) in try merge.write(write) }
    let opening = try HistoryOpening([file])
    try opening.wait()
    guard let history = opening.histories.first else { throw HistoryError(.empty, path: path) }
    return history
  }

  /// Whether the log tells at which time of day its run began.
  public var hasClock: Bool { start != nil }
}
