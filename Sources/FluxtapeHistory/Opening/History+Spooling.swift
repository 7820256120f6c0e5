extension History {
  /// Opens a log that `body` writes. The log is a hidden temporary file, which is deleted with the last reference to the run.
  ///
  /// - Parameters:
  ///   - name: The name to use as its path.
  ///   - body: Writes the log's bytes, many at once.
  /// - Throws: The error of `body`; ``HistoryError`` if the bytes cannot be stored, or are not a log of one run.
  public static func spooled(named name: String, _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws -> History {
    let spool = try FileBytes.Spool(named: name, into: FileBytes.temporaryFolder)
    try body { try spool.write($0) }
    let bytes = try FileBytes(reading: spool)
    guard bytes.count > 0 else { throw HistoryError(.empty, path: name) }
    let opening = try HistoryOpening([bytes])
    try opening.wait()
    guard let history = opening.histories.first, opening.histories.count == 1 else { throw HistoryError(.noRecords(nil), path: name) }
    return history
  }
}
