/// Makes logs of files that other tools wrote, before they are read.
///
/// The history knows no form but its own. Whoever opens files hands it one of these; what it makes lies in a temporary file, which nobody
/// else sees and which is gone with the last reference to the run.
public struct LogConversion: Sendable {
  /// Makes a log of a file's contents, by handing out its lines, many at once.
  public typealias Writer = @Sendable (_ file: ForeignFile, _ write: ([UInt8]) throws(HistoryError) -> Void) throws(HistoryError) -> Void

  /// Bytes at the beginning of a file that are looked at.
  public let beginningByteCount: Int
  private let writer: @Sendable (_ beginning: [UInt8], _ path: String) -> Writer?

  /// - Parameters:
  ///   - beginningByteCount: How much of a file it takes to know what it is.
  ///   - writer: Says by a file's first bytes what makes a log of it; `nil` if it is one, or nobody knows.
  public init(beginningByteCount: Int, writer: @escaping @Sendable (_ beginning: [UInt8], _ path: String) -> Writer?) {
    self.beginningByteCount = beginningByteCount
    self.writer = writer
  }

  /// The log that is made of a file; `nil` if it is read as it is.
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

  /// The path as it was given. `-` is standard input.
  public var path: String { bytes.path }
  /// Bytes of the file.
  public var byteCount: Int { bytes.count }

  /// - Returns: the bytes from `offset` on, as many as there are and no more than `count`.
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  public func bytes(at offset: Int, count: Int) throws(HistoryError) -> [UInt8] {
    try bytes.bytes(at: offset, count: max(0, min(count, byteCount - offset)))
  }

  /// The error that says why no log can be made of the file.
  public func error(_ why: String) -> HistoryError { HistoryError(.notConverted(why), path: path) }
}
