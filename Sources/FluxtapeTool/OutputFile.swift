#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

import FluxtapeHistory

// The unsafe expressions here hand paths and structures to the system, which reads or fills them during the call.

/// A file that a command writes. It is written beside its place and moved there when it is whole: what stands under its name is never
/// half of something, also where the command was stopped.
final class OutputFile {
  enum Mode {
    /// There must be no such file. It is for the eyes of its owner alone: logs hold what apps do.
    case new
    /// A file that is there is replaced.
    case replacing
    /// As both: replaced, and for its owner alone.
    case replacingPrivately
  }

  private let path: String
  private let mode: Mode
  /// Where it is written until it is whole; `nil` for what is no file, such as a pipe, and is written as it comes.
  private let draft: String?
  private let descriptor: Int32

  /// - Throws: ``UsageError`` if the file cannot be written there.
  init(_ path: String, _ mode: Mode) throws(UsageError) {
    (self.path, self.mode) = (path, mode)
    let present = Self.kind(of: path)
    if mode == .new, present != nil { throw Self.failure(path, EEXIST) }
    if present == S_IFDIR { throw Self.failure(path, EISDIR) }
    if let present, present != S_IFREG {
      draft = nil
      descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    } else {
      // Of a link, the file that it leads to is replaced.
      let draft = Self.draft(of: present == nil ? path : Self.target(of: path))
      self.draft = draft
      descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode == .replacing ? 0o666 : 0o600)
    }
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
  }

  deinit {
    close(descriptor)
    // Gone already if it was moved.
    if let draft { _ = unsafe unlink(draft) }
  }

  /// - Throws: ``UsageError`` if not everything could be written.
  func write(_ bytes: [UInt8]) throws(UsageError) {
    if let code = SystemOutput.write(bytes[...], to: descriptor) { throw Self.failure(path, code) }
  }

  /// Moves what was written to its place. Without this there is no file.
  ///
  /// - Throws: ``UsageError`` if that cannot be, or if such a file has come about in the meantime and is not to be replaced.
  func finish() throws(UsageError) {
    guard let draft else { return }
    switch mode {
    case .new:
      // Unlike a move, a link does not replace what is there. Some file systems have none.
      if unsafe link(draft, path) == 0 { return }
      guard errno != EEXIST, Self.kind(of: path) == nil else { throw Self.failure(path, EEXIST) }
      guard unsafe rename(draft, path) == 0 else { throw Self.failure(path, errno) }
    case .replacing, .replacingPrivately:
      guard unsafe rename(draft, Self.target(of: path)) == 0 else { throw Self.failure(path, errno) }
    }
  }
}

extension OutputFile {
  /// Writes a file, whole or not at all.
  static func write(_ bytes: [UInt8], to path: String, _ mode: Mode = .replacing) throws(UsageError) {
    let file = try OutputFile(path, mode)
    try file.write(bytes)
    try file.finish()
  }

  static func write(_ lines: [String], to path: String) throws(UsageError) {
    try write(Array(lines.map { $0 + "\n" }.joined().utf8), to: path)
  }

  /// What can be said of a path at which a file cannot be written, and what to do about it.
  static func failure(_ path: String, _ code: Int32) -> UsageError {
    let folder = folder(of: path)
    let reason =
      switch code {
      case EEXIST: "the file exists; choose another name"
      case EISDIR: "is a folder; give a file name"
      case ENOENT: "there is no folder \(folder); create it or choose another"
      case ENOTDIR: "\(folder) is not a folder; choose another"
      case EACCES, EPERM, EROFS: "no permission to write to the folder \(folder); choose another"
      case ENOSPC, EDQUOT: "no space left on the device"
      // Sound: `strerror` returns a terminated text, which is copied at once.
      default: unsafe String(cString: strerror(code))
      }
    return UsageError(message: "\(path): cannot be written: \(reason)")
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A name beside that of the file, short enough where that is as long as names may be.
  private static func draft(of path: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return path.dropLast(name.count) + name.prefix(60) + "." + String(UInt32.random(in: 0...UInt32.max), radix: 36) + ".draft"
  }

  /// What stands at a path, as `S_IFMT` tells kinds; `nil` if nothing does.
  static func kind(of path: String) -> mode_t? {
    var facts = stat()
    return unsafe stat(path, &facts) == 0 ? facts.st_mode & S_IFMT : nil
  }

  private static func target(of path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
