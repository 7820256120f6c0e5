import FluxtapeHistory
import Foundation

/// A file in a temporary folder of its own that only the user can read. Both are deleted with this object.
final class TemporaryFile {
  let path: String

  /// - Throws: ``UsageError`` if the file cannot be written, or the error of `body`.
  init(named name: String, _ body: (OutputFile) throws -> Void) throws {
    let parent = Environment.value("TMPDIR") ?? "/tmp"
    let folder = "\(parent)/fluxtape-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    path = folder + "/" + name
    try OutputFile.makeFolder(folder, 0o700)
    let file = try OutputFile(path, .new)
    try body(file)
    try file.finish()
  }

  convenience init(_ text: String, named name: String) throws {
    try self.init(named: name) { try $0.write(Array(text.utf8)) }
  }

  deinit {
    // Sound: the system reads the paths only during the calls.
    _ = unsafe unlink(path)
    _ = unsafe rmdir(OutputFile.folder(of: path))
  }
}

extension TemporaryFile {
  /// Writes all runs of logs as one, ordered by time. Of one run, it is a copy.
  ///
  /// - Throws: ``HistoryError`` if a log cannot be read, or ``UsageError``.
  convenience init(merging logs: [String]) throws {
    let opening = try HistoryOpening(any: logs)
    try opening.waitShowingProgress()
    let names = logs.map { log in
      let name = log.split(separator: "/").last.map(String.init) ?? log
      return name.hasSuffix(".jsonl") ? String(name.dropLast(6)) : name
    }
    try self.init(named: String(names.joined(separator: "+").unicodeScalars.prefix(60)) + ".jsonl") { file in
      _ = try opening.histories.merged().export(LogExport()) { try file.write($0) }
    }
  }
}
