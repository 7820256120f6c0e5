#if Inspector
import FluxtapeHistory
import FluxtapeReplay

/// Saves the what-if run of an inspector.
enum WhatIfFile {
  /// Writes a new file: a test if its name ends in `.swift`, else a log.
  ///
  /// - Returns: What was written.
  /// - Throws: ``UsageError`` if the file exists, cannot be written, or would test nothing.
  static func write(_ run: History, to path: String) throws -> String {
    let file = try OutputFile(path, .new)
    guard path.hasSuffix(".swift") else {
      _ = try run.export(LogExport()) { try file.write($0) }
      try file.finish()
      return "the what-if run was written to \(path)"
    }
    guard let text = try SwiftTestFile(at: path).text(of: Recording(run)) else {
      throw UsageError(message: "no action of the run has a known state; there is nothing to test")
    }
    try file.write(Array(text.utf8))
    try file.finish()
    return "a test of the what-if run was written to \(path); check the names of its types and reducers, which are guessed"
  }
}
#endif
