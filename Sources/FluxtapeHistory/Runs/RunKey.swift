import FluxtapeLogReading

/// A name for a run that hardly any other run has, however many there are.
///
/// It is the identity in the run's header if that is a UUID, as recorders make it. Some recorders give one name to all their runs, and some
/// logs have no header: then a hash of the log's first bytes follows, and in a log of several runs their number.
package enum RunKey {
  /// The bytes of a log from which its hash is made.
  private static let beginning = 4096

  fileprivate static func key(run: String?, number: Int?, of file: FileBytes) throws(HistoryError) -> String {
    if let run, isUUID(run) { return run }
    let bytes = try file.bytes(at: 0, count: min(beginning, file.count))
    return (run ?? "") + "@" + bytes.stableHash.hexadecimal + (number.map { "#\($0)" } ?? "")
  }

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
  }
}

extension RunKey {
  /// The key of the only run of a log and the log's number of bytes, from its beginning; `nil` for one that cannot be read.
  package static func peek(at path: String) -> (key: String, byteCount: Int)? {
    guard path != LogFile.standardInputPath, let file = try? FileBytes(opening: path),
      let key = try? key(run: LogWalk.header(of: path)?.run, number: nil, of: file)
    else { return nil }
    return (key, file.count)
  }
}

extension History {
  /// The run's key.
  ///
  /// - Parameter number: The run's number in a log with several, counted from 1.
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  package func key(number: Int?) throws(HistoryError) -> String {
    guard let file = files.first?.bytes.original else { throw HistoryError(.empty, path: files.first?.path ?? "") }
    return try RunKey.key(run: header?.run, number: number, of: file)
  }

  /// The size of the files on the disk: of packed ones, the packed size.
  package var storedByteCount: Int { files.reduce(0) { $0 + $1.bytes.countAtFirst } }
}

extension FileBytes {
  /// The file that this was made from, or itself.
  fileprivate var original: FileBytes { origin?.original ?? self }
}
