/// Converts a log of another tool to lines of a Fluxtape log.
///
/// ```swift
/// guard var reader = ForeignLogReader(ofFileBeginning: bytes) else { … }   // a Fluxtape log, or an unknown file
/// let log = try reader.convert(bytes) + reader.finish()
/// ```
/// A store without a name is called `store`, so that the same paths and rules are for all files. Values that JSON lacks become tags of the
/// log format.
package struct ForeignLogReader: Sendable {
  package let form: ForeignForm
  /// Notices for the user about missing and truncated data.
  package private(set) var notices: [String] = []

  /// The maximum number of parts that references in an export may expand to in total. References above it become opaque.
  package var maximumReferredParts = 1 << 22

  /// The name of a store without one.
  private static let store = "store"

  /// The bytes to convert: a whole export, or the beginning of a line.
  private var bytes: [UInt8] = []
  private var lines: LoggerLines

  /// Returns `nil` if the form is unknown; see ``ForeignForm/init(ofFileBeginning:)``.
  package init?(ofFileBeginning beginning: [UInt8]) {
    guard let form = ForeignForm(ofFileBeginning: beginning) else { return nil }
    self.form = form
    lines = LoggerLines(store: Self.store, beginning: form == .reduxLogger ? beginning : [])
  }
}

extension ForeignLogReader {
  /// Converts the file's next bytes. Returns the complete lines of the log so far.
  package mutating func convert(_ more: [UInt8]) -> [UInt8] {
    bytes += more
    guard form == .reduxLogger else { return [] }
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    var log: [UInt8] = []
    for line in bytes[..<end].split(separator: UInt8(ascii: "\n")) { lines.convert(Array(line), into: &log) }
    bytes.removeSubrange(...end)
    return log
  }

  /// Ends the file. Returns the rest of the log.
  ///
  /// - Throws: ``InteropError`` if the file is not in the detected form.
  /// - Complexity: O(bytes of the file and of the log). Keeps a whole export in memory.
  package mutating func finish() throws(InteropError) -> [UInt8] {
    var log: [UInt8] = []
    switch form {
    case .reduxLogger:
      if !bytes.isEmpty { lines.convert(bytes, into: &log) }
      notices += lines.notices
    case .reduxDevTools:
      var document = try DevToolsDocument(reading: bytes)
      bytes = []
      document.values.maximumReferredParts = maximumReferredParts
      var records = DevToolsImport(document, store: Self.store)
      records.write(into: &log)
      notices += document.notices + records.notices
    }
    return log
  }
}
