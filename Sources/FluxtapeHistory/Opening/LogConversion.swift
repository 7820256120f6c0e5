/// Converts files of other tools to logs before they are read.
///
/// The history reads only its own format. The caller that opens files passes a conversion. The result is a hidden temporary file, which is
/// deleted with the last reference to the run.
public struct LogConversion: Sendable {
  /// Converts a file: passes the log's lines to `write`, many at once.
  public typealias Writer = @Sendable (_ file: ForeignFile, _ write: ([UInt8]) throws(HistoryError) -> Void) throws(HistoryError) -> Void

  /// Bytes at the beginning of a file that identify its format.
  public let beginningByteCount: Int
  private let writer: @Sendable (_ beginning: [UInt8], _ path: String) -> Writer?

  /// - Parameters:
  ///   - beginningByteCount: The number of bytes that identify a file's format.
  ///   - writer: Returns the writer for a file with these first bytes; `nil` if it is a log or unknown.
  public init(beginningByteCount: Int, writer: @escaping @Sendable (_ beginning: [UInt8], _ path: String) -> Writer?) {
    self.beginningByteCount = beginningByteCount
    self.writer = writer
  }

  /// Converts a file; `nil` if the file needs no conversion.
  func log(of file: FileBytes, into folder: String) throws(HistoryError) -> FileBytes? {
    guard let writer = writer(try file.bytes(at: 0, count: min(beginningByteCount, file.count)), file.path) else { return nil }
    return try FileBytes(named: file.path, madeOf: file, into: folder) { (write) throws(HistoryError) in
      try writer(ForeignFile(bytes: file), write)
    }
  }
}

/// A file that another tool wrote.
public struct ForeignFile: Sendable {
  let bytes: FileBytes

  /// The path as given. `-` is standard input.
  public var path: String { bytes.path }
  /// The number of bytes in the file.
  public var byteCount: Int { bytes.count }

  /// - Returns: The bytes from `offset` on, at most `count`, fewer at the end of the file.
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  public func bytes(at offset: Int, count: Int) throws(HistoryError) -> [UInt8] {
    try bytes.bytes(at: offset, count: max(0, min(count, byteCount - offset)))
  }

  /// The error that explains why the file cannot be converted to a log.
  public func error(_ why: String) -> HistoryError { HistoryError(.notConverted(why), path: path) }
}
