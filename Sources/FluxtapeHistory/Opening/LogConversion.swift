/// Converts files of other tools to logs before they are read.
///
/// The history reads only its own format. The caller that opens files passes a conversion. The result is a hidden temporary file, which is
/// deleted with the last reference to the run.
public struct LogConversion: Sendable {
  /// Converts a file: passes the log's lines to `write`, many at once. Returns the lines of the file that they were made of.
  public typealias Writer =
    @Sendable (
      _ file: ForeignFile, _ write: ([UInt8]) throws(HistoryError) -> Void
    ) throws(HistoryError) -> LineNumbers

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
    guard let writer = writer(try beginning(of: file), file.path) else { return nil }
    let spool = try FileBytes.Spool(named: file.path, into: folder)
    let numbers = try writer(ForeignFile(bytes: file), spool.write)
    return try FileBytes(reading: spool, madeOf: file, lineNumbers: numbers)
  }

  /// Reads the first bytes of a file. A file that was emptied while its app went on has a hole at its beginning, which reads as NULs.
  private func beginning(of file: FileBytes) throws(HistoryError) -> [UInt8] {
    var beginning = try file.bytes(at: 0, count: min(beginningByteCount, file.count))
    var offset = beginning.count
    while beginning.first == 0, beginning.allSatisfy({ $0 == 0 }), offset < file.count {
      beginning = try file.bytes(at: offset, count: beginningByteCount)
      offset += beginning.count
    }
    return beginning
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
  ///
  /// - Parameters:
  ///   - why: What is wrong, and what to do next.
  ///   - isDeclaration: Whether the declared form of the lines is wrong, and not the file.
  public func error(_ why: String, isDeclaration: Bool = false) -> HistoryError {
    HistoryError(isDeclaration ? .notDeclared(why) : .notConverted(why), path: path)
  }
}
