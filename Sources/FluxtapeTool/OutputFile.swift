import FluxtapeHistory
import Foundation

// The unsafe expressions here pass paths and structures to the system, which reads or fills them only during the call.

/// An output file. It is written under another name and renamed when complete, so that a stopped command never leaves a partial file.
final class OutputFile {
  enum Mode {
    /// Fails if the file exists. Only the owner can read the new file, as logs may be private.
    case new
    /// Replaces an existing file.
    case replacing
    /// Replaces an existing file. Only the owner can read the new file.
    case replacingPrivately
  }

  private let path: String
  private let mode: Mode
  /// The temporary path; `nil` for a pipe or device, which is written directly.
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
      // Replace the target of a symbolic link, not the link.
      let draft = Self.draft(of: present == nil ? path : Self.target(of: path))
      self.draft = draft
      descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode == .replacing ? 0o666 : 0o600)
    }
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
  }

  deinit {
    close(descriptor)
    // Fails harmlessly if the file was renamed.
    if let draft { _ = unsafe unlink(draft) }
  }

  /// - Throws: ``UsageError`` if writing fails.
  func write(_ bytes: [UInt8]) throws(UsageError) {
    if let code = SystemOutput.write(bytes[...], to: descriptor) { throw Self.failure(path, code) }
  }

  /// Renames the complete file to its path. Without this call, there is no file.
  ///
  /// - Throws: ``UsageError`` if that fails, or if a new file meanwhile exists.
  func finish() throws(UsageError) {
    guard let draft else { return }
    switch mode {
    case .new:
      // Unlike a rename, a link does not replace an existing file. Some file systems have no links.
      if unsafe link(draft, path) == 0 { return }
      guard errno != EEXIST, Self.kind(of: path) == nil else { throw Self.failure(path, EEXIST) }
      guard unsafe rename(draft, path) == 0 else { throw Self.failure(path, errno) }
    case .replacing, .replacingPrivately:
      guard unsafe rename(draft, Self.target(of: path)) == 0 else { throw Self.failure(path, errno) }
    }
  }
}

extension OutputFile {
  /// Writes a complete file, or none.
  static func write(_ bytes: [UInt8], to path: String, _ mode: Mode = .replacing) throws(UsageError) {
    let file = try OutputFile(path, mode)
    try file.write(bytes)
    try file.finish()
  }

  static func write(_ lines: [String], to path: String) throws(UsageError) {
    try write(Array(lines.map { $0 + "\n" }.joined().utf8), to: path)
  }

  /// Makes a folder and those above it, unless they exist.
  static func makeFolder(_ path: String, _ permissions: mode_t = 0o777) throws(UsageError) {
    if unsafe mkdir(path, permissions) == 0 { return }
    var code = errno
    if code == ENOENT, folder(of: path) != path {
      try makeFolder(folder(of: path), permissions)
      if unsafe mkdir(path, permissions) == 0 { return }
      code = errno
    }
    guard code == EEXIST, kind(of: path) == S_IFDIR else { throw failure(path, code) }
  }

  /// Returns an error that says why a file or folder cannot be written, and what to do.
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
      // Sound: `strerror` returns a terminated string, which is copied at once.
      default: unsafe String(cString: strerror(code))
      }
    return UsageError(message: "\(path): cannot be written: \(reason)")
  }

  /// Returns the path of the folder that contains the file.
  static func folder(of path: String) -> String {
    let path = path.hasSuffix("/") ? path.dropLast() : path[...]
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns a temporary path in the same folder. Its name is short enough even if the file's name has the maximum length.
  private static func draft(of path: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return path.dropLast(name.count) + name.prefix(60) + "." + String(UInt32.random(in: 0...UInt32.max), radix: 36) + ".draft"
  }

  /// Returns the kind of a file (`S_IFMT`); `nil` if it does not exist.
  static func kind(of path: String) -> mode_t? {
    var facts = stat()
    return unsafe stat(path, &facts) == 0 ? facts.st_mode & S_IFMT : nil
  }

  /// Returns the absolute path without symbolic links; the path itself if there is no such file.
  static func target(of path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
