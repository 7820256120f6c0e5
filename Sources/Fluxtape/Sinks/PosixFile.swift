#if !RECORDING_COMPILED_OUT
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
struct PosixError: Error {
  let code: Int32

  static let occupied = PosixError(code: EEXIST)
  static let inputOutput = PosixError(code: EIO)
  var isOccupied: Bool { code == EEXIST }
  var isAbsence: Bool { code == ENOENT }
  var isFullDisk: Bool { code == ENOSPC || code == EDQUOT }
}

extension RecorderError {
  /// Whether less on the disk would help.
  var isFullDisk: Bool { if case .cannotWrite(let code) = reason { PosixError(code: code).isFullDisk } else { false } }

  /// Runs `body`; an error number of the system becomes a reason.
  @inline(__always)
  static func wrapping<Result>(
    _ reason: (Int32) -> Reason, at path: String? = nil, _ body: () throws(PosixError) -> Result
  ) throws(RecorderError) -> Result {
    do throws(PosixError) { return try body() } catch { throw RecorderError(reason(error.code), path: path) }
  }
}

/// A file opened for appending, and for being copied. The descriptor closes with the object.
///
/// Its owner uses it on one thread at a time.
final class PosixFile {
  private(set) var descriptor: Int32
  let identity: Identity?
  /// Bytes of the file, as far as is known.
  private(set) var writtenSize = 0
  /// How many of them were appended since ``noteLook()``.
  private(set) var bytesSinceLook = 0
  /// Not all file systems do; some say 0 of every file.
  private let countsLinks: Bool
  private var knownLimit: Int
  private let hasOwnLimit: Bool
  private var latestPage = 0
  /// Whether the descriptor's way to the file carries a mark.
  private var isMarked = false

  /// Makes a new file that only its owner may read and write. Fails if anything stands at `path`.
  ///
  /// - Parameter sizeLimit: Bytes at which the file is full; `nil` for the limit of the process.
  init(creating path: String, sizeLimit: Int? = nil) throws(PosixError) {
    let opened = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw PosixError(code: errno) }
    descriptor = Self.movedUp(opened)
    let status = Status(of: descriptor)
    identity = status?.identity
    countsLinks = status.map { $0.links > 0 } ?? false
    knownLimit = sizeLimit ?? Self.resourceLimit(.fileSize)
    hasOwnLimit = sizeLimit != nil
    Self.lock(descriptor)
    isMarked = Self.mark(descriptor)
  }

  deinit {
    if let identity, Status(of: descriptor)?.identity == identity { _ = Self.closeDescriptor(descriptor) }
  }

  /// What has become of the file.
  enum Condition {
    /// It is as it should be, so many bytes long.
    case good(size: Int)
    /// No folder has it any more.
    case removed
    /// Somebody shortened it, to so many bytes.
    case truncated(size: Int)
    /// The descriptor no longer leads to it.
    case descriptorTaken
  }

  /// Looked up now, at the price of one call of the system.
  var condition: Condition {
    guard let status = Status(of: descriptor), let identity, status.identity == identity else { return .descriptorTaken }
    if status.links == 0, countsLinks { return .removed }
    return status.size < writtenSize ? .truncated(size: status.size) : .good(size: status.size)
  }

  /// Notes that all that was appended so far was found to be there.
  func noteLook() { bytesSinceLook = 0 }

  /// Whether the descriptor is sure to lead to the file, at less than half of the price of ``condition``. `false` if only that can tell.
  var isSureToBeLedTo: Bool { isMarked && Self.carriesMark(descriptor) }

  /// Takes the size that somebody gave the file for good.
  func accept(size: Int) { writtenSize = size }

  var isRemoved: Bool { if case .removed = condition { true } else { false } }

  /// Opens the file again, after its descriptor was taken. `false` if it is not at `path`.
  func reopen(_ path: String) -> Bool {
    let opened = unsafe open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard opened >= 0 else { return false }
    guard let identity, Status(of: opened)?.identity == identity else {
      _ = Self.closeDescriptor(opened)
      return false
    }
    descriptor = Self.movedUp(opened)
    Self.lock(descriptor)
    isMarked = Self.mark(descriptor)
    return true
  }

  /// Appends the beginning of `bytes` to the file, which is `size` bytes long; returns how many.
  func append(_ bytes: ArraySlice<UInt8>, atMost most: Int = .max, at size: Int) throws(PosixError) -> Int {
    while true {
      let count = unsafe bytes.withUnsafeBytes { unsafe Self.append($0.baseAddress, min($0.count, most), to: descriptor, at: size) }
      if count >= 0 {
        writtenSize = size + count
        bytesSinceLook += count
        return count
      }
      if errno != EINTR { throw PosixError(code: errno) }
    }
  }

  /// On Linux `pwrite` appends as `write` does to what was opened for appending, whatever place it is told (pwrite(2), "Bugs"). It spares the
  /// lock around the place where `write` would go on.
  private static func append(_ bytes: UnsafeRawPointer?, _ count: Int, to descriptor: Int32, at size: Int) -> Int {
    #if os(Linux) || os(Android)
    unsafe pwrite(descriptor, bytes, count, off_t(clamping: size))
    #else
    unsafe write(descriptor, bytes, count)
    #endif
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

  /// Waits until the disk has what was made and renamed in a folder.
  static func synchronize(folder: String) {
    let descriptor = unsafe open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { return }
    // Not all file systems can; those that cannot do it unasked.
    _ = fsync(descriptor)
    _ = closeDescriptor(descriptor)
  }

  /// Apps close low descriptors in loops and reuse their numbers at once, and `select` serves none above 1023. A log stays
  /// out of their way: high, with room above it for other logs.
  static let lowestDescriptor: Int32 = {
    let limit = resourceLimit(.descriptors)
    return Int32(clamping: min(limit / 4 * 3, 768))
  }()

  // In a function of its own: inside the type, `close` would name a method.
  static func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

  private static func movedUp(_ opened: Int32) -> Int32 {
    let moved = fcntl(opened, F_DUPFD_CLOEXEC, lowestDescriptor)
    guard moved >= 0 else { return opened }
    _ = closeDescriptor(opened)
    return moved
  }
}

