#if !RECORDING_COMPILED_OUT
extension Recorder {
  /// Writes what the log has so far into one file, to be shared. Recording goes on meanwhile.
  ///
  /// All segments that are kept stand in it, oldest first, each line whole: it is a log as any other. An action that is under way is in
  /// flight in it. Only its owner may read the file; nobody ever sees a part of it.
  ///
  /// May be called from any thread. Recording waits while the files of the log are opened, and with
  /// ``RecorderOptions/Durability/background(queueBytes:whenFull:)`` until what is queued is written; not while they are copied.
  ///
  /// - Parameter path: Where nothing stands yet.
  /// - Throws: ``RecorderError`` with ``RecorderError/Reason/noFile`` if nothing is recorded into a file,
  ///   ``RecorderError/Reason/cannotCreate(code:)`` if something stands at `path` or its folder cannot be written to, and the others of reading and
  ///   writing.
  public func export(to path: String) throws(RecorderError) {
    guard let log else { throw RecorderError(.noFile) }
    switch log.export() {
    case .success(let export): try export.write(to: path)
    case .failure(let error): throw error
    }
  }
}
#endif
