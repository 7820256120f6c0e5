/// The destination of a log's bytes: a file, memory, or a custom one.
///
/// A recorder calls its sink on the recording thread, one call at a time and under its lock. So a sink should be fast. It must not
/// record: a log refuses records that any sink makes, and counts them in a gap. A recorder that a sink closes stays open.
public protocol LogSink: Sendable {
  /// Appends the beginning of `bytes`, as much as fits at once.
  ///
  /// Bytes taken earlier must stay in place: the recorder continues behind them, also after an error.
  ///
  /// - Parameter bytes: At least one byte.
  /// - Returns: The number of bytes taken, at least 1.
  /// - Throws: ``RecorderError`` if none could be taken. The recorder retries with its next record.
  func write(_ bytes: ArraySlice<UInt8>) throws(RecorderError) -> Int

  /// Waits until the bytes taken so far would survive a crash of the machine, not only of the process.
  ///
  /// Called after each write if the recorder's durability is ``RecorderOptions/Durability/synchronized``. A sink without this notion does
  /// nothing.
  ///
  /// - Throws: ``RecorderError`` if the bytes may be lost.
  func synchronize() throws(RecorderError)

  /// Closes the sink. The recorder writes nothing afterwards.
  func close()
}

extension LogSink {
  public func synchronize() throws(RecorderError) {}
}
