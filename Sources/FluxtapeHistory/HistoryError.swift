public import FluxtapeLogReading

/// Why a log cannot be opened, or no longer be read, and which.
public struct HistoryError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// There is no such file.
    case notFound
    /// A folder stands where a log is expected.
    case isDirectory
    /// A folder that holds more folders than one would look for logs in: ``LogFolder/mostFolders``.
    case tooManyFolders
    /// A pipe, a socket or a device.
    case notAFile
    /// The user may not read the file.
    case notPermitted
    /// Nothing, or blank lines, stand in it.
    case empty
    /// Not one record stands in it; why the first line is none.
    case noRecords(LogError?)
    /// Written in a later version of the format. Its lines can still be looked at: ``History/openRaw(_:)``.
    case newerVersion(Int)
    /// More lines than an index can number: some two billion.
    case tooManyLines
    /// More stores than answers about a log of this size have memory for.
    case tooManyStores
    /// The system refused to read; the number is its `errno`.
    case unreadable(code: Int32)
    /// Standard input could not be kept in a temporary file; the number is the system's `errno`.
    case notSpooled(code: Int32)
    /// The file is packed, and the program that unpacks it is not there or could not do it.
    case notUnpacked(program: String)
    /// The file is packed, and the program unpacks it to more than this number of bytes.
    case unpacksTooFar(program: String, limit: Int)
    /// The file is an archive, which may hold many files; the command unpacks it.
    case archive(form: String, command: String)
    /// The file is of another tool, and no log can be made of it; why.
    case notConverted(String)
    /// The file has not what the declared form of its lines names; what it has.
    case notDeclared(String)
    /// The file is shorter than when it was opened, or another file has its path.
    case changed
    /// A line that is damaged inside a value and was too long to parse, or that was overwritten since the log was opened.
    case damaged(byteOffset: Int)
    /// There is no such row.
    case noSuchRow(Int)
    /// The log has no such store.
    case noSuchStore(String)
  }

  /// What is wrong.
  public let reason: Reason

  /// The log's path as it was given. `-` is standard input.
  public let path: String

  package init(_ reason: Reason, path: String) {
    self.reason = reason
    self.path = path
  }
}

extension HistoryError {
  /// Whether there may be a log once somebody has written it to its end.
  package var mayBeUnfinished: Bool {
    switch reason {
    case .notFound, .empty, .noRecords, .notUnpacked, .notConverted, .notDeclared: true
    default: false
    }
  }
}
