#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

// System calls on files, and the unsafe code that passes buffers to them. Sound since every buffer outlives its call.

/// An error number (`errno`) of the system.
package struct PosixError: Error {
  let code: Int32

  static let occupied = PosixError(code: EEXIST)
  static let inputOutput = PosixError(code: EIO)
  var isOccupied: Bool { code == EEXIST }
  var isAbsence: Bool { code == ENOENT }
  var isFullDisk: Bool { code == ENOSPC || code == EDQUOT }
}

extension RecorderError {
  /// Whether freeing disk space would help.
  var isFullDisk: Bool { if case .cannotWrite(let code) = reason { PosixError(code: code).isFullDisk } else { false } }

  /// Runs `body` and converts a system error into a reason.
  @inline(__always)
  static func wrapping<Result>(
    _ reason: (Int32) -> Reason, at path: String? = nil, _ body: () throws(PosixError) -> Result
  ) throws(RecorderError) -> Result {
    do throws(PosixError) { return try body() } catch { throw RecorderError(reason(error.code), path: path) }
  }
}

/// A file opened for appending and copying. The descriptor closes with the object.
///
/// Its owner uses it on one thread at a time.
package final class PosixFile {
  private(set) var descriptor: Int32
  let identity: Identity?
  /// The number of bytes appended.
  private(set) var writtenSize = 0
  /// Whether the file system reports link counts; some report 0 for every file.
  private let countsLinks: Bool

  /// Creates a file that only its owner may read and write. Fails if anything exists at `path`.
  init(creating path: String) throws(PosixError) {
    let opened = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw PosixError(code: errno) }
    descriptor = Self.movedUp(opened)
    let status = Status(of: descriptor)
    identity = status?.identity
    countsLinks = status.map { $0.links > 0 } ?? false
    Self.lock(descriptor)
  }

  deinit {
    if let identity, Status(of: descriptor)?.identity == identity { _ = Self.closeDescriptor(descriptor) }
  }

  /// The condition of the file.
  enum Condition {
    case good
    /// The file was deleted: no folder contains it.
    case removed
    /// The descriptor refers to something else.
    case descriptorTaken
  }

  /// The current condition. Costs one system call.
  var condition: Condition {
    guard let status = Status(of: descriptor), let identity, status.identity == identity else { return .descriptorTaken }
    return status.links == 0 && countsLinks ? .removed : .good
  }

  /// Opens the file again after its descriptor was lost. Returns `false` if the file is not at `path`.
  func reopen(_ path: String) -> Bool {
    let opened = unsafe open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard opened >= 0 else { return false }
    guard let identity, Status(of: opened)?.identity == identity else {
      _ = Self.closeDescriptor(opened)
      return false
    }
    descriptor = Self.movedUp(opened)
    Self.lock(descriptor)
    return true
  }

  /// Appends the beginning of `bytes`; returns the number of bytes appended.
  func append(_ bytes: ArraySlice<UInt8>) throws(PosixError) -> Int {
    while true {
      let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        writtenSize += count
        return count
      }
      if errno != EINTR { throw PosixError(code: errno) }
    }
  }

  /// Waits until the disk has all appended bytes.
  func synchronize() throws(PosixError) {
    while true {
      #if canImport(Darwin)
      // On Apple systems `fsync` leaves the bytes in the disk's cache. Not every file system supports `F_FULLFSYNC`.
      let isDone = fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0
      #else
      let isDone = fdatasync(descriptor) == 0
      #endif
      if isDone { return }
      if errno != EINTR { throw PosixError(code: errno) }
    }
  }

  /// Waits until the disk has the folder's created and renamed entries.
  static func synchronize(folder: String) {
    let descriptor = unsafe open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { return }
    // Not all file systems support this; those that do not write folder entries without it.
    _ = fsync(descriptor)
    _ = closeDescriptor(descriptor)
  }

  // A separate function: inside the type, `close` would name a method.
  static func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

  /// Moves a descriptor to a high number: apps close low ones in loops and reuse their numbers at once, and `select` accepts none above
  /// 1023. The second number is for processes that may open few files.
  static func movedUp(_ opened: Int32) -> Int32 {
    for lowest: Int32 in [768, 192] {
      let moved = fcntl(opened, F_DUPFD_CLOEXEC, lowest)
      guard moved < 0 else {
        _ = closeDescriptor(opened)
        return moved
      }
    }
    return opened
  }
}

// MARK: - Locks

