import FluxtapeReports
import FluxtapeScreen

/// Where an export goes: a new file, or standard output. Where that is a terminal, nothing in it drives the terminal or hides.
final class ExportOutput {
  private let file: OutputFile?
  /// How the text is made safe for a terminal; `nil` where it goes elsewhere, byte for byte.
  private let safe: ((String) -> String)?
  /// The beginning of a character that is not yet whole.
  private var begun: [UInt8] = []

  /// - Throws: ``UsageError`` if there is such a file, or none can be made.
  init(_ path: String?, _ form: Export.Form) throws(UsageError) {
    file = if let path { try OutputFile(path, .new) } else { nil }
    safe = path == nil && StandardOutput.isTerminal ? Self.safe(form) : nil
  }

  private static func safe(_ form: Export.Form) -> ((String) -> String)? {
    switch form {
    // It stays the same JSON.
    case .jsonl, .chromeTrace, .reduxDevTools: { $0.printableJSON }
    case .swiftTest: { $0.split(separator: "\n", omittingEmptySubsequences: false).map { $0.displayed() }.joined(separator: "\n") }
    // Its fields are safe wherever it goes.
    case .csv: nil
    }
  }

  func write(_ bytes: [UInt8]) throws {
    if let file { return try file.write(bytes) }
    guard let safe else { return StandardOutput.write(bytes) }
    begun += bytes
    let whole = begun.lastIndex { $0 < 0x80 } ?? -1
    StandardOutput.write(safe(String(decoding: begun[...whole], as: UTF8.self)))
    begun.removeSubrange(...whole)
  }

  /// The file is there now, whole.
  ///
  /// - Throws: ``UsageError`` if it cannot be moved to its place.
  func finish() throws(UsageError) { try file?.finish() }
}
