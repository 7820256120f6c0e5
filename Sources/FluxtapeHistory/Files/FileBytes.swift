#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

// The unsafe code of this module is here, in `ChildProcess.swift`, `FileBytes+Spooling.swift` and `SystemOutput.swift`: system calls and
// the memory they use.
//
// Files are read, not mapped: an app may truncate its log at any time, and a mapping would then raise SIGBUS.

import FluxtapeLocking

/// The bytes of a file, readable from any thread. The file closes with the last reference; ``closeForNow()`` closes it until the next read.
final class FileBytes: Sendable {
  let path: String

  /// The number of bytes in the file when it was opened.
  let count: Int

  /// The file that this was unpacked or converted from; `nil` for other files.
  let origin: FileBytes?
  /// The lines of the origin that the lines were made of; `nil` if they are the same.
  let lineNumbers: LineNumbers?
  /// The input that this process writes to the file; `nil` for other files.
  private let source: LiveInput?
  /// Which file has the path; `nil` for a file that has none, as a temporary one.
  private let identity: FileIdentity?
  /// `nil` while the file is closed.
  private let descriptor: Locked<Descriptor?>

  /// - Parameters:
  ///   - descriptor: It closes with the last reference.
  ///   - identity: The file at the path; `nil` if there is none.
  init(
    path: String, count: Int, descriptor: Int32, identity: FileIdentity? = nil, origin: FileBytes? = nil, source: LiveInput? = nil,
    lineNumbers: LineNumbers? = nil
  ) {
    self.path = path
    self.source = source
    self.count = count
    self.identity = identity
    self.descriptor = Locked(Descriptor(descriptor))
    self.origin = origin
    self.lineNumbers = lineNumbers
  }
}

/// A file of the system, whatever its path is.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let number: UInt64

  fileprivate init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// A descriptor, which closes with the last reference: a thread may read while another one closes the file.
private final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}

// MARK: - Opening

extension FileBytes {
  /// - Throws: ``HistoryError`` unless this is a readable file.
  convenience init(opening path: String) throws(HistoryError) {
    let (descriptor, status) = try Self.openFile(path)
    self.init(path: path, count: Int(status.st_size), descriptor: descriptor, identity: FileIdentity(status))
  }

  private static func openFile(_ path: String) throws(HistoryError) -> (descriptor: Int32, status: stat) {
    guard let file = LogNames.path(of: path) else { throw HistoryError(.notFound, path: path) }
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    // Sound: `open` reads the terminated copy of the path that Swift makes for the call.
    let descriptor = retried { unsafe open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw HistoryError(reason(errno), path: path) }
    do { return (descriptor, try status(of: descriptor, path: path)) } catch {
      close(descriptor)
      throw error
    }
  }

  private static func status(of descriptor: Int32, path: String) throws(HistoryError) -> stat {
    var status = stat()
    // Sound: `fstat` fills the structure and keeps no pointer to it.
    guard unsafe fstat(descriptor, &status) == 0 else { throw HistoryError(reason(errno), path: path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status
    case S_IFDIR: throw HistoryError(.isDirectory, path: path)
    default: throw HistoryError(.notAFile, path: path)
    }
  }

  static func reason(_ code: Int32) -> HistoryError.Reason {
    switch code {
    case ENOENT, ENOTDIR: .notFound
    case EACCES, EPERM: .notPermitted
    case EISDIR: .isDirectory
    case ENXIO: .notAFile
    default: .unreadable(code: code)
    }
  }

  /// Repeats a system call that a signal interrupted.
  static func retried<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }
}

// MARK: - Closing for now

extension FileBytes {
  /// Closes a file that has a path, and the file that others were made from, until the next read: a process may have few files open at the
  /// same time.
  func closeForNow() {
    origin?.closeForNow()
    if identity != nil { descriptor.withLock { $0 = nil } }
  }

  var isClosedForNow: Bool { descriptor.withLock { $0 == nil } }