extension PosixFile {
  /// Marks the file as being written by a process. The lock is advisory: it hinders nobody. It is held until the last descriptor is closed,
  /// including those of forked children.
  private static func lock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_EX | LOCK_NB) }

  /// Whether a process has marked the file at `path` as being written.
  package static func isLocked(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { _ = closeDescriptor(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}

// MARK: - File status

extension PosixFile {
  /// The system's information about whatever is at a path.
  struct Status {
    private let status: stat

    /// `nil` if nothing exists at `path`. Does not follow symbolic links.
    init?(at path: String) {
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else { return nil }
      self.status = status
    }

    /// `nil` if the descriptor is not open.
    init?(of descriptor: Int32) {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { return nil }
      self.status = status
    }

    var isFile: Bool { status.st_mode & S_IFMT == S_IFREG }
    var links: Int { Int(clamping: status.st_nlink) }
    /// In bytes.
    var size: Int { Int(clamping: status.st_size) }
    var identity: Identity {
      Identity(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
    }

    var occupant: Occupant {
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFLNK: .other(.link)
      case S_IFDIR: .other(.folder)
      case S_IFIFO: .other(.pipe)
      case S_IFSOCK: .other(.socket)
      default: .other(.device)
      }
    }
  }

  /// Identifies the file behind a descriptor or path. If an app closes a descriptor by mistake, another file may get its number.
  struct Identity: Equatable {
    fileprivate let device: UInt64
    fileprivate let inode: UInt64
  }

  /// What is at a path.
  package enum Occupant: Sendable {
    case nothing, file
    /// Something that a log neither writes to nor replaces, including every symbolic link: `/dev/stdout` belongs to the system.
    case other(RecorderError.Occupant)
  }

  package static func occupant(of path: String) -> Occupant { Status(at: path)?.occupant ?? .nothing }

  /// The identity of the file at `path`, if it is a file.
  static func identity(of path: String) -> Identity? { Status(at: path).flatMap { $0.isFile ? $0.identity : nil } }

  /// The size in bytes of the file at `path`.
  static func size(of path: String) -> Int? { Status(at: path)?.size }
}

// MARK: - Paths

extension PosixFile {
  /// The first `count` bytes of the file at `path`; fewer if it is shorter, none if it is unreadable or not a file.
  package static func beginning(of path: String, count: Int) -> [UInt8] {
    // Opening a device may have side effects. If a device replaces the file in between, it is at least not read.
    guard let status = Status(at: path), status.isFile, let file = ReadableFile(path, identity: status.identity) else { return [] }
    return (try? file.read(count, at: 0)) ?? []
  }

  /// The names of the entries of a folder, unordered; none if it is unreadable.
  package static func names(inFolder path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      // Sound: the name is terminated, and valid until the next call.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }

  package static func makeFolder(_ path: String) { _ = unsafe mkdir(path, 0o700) }

  package static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Renames the file at `path` to `newPath`, which must be free. Returns `false` if it is not.
  ///
  /// An empty file reserves the new name first, and `rename` replaces it atomically, so that no file is lost whatever other processes do.
  /// (A check before the rename could replace a file; `link` and `unlink` could remove one.)
  package static func move(_ path: String, to newPath: String) throws(PosixError) -> Bool {
    let reserved = unsafe open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard reserved >= 0 else {
      if errno == EEXIST { return false }
      throw PosixError(code: errno)
    }
    _ = closeDescriptor(reserved)
    guard unsafe rename(path, newPath) == 0 else {
      let code = errno
      unsafe unlink(newPath)
      throw PosixError(code: code)
    }
    return true
  }
}

// MARK: - Reading

/// A file opened for reading, up to a known size. The descriptor closes with the object.
final class ReadableFile: Sendable {
  private let descriptor: Int32
  /// Bytes that may be read. The file may have grown since it was opened.
  let size: Int

  /// Takes ownership of a descriptor.
  fileprivate init(descriptor: Int32, size: Int) {
    self.descriptor = descriptor
    self.size = size
  }

  /// Opens the file at `path` if it is still the one with `identity`.
  init?(_ path: String, identity: PosixFile.Identity?) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    guard let status = PosixFile.Status(of: descriptor), status.identity == identity else {
      _ = PosixFile.closeDescriptor(descriptor)
      return nil
    }
    size = status.size
  }

  deinit { _ = PosixFile.closeDescriptor(descriptor) }

  /// Reads at most `count` bytes from `offset`; fewer only at the end.
  func read(_ count: Int, at offset: Int) throws(PosixError) -> [UInt8] {
    let room = min(count, size - offset)
    guard room > 0 else { return [] }
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      while filled < buffer.count {
        let result = unsafe pread(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled, off_t(offset + filled))
        if result > 0 {
          filled += result
        } else if result == 0 {
          return
        } else if errno != EINTR {
          return code = errno
        }
      }
    }
    guard code == 0 else { throw PosixError(code: code) }
    return bytes
  }
}

extension PosixFile {
  /// Opens the same file for reading, up to its current size.
  func forReading() throws(PosixError) -> ReadableFile {
    guard case .good = condition, let status = Status(of: descriptor) else { throw PosixError(code: ENOENT) }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw PosixError(code: errno) }
    return ReadableFile(descriptor: Self.movedUp(copy), size: status.size)
  }
}
