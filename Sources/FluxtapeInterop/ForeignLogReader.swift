/// Reads what another tool wrote as lines of a log.
///
/// ```swift
/// guard var reader = ForeignLogReader(ofFileBeginning: bytes, named: "state.json") else { … }   // a log of ours, or something else
/// let log = try reader.take(bytes) + reader.finish()
/// ```
/// A store is called as the file is where nothing else says its name. Values that JSON lacks become those of the log format.
package struct ForeignLogReader: Sendable {
  package let form: ForeignForm
  /// What is to be told beside the log: what it lacks, and what was left out.
  package private(set) var notices: [String] = []

  /// Parts of values that references in an export may stand for in all; what goes beyond shows as opaque.
  package var maximumReferredParts = 1 << 22

  private let store: String
  /// What is not converted yet: a whole export, or the beginning of a line.
  private var bytes: [UInt8] = []
  private var lines: LoggerLines

  /// `nil` if a file that begins so is in no form that is known here; see ``ForeignForm/init(ofFileBeginning:)``.
  package init?(ofFileBeginning beginning: [UInt8], named path: String) {
    guard let form = ForeignForm(ofFileBeginning: beginning) else { return nil }
    self.form = form
    store = Self.storeName(path)
    lines = LoggerLines(store: store)
  }

  /// `logs/state.json` is of a store `state`.
  private static func storeName(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = name.split(separator: ".").first.map(String.init) ?? ""
    return stem.isEmpty || stem == "-" ? "store" : stem
  }
}

extension ForeignLogReader {
  /// Takes the file's next bytes. - Returns: lines of a log as far as they are known by now.
  package mutating func take(_ more: [UInt8]) -> [UInt8] {
    bytes += more
    guard form == .reduxLogger else { return [] }
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    var log: [UInt8] = []
    for line in bytes[..<end].split(separator: UInt8(ascii: "\n")) { lines.convert(Array(line), into: &log) }
    bytes.removeSubrange(...end)
    return log
  }

  /// Says that the file ends here. - Returns: the rest of the log.
  ///
  /// - Throws: ``InteropError`` if the file is not what it seemed to be.
  /// - Complexity: O(bytes), for an export that holds states also in the size of what is made of it, all of it in memory.
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
      var records = DevToolsImport(document, store: store)
      records.write(into: &log)
      notices += document.notices + records.notices
    }
    return log
  }
}
