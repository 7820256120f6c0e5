#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

import FluxtapeHistory
import FluxtapeLogReading

/// The inspector's memory and notes for a log, in two files in the user's data folder. Their names depend on the log's beginning, so a
/// moved or copied log keeps its notes. The log itself is never written to.
struct InspectorMemoryFile {
  /// The memory of the last inspector.
  let path: String
  /// The marks and notes. All inspectors of the log append to this file.
  let notesPath: String

  /// Returns nil for standard input, for a log without a complete first line, and if the user has no data folder.
  init?(forLogAt log: String) {
    guard log != LogFile.standardInputPath, let head = Self.head(of: log), let folder = Self.folder else { return nil }
    self.init(name: "\(folder)/\(String(head.stableHash, radix: 16))")
  }

  init(name: String) { (path, notesPath) = (name + ".json", name + ".notes.jsonl") }

  var notes: String { (try? TextFile.read(notesPath)) ?? "" }

  /// Appends a line with a single write, so that lines of several inspectors do not mix. The line break before it ends a line that a full
  /// disk cut off. Returns whether it succeeded.
  func append(note line: String) -> Bool {
    makeFolder()
    // Sound: `open` reads the terminated copy of the path that Swift makes for the call.
    let descriptor = unsafe open(notesPath, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return SystemOutput.write(Array("\n\(line)\n".utf8)[...], to: descriptor) == nil
  }

  var text: String? { try? TextFile.read(path) }

  /// Writes the memory. Ignores errors, which are no reason to stop.
  func write(_ text: String) {
    makeFolder()
    try? OutputFile.write(Array(text.utf8), to: path, .replacingPrivately)
  }

  private func makeFolder() {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for count in 1...folder.count where count > 1 { _ = unsafe mkdir(folder.prefix(count).joined(separator: "/"), 0o700) }
  }

  /// `$XDG_DATA_HOME/fluxtape`, or `~/.local/share/fluxtape` (XDG Base Directory Specification), also on Apple systems, as usual for
  /// command-line tools.
  private static var folder: String? {
    if let data = Environment.value("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/fluxtape" }
    return Environment.value("HOME").map { $0 + "/.local/share/fluxtape" }
  }

  /// Returns the first line, or its first 4,096 bytes. The header in it identifies the run.
  private static func head(of log: String) -> [UInt8]? {
    // Sound: `open` reads the terminated copy of the path that Swift makes for the call.
    let descriptor = unsafe open(log, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    // Sound: at most as many bytes are written as the array has.
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return nil }
    let head = bytes.prefix(count)
    guard let end = head.firstIndex(of: 0x0A) else { return count == 4096 ? Array(head) : nil }
    return Array(head[..<end])
  }

}
