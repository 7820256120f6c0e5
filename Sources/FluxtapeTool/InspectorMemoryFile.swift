import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLogReading
import Foundation

/// The inspector's memory and notes for a log, in two files in the user's data folder. Their names depend on the log's beginning, so a
/// moved or copied log keeps its notes. The log itself is never written to.
///
/// Lines such as `{"log":"/logs/shop.jsonl"}` among the notes name the logs for which they were written. They are no part of exported notes.
struct InspectorMemoryFile {
  /// The memory of the last inspector.
  let path: String
  /// The marks and notes. All inspectors of the log append to this file.
  let notesPath: String
  /// The absolute path of the log.
  private let log: String

  /// Returns nil for standard input, for a log without a complete first line, and if the user has no data folder.
  init?(forLogAt log: String) {
    guard log != LogFile.standardInputPath, let head = Self.head(of: log), let folder = Self.folder else { return nil }
    let name = "\(folder)/\(String(head.stableHash, radix: 16))"
    (path, notesPath, self.log) = (name + ".json", name + ".notes.jsonl", OutputFile.target(of: log))
  }

  var notes: String { (try? TextFile.read(notesPath)) ?? "" }

  /// Returns another log for which some of the notes were written, the latest of several; nil if there is none. A log that is gone was moved,
  /// most likely to here.
  func otherLog(in notes: String) -> String? {
    Self.logs(in: notes).last { $0 != log && OutputFile.kind(of: $0) != nil }
  }

  private static func logs(in notes: String) -> [String] {
    notes.split(whereSeparator: \.isNewline).compactMap { line in
      line.hasPrefix(#"{"log":"#) ? (try? JSONValue(parsing: String(line)))?["log"]?.string : nil
    }
  }

  /// Appends lines with a single write, so that those of several inspectors do not mix. The line break before them ends a line that a full
  /// disk cut off. Returns whether it succeeded.
  func append(notes lines: [String]) -> Bool {
    guard !lines.isEmpty else { return true }
    makeFolder()
    // Sound: `open` reads the terminated copy of the path that Swift makes for the call.
    let descriptor = unsafe open(notesPath, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let origin: JSONValue = ["log": .string(log)]
    let all = (Self.logs(in: notes).contains(log) ? [] : [origin.printableText]) + lines
    return SystemOutput.write(Array("\n\(all.joined(separator: "\n"))\n".utf8)[...], to: descriptor) == nil
  }

  var text: String? { try? TextFile.read(path) }

  /// Writes the memory. Ignores errors, which are no reason to stop.
  func write(_ text: String) {
    makeFolder()
    try? OutputFile.write(Array(text.utf8), to: path, .replacingPrivately)
  }

  private func makeFolder() {
    try? OutputFile.makeFolder(OutputFile.folder(of: path), 0o700)
  }

  /// `$XDG_DATA_HOME/fluxtape`, or `~/.local/share/fluxtape` (XDG Base Directory Specification), also on Apple systems, as usual for
  /// command-line tools.
  private static var folder: String? {
    if let data = Environment.value("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/fluxtape" }
    return Environment.value("HOME").map { $0 + "/.local/share/fluxtape" }
  }

  /// Returns the first line, or its first 4,096 bytes. The header in it identifies the run.
  private static func head(of log: String) -> [UInt8]? {
    guard let head = try? TextFile.bytes(of: log, upTo: 4096, flags: O_NONBLOCK).prefix(4096) else { return nil }
    guard let end = head.firstIndex(of: 0x0A) else { return head.count == 4096 ? Array(head) : nil }
    return Array(head[..<end])
  }
}
