#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

// System calls on files, and the unsafe code that hands them buffers. Sound since every buffer outlives its call.

/// An error number of the system.
struct PosixError: Error { let code: Int32 }

/// A file opened for appending. The descriptor closes with the object.
final class PosixFile {
  private let descriptor: Int32
  private let identity: Identity?
  /// The size in bytes beyond which a write would end the process by a signal.
  let sizeLimit: Int

  /// Which file a descriptor leads to. An app that closes a descriptor by mistake may get another file under its number.
  private struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64
  }

  /// Makes a new file that only its owner may read and write. Fails if anything stands at `path`.
  ///
  /// - Parameter sizeLimit: `nil` for that of the process.
  init(creating path: String, sizeLimit: Int? = nil) throws(PosixError) {
    let opened = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw PosixError(code: errno) }
    let moved = fcntl(opened, F_DUPFD_CLOEXEC, Self.lowestDescriptor)
    if moved >= 0 { _ = Self.closeDescriptor(opened) }
    descriptor = moved >= 0 ? moved : opened
    identity = Self.status(of: descriptor)?.identity
    self.sizeLimit = sizeLimit ?? Self.resourceLimit(.fileSize)
  }

  deinit {
    if size != nil { _ = Self.closeDescriptor(descriptor) }
  }

  /// The file's size in bytes, or `nil` if the descriptor no longer leads to the file that was opened.
  var size: Int? {
    guard let identity, let status = Self.status(of: descriptor), status.identity == identity else { return nil }
    return status.size
  }

  /// Appends the beginning of `bytes`; returns how many.
  func append(_ bytes: ArraySlice<UInt8>) throws(PosixError) -> Int {
    while true {
      let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      if errno != EINTR { throw PosixError(code: errno) }
    }
  }

  /// Waits until the disk has all that was appended.
  func synchronize() throws(PosixError) {
    while true {
      #if canImport(Darwin)
        // `fsync` leaves the bytes in the disk's own memory there. Not every file system knows the better way.
        let isDone = fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0
      #else
        let isDone = fdatasync(descriptor) == 0
      #endif
      if isDone { return }
      if errno != EINTR { throw PosixError(code: errno) }
    }
  }

  /// Apps close low descriptors in loops and reuse their numbers at once, and `select` serves none above 1023. A log stays
  /// out of their way: high, with room above it for other logs.
  private static let lowestDescriptor: Int32 = {
    let limit = resourceLimit(.descriptors)
    return Int32(clamping: min(limit / 4 * 3, 768))
  }()

  // In a function of its own: inside the type, `close` would name a method.
  private static func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

  private static func status(of descriptor: Int32) -> (identity: Identity, size: Int)? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    let identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
    return (identity, Int(clamping: status.st_size))
  }
}

// MARK: - Limits

extension PosixFile {
  private enum Resource { case fileSize, descriptors }

  private static func resourceLimit(_ resource: Resource) -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let number = resource == .fileSize ? RLIMIT_FSIZE : RLIMIT_NOFILE
      let result = unsafe getrlimit(__rlimit_resource_t(number.rawValue), &limit)
    #else
      let result = unsafe getrlimit(resource == .fileSize ? RLIMIT_FSIZE : RLIMIT_NOFILE, &limit)
    #endif
    return result == 0 ? Int(clamping: limit.rlim_cur) : .max
  }
}

// MARK: - Paths

extension PosixFile {
  /// What stands at a path.
  enum Occupant {
    case nothing
    /// A file, last changed at this second since 1970.
    case file(changed: Int)
    /// A symbolic link to a file or to nothing.
    case link
    /// A folder, a device, a pipe, or a link to one, such as `/dev/stdout`.
    case other
  }

  static func occupant(of path: String) -> Occupant {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return .nothing }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      #if canImport(Darwin)
        return .file(changed: Int(status.st_mtimespec.tv_sec))
      #else
        return .file(changed: Int(status.st_mtim.tv_sec))
      #endif
    case S_IFLNK:
      let leadsSomewhere = unsafe stat(path, &status) == 0
      return !leadsSomewhere || status.st_mode & S_IFMT == S_IFREG ? .link : .other
    default: return .other
    }
  }

  /// The first `count` bytes of the file at `path`, fewer if it is shorter, none if it cannot be read.
  static func beginning(of path: String, count: Int) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { _ = closeDescriptor(descriptor) }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, unsafe read(descriptor, buffer.baseAddress, count))
    }
  }

  /// The names of what lies in a folder, in no order; none if it cannot be read.
  static func names(inFolder path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      // Sound: the name is terminated, and stays until the next call.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func makeFolder(_ path: String) { _ = unsafe mkdir(path, 0o700) }

  static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Gives the file at `path` the name `newPath`, which must be free. Returns `false` if it is not.
  ///
  /// The new name is reserved by an empty file first, and `rename` replaces that at once: whatever two processes do at the same
  /// time, no file is lost. (Asking first and renaming then could replace a file; `link` and `unlink` could remove one.)
  static func move(_ path: String, to newPath: String) throws(PosixError) -> Bool {
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
