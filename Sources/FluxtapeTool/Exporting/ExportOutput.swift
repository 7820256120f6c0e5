import FluxtapeAnswers
import FluxtapeReports
import FluxtapeScreen

/// The destination of an export: a new file, or standard output. Output to a terminal is escaped.
final class ExportOutput {
  private let file: OutputFile?
  /// Escapes the text for a terminal; `nil` for other outputs.
  private let escape: ((String) -> String)?
  /// The beginning of an incomplete character.
  private var pending: [UInt8] = []

  /// - Throws: ``UsageError`` if the file exists or cannot be created.
  init(_ path: String?, _ form: Export.Form) throws(UsageError) {
    file = if let path { try OutputFile(path, .new) } else { nil }
    escape = path == nil && StandardOutput.isTerminal ? Self.escape(form) : nil
  }

  private static func escape(_ form: Export.Form) -> ((String) -> String)? {
    switch form {
    // The result is the same JSON.
    case .jsonl, .chromeTrace, .openTelemetry, .reduxDevTools: { $0.printableJSON }
    case .swiftTest: { $0.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).displayed() }.joined(separator: "\n") }
    // CSV fields are always escaped.
    case .csv: nil
    }
  }

  func write(_ bytes: [UInt8]) throws {
    if let file { return try file.write(bytes) }
    guard let escape else { return StandardOutput.write(bytes) }
    pending += bytes
    let whole = pending.lastIndex { $0 < 0x80 } ?? -1
    StandardOutput.write(escape(String(decoding: pending[...whole], as: UTF8.self)))
    pending.removeSubrange(...whole)
  }

  /// Moves the complete file to its path.
  ///
  /// - Throws: ``UsageError`` if that fails.
  func finish() throws(UsageError) { try file?.finish() }
}
