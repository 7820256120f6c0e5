extension History {
  /// Opens a log that is made on the spot. It lies in a temporary file, which nobody else sees and which is gone with the last reference to
  /// the run.
  ///
  /// - Parameters:
  ///   - name: What stands for its path.
  ///   - body: Is handed what takes the log's bytes, many at once.
  /// - Throws: What `body` throws; ``HistoryError`` if the bytes cannot be kept, or are no log, or one of several runs.
  public static func spooled(named name: String, _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws -> History {
    let spool = try FileBytes.Spool(named: name, into: FileBytes.temporaryFolder)
    try body { try spool.write($0) }
    let bytes = try FileBytes(reading: spool)
    guard bytes.count > 0 else { throw HistoryError(.empty, path: name) }
    let opening = try HistoryOpening([bytes], depth: .thorough)
    try opening.wait()
    guard let history = opening.histories.first, opening.histories.count == 1 else { throw HistoryError(.noRecords(nil), path: name) }
    return history
  }
}
