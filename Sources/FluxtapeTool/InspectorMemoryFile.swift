#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

import FluxtapeHistory

/// Where the inspector's notes and the like are kept: in the user's data folder, two files for each log, named by the log's beginning.
/// A log that is moved or copied keeps its notes; the log itself is never written to.
struct InspectorMemoryFile {
  /// The text of the inspector that quit last.
  let path: String
  /// Marks and notes, to which every inspector appends.
  let notesPath: String

  /// - Returns: nil for standard input, for a log that cannot be told from others, and where the user has no such folder.
  init?(forLogAt log: String) {
    guard log != LogFile.standardInputPath, let head = Self.head(of: log), let folder = Self.folder else { return nil }
    self.init(name: "\(folder)/\(Self.name(of: head))")
  }

  init(name: String) { (path, notesPath) = (name + ".json", name + ".notes.jsonl") }

  var notes: String { (try? TextFile.read(notesPath)) ?? "" }

  /// Appends a line with one write, which other inspectors' writes do not break up.
  ///
  /// - Returns: whether it is in the file.
  func append(note line: String) -> Bool {
    makeFolder()
    // Sound: `open` reads the terminated text that Swift makes of the path for the call.
    let descriptor = unsafe open(notesPath, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return SystemOutput.write(Array((line + "\n").utf8)[...], to: descriptor) == nil
  }

  var text: String? { try? TextFile.read(path) }

  /// What cannot be kept is no reason to stop.
  func write(_ text: String) {
    makeFolder()
    try? OutputFile.write(Array(text.utf8), to: path, .replacingPrivately)
  }

  private func makeFolder() {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for count in 1...folder.count where count > 1 { _ = unsafe mkdir(folder.prefix(count).joined(separator: "/"), 0o700) }
  }

  /// `$XDG_DATA_HOME/fluxtape`, or `~/.local/share/fluxtape` (XDG Base Directory Specification); on Apple systems it is the same, as the
  /// tool is one of the command line.
  private static var folder: String? {
    if let data = Environment.value("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/fluxtape" }
    return Environment.value("HOME").map { $0 + "/.local/share/fluxtape" }
  }

  /// The first line, or what there is of it: a log's header names its run.
  private static func head(of log: String) -> [UInt8]? {
    // Sound: `open` reads the terminated text that Swift makes of the path for the call.
    let descriptor = unsafe open(log, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    // Sound: no more bytes are written than there is room for.
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return nil }
    let head = bytes.prefix(count)
    guard let end = head.firstIndex(of: 0x0A) else { return count == 4096 ? Array(head) : nil }
    return Array(head[..<end])
  }

  /// FNV-1a of 64 bits: to tell logs apart, not to keep anything secret.
  private static func name(of bytes: [UInt8]) -> String {
    let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
