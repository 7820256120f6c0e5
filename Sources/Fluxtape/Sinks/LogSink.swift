/// Where the bytes of a log go: a file, memory, a place of your own.
///
/// A recorder calls its sink from whichever thread records, one call at a time and under its own lock. So a sink is quick, and what it
/// records into the same log is refused and counted in a gap.
public protocol LogSink: Sendable {
  /// Appends the beginning of `bytes`, as much as can be taken at once.
  ///
  /// What was taken before must stay: the recorder goes on behind it, after an error too.
  ///
  /// - Parameter bytes: At least one byte.
  /// - Returns: How many bytes were taken, at least 1.
  /// - Throws: ``RecorderError`` if none could be taken. The recorder tries again with its next record.
  func write(_ bytes: ArraySlice<UInt8>) throws(RecorderError) -> Int

  /// Waits until what was taken would outlive the machine, not only the process.
  ///
  /// Called after each write of a recorder whose durability is ``RecorderOptions/Durability/synchronized``. A sink that knows nothing
  /// of it has nothing to do.
  ///
  /// - Throws: ``RecorderError`` if that is not certain.
  func synchronize() throws(RecorderError)

  /// Nothing will be written any more.
  func close()
}

extension LogSink {
  public func synchronize() throws(RecorderError) {}
}