  /// Calls `body` with the descriptor. Opens the file again if it is closed.
  ///
  /// - Throws: ``HistoryError`` if the file cannot be opened, or if another file has its path by now.
  func withDescriptor<Result>(_ body: (Int32) throws(HistoryError) -> Result) throws(HistoryError) -> Result {
    let open = try descriptor.withLock { (known) throws(HistoryError) -> Descriptor in
      if let known { return known }
      let (number, status) = try Self.openFile(path)
      let descriptor = Descriptor(number)
      guard FileIdentity(status) == identity, Int(status.st_size) >= count else { throw HistoryError(.changed, path: path) }
      known = descriptor
      return descriptor
    }
    return try withExtendedLifetime(open) { () throws(HistoryError) in try body(open.number) }
  }
}

// MARK: - Files that are being written

extension FileBytes {
  /// The current number of bytes in the file.
  func currentCount() throws(HistoryError) -> Int {
    if let source { return source.byteCount }
    return try withDescriptor { (number) throws(HistoryError) in Int(try Self.status(of: number, path: path).st_size) }
  }

  /// The input that is copied to the file, or to its origin.
  var liveInput: LiveInput? { source ?? origin?.liveInput }

  /// The number of bytes when the file, or its origin if it has one, was opened.
  var countAtFirst: Int { origin?.countAtFirst ?? count }

  /// Whether the origin of the file has changed.
  var isOutdated: Bool {
    guard let origin else { return false }
    if origin.origin != nil { return origin.isOutdated }
    return origin.pathHolder == .another || ((try? origin.currentCount()) ?? origin.count) != origin.count
  }

  /// Which file has a path now.
  enum PathHolder { case itself, another, nothing }

  /// Which file has the path of this file, or of its origin, now. No other file can replace standard input.
  var pathHolder: PathHolder {
    if let origin { return origin.pathHolder }
    guard path != LogFile.standardInputPath, let identity else { return .itself }
    guard let file = LogNames.path(of: path) else { return .nothing }
    var status = stat()
    // Sound: the call fills the structure that is passed. Any other error does not show that the file is gone.
    guard unsafe stat(file, &status) == 0 else { return Self.reason(errno) == .notFound ? .nothing : .itself }
    return FileIdentity(status) == identity ? .itself : .another
  }
}

// MARK: - Reading

extension FileBytes {
  /// Reads `count` bytes from `offset` on; fewer only at the end of the file.
  func bytes(at offset: Int, count: Int) throws(HistoryError) -> [UInt8] {
    guard offset >= 0, count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    bytes.removeLast(count - (try fill(&bytes, from: 0, at: offset, count: count)))
    return bytes
  }

  /// Reads `count` bytes from `offset` on into the buffer at `place`.
  ///
  /// - Precondition: the buffer is large enough.
  /// - Returns: The number of bytes read; fewer than `count` only at the end of the file.
  func fill(_ buffer: inout [UInt8], from place: Int, at offset: Int, count: Int) throws(HistoryError) -> Int {
    precondition(place >= 0 && count >= 0 && place + count <= buffer.count)
    return try withDescriptor { (number) throws(HistoryError) in
      var filled = 0
      while filled < count {
        // Sound: the precondition checks that the bytes fit.
        let received = unsafe buffer.withUnsafeMutableBytes { bytes in
          Self.retried { unsafe pread(number, bytes.baseAddress?.advanced(by: place + filled), count - filled, off_t(offset + filled)) }
        }
        if received < 0 { throw HistoryError(Self.reason(errno), path: path) }
        if received == 0 { break }
        filled += received
      }
      return filled
    }
  }
}

// MARK: - Searching

extension [UInt8] {
  /// The first line feed from `start` on and before `end`, or before the end of the bytes.
  func lineFeed(from start: Int, to end: Int? = nil) -> Int? {
    let end = Swift.min(end ?? count, count)
    guard start >= 0, start < end else { return nil }
    // Sound: `memchr` reads only the `end - start` bytes from `start` on.
    return unsafe withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, let found = unsafe memchr(base + start, 0x0A, end - start) else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