// MARK: - Locks

extension PosixFile {
  /// Says that a process writes the file. Advisory: it hinders nobody. Held until the last descriptor is closed, in children of a fork too.
  private static func lock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_EX | LOCK_NB) }

  /// Whether a process says that it writes the file at `path`.
  static func isLocked(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { _ = closeDescriptor(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}

// MARK: - Limits

extension PosixFile {
  /// The size in bytes beyond which a write to the file, `size` bytes long, would end the process by a signal.
  ///
  /// The app may change the limit at any time, and asking costs as much as half a write. So it is asked once for every page of the file,
  /// and always where there is a limit.
  func sizeLimit(at size: Int) -> Int {
    let page = size / Self.bytesPerQuestion
    if !hasOwnLimit, knownLimit != .max || page != latestPage {
      latestPage = page
      knownLimit = Self.resourceLimit(.fileSize)
    }
    return knownLimit
  }

  /// Whether the file may not grow as it likes.
  var isLimited: Bool { knownLimit != .max }

  private static let bytesPerQuestion = 4096

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

// MARK: - What the system knows

extension PosixFile {
  /// What the system knows of a file, or of what stands in the place of one.
  struct Status {
    private let status: stat

    /// `nil` if nothing stands at `path`. A symbolic link is not followed.
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
      case S_IFREG:
        #if canImport(Darwin)
        .file(changed: Int(status.st_mtimespec.tv_sec))
        #else
        .file(changed: Int(status.st_mtim.tv_sec))
        #endif
      case S_IFLNK: .other(.link)
      case S_IFDIR: .other(.folder)
      case S_IFIFO: .other(.pipe)
      case S_IFSOCK: .other(.socket)
      default: .other(.device)
      }
    }
  }

  /// Which file a descriptor or a path leads to. An app that closes a descriptor by mistake may get another file under its number.
  struct Identity: Equatable {
    fileprivate let device: UInt64
    fileprivate let inode: UInt64
  }

  /// What stands at a path.
  enum Occupant {
    case nothing
    /// A file, last changed at this second since 1970.
    case file(changed: Int)
    /// Nothing that a log may be made of, or put in the place of. A symbolic link is one, wherever it leads: `/dev/stdout` belongs to the system.
    case other(RecorderError.Occupant)
  }

  static func occupant(of path: String) -> Occupant { Status(at: path)?.occupant ?? .nothing }

  /// Which file is at `path`, if it is a file.
  static func identity(of path: String) -> Identity? { Status(at: path).flatMap { $0.isFile ? $0.identity : nil } }

  /// The size in bytes of the file at `path`.
  static func size(of path: String) -> Int? { Status(at: path)?.size }
}

// MARK: - Marks

extension PosixFile {
  #if os(Linux) || os(Android)
  /// Marks the way that leads from a descriptor to its file. `false` if that cannot be done.
  ///
  /// Whoever opens a file anew, under this number or another, gets a way without the mark; copies of the descriptor share the way, and lead
  /// to the same file. The mark is the number of the signal that announces input (fcntl(2)), which files never do.
  static func mark(_ descriptor: Int32) -> Bool { fcntl(descriptor, setSignal, markingSignal) == 0 && carriesMark(descriptor) }

  static func carriesMark(_ descriptor: Int32) -> Bool { fcntl(descriptor, getSignal) == markingSignal }

  /// One of the real-time signals. Who really waits for input that way takes the first of them.
  private static var markingSignal: Int32 { 61 }

  // `F_SETSIG` and `F_GETSIG`, which the headers hide from Swift.
  private static var setSignal: Int32 { 10 }
  private static var getSignal: Int32 { 11 }
  #else
  static func mark(_ descriptor: Int32) -> Bool { false }
  static func carriesMark(_ descriptor: Int32) -> Bool { false }
  #endif
}

// MARK: - Paths

extension PosixFile {
  /// The first `count` bytes of the file at `path`, fewer if it is shorter, none if it cannot be read or is no file.
  static func beginning(of path: String, count: Int) -> [UInt8] {
    // To open a device may do something. Should one come in between, it is at least not read.
    guard let status = Status(at: path), status.isFile, let file = ReadableFile(path, identity: status.identity) else { return [] }
    return (try? file.read(count, at: 0)) ?? []
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

  static func makeFolder(_ path: String) { _ = unsafe mkdir(path, 0o700) }

  /// Makes the folder and those around it, as far as they are not there.
  static func makeFolders(_ path: String) {
    for end in path.utf8.indices.dropFirst() where path.utf8[end] == UInt8(ascii: "/") { makeFolder(String(path[..<end])) }
    makeFolder(path)
  }

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
#endif
