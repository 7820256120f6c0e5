#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

// The unsafe code of this module is here, in `FileBytes+Spooling.swift` and in `SystemOutput.swift`: system calls and the memory they use.
//
// Read, not mapped: a log may be truncated by its app at any time, and a mapping of it would then raise SIGBUS.

/// The bytes of a file that is held open, readable from any thread. The descriptor closes with the last reference.
final class FileBytes: Sendable {
  let path: String

  /// Bytes in the file when it was opened.
  let count: Int

  let descriptor: Int32
  /// What it was made of, unpacked or in another form; nil where the bytes are the file's own.
  let origin: FileBytes?
  /// What writes it; nil where it is a file of somebody else's.
  private let source: LiveInput?

  init(path: String, count: Int, descriptor: Int32, origin: FileBytes? = nil, source: LiveInput? = nil) {
    self.path = path
    self.source = source
    self.count = count
    self.descriptor = descriptor
    self.origin = origin
  }

  deinit { close(descriptor) }
}

// MARK: - Opening

extension FileBytes {
  /// - Throws: ``HistoryError`` for anything but a file that can be read.
  convenience init(opening path: String) throws(HistoryError) {
    // Without O_NONBLOCK, opening a named pipe would wait for somebody to write into it.
    // Sound: `open` reads the terminated text that Swift makes of the path for the call.
    let descriptor = Self.retried { unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw HistoryError(Self.reason(errno), path: path) }
    do {
      try self.init(path: path, count: Self.size(of: descriptor, path: path), descriptor: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func size(of descriptor: Int32, path: String) throws(HistoryError) -> Int {
    var status = stat()
    // Sound: `fstat` fills the structure it is given and keeps no pointer to it.
    guard unsafe fstat(descriptor, &status) == 0 else { throw HistoryError(reason(errno), path: path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
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

  /// Calls again what a signal interrupted.
  static func retried<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }
}

// MARK: - While somebody writes

extension FileBytes {
  /// Bytes in the file by now.
  func currentCount() throws(HistoryError) -> Int {
    if let source { return source.byteCount }
    return try Self.size(of: descriptor, path: path)
  }

  /// The input that it grows by, or that it was made of.
  var liveInput: LiveInput? { source ?? origin?.liveInput }

  /// Bytes that there were when it was opened, of what it was made of where that is another file.
  var countAtFirst: Int { origin?.countAtFirst ?? count }

  /// Whether what it was made of has other contents now.
  var isOutdated: Bool {
    guard let origin else { return false }
    if origin.origin != nil { return origin.isOutdated }
    return origin.pathHolder == .another || ((try? origin.currentCount()) ?? origin.count) != origin.count
  }

  /// What has a file's path.
  enum PathHolder { case itself, another, nothing }

  /// What has the path now; of what was made of a file, what has that one's. Standard input has no path that anybody could take.
  var pathHolder: PathHolder {
    if let origin { return origin.pathHolder }
    guard path != LogFile.standardInputPath else { return .itself }
    var (ours, theirs) = (stat(), stat())
    // Sound: both calls fill the structures they are given.
    guard unsafe fstat(descriptor, &ours) == 0 else { return .itself }
    // A path that cannot be looked at for another reason says nothing about the file.
    guard unsafe stat(path, &theirs) == 0 else { return Self.reason(errno) == .notFound ? .nothing : .itself }
    return ours.st_ino == theirs.st_ino && ours.st_dev == theirs.st_dev ? .itself : .another
  }
}

// MARK: - Reading

extension FileBytes {
  /// Up to `count` bytes from `offset` on; fewer only at the file's end.
  func bytes(at offset: Int, count: Int) throws(HistoryError) -> [UInt8] {
    guard offset >= 0, count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    bytes.removeLast(count - (try fill(&bytes, from: 0, at: offset, count: count)))
    return bytes
  }

  /// Reads `count` bytes from `offset` on into the buffer, from `place` on, which has to be large enough.
  /// - Returns: how many there were; fewer only at the file's end.
  func fill(_ buffer: inout [UInt8], from place: Int, at offset: Int, count: Int) throws(HistoryError) -> Int {
    precondition(place >= 0 && count >= 0 && place + count <= buffer.count)
    var filled = 0
    while filled < count {
      // Sound: it was looked that so many bytes fit.
      let received = unsafe buffer.withUnsafeMutableBytes { bytes in
        Self.retried { unsafe pread(descriptor, bytes.baseAddress?.advanced(by: place + filled), count - filled, off_t(offset + filled)) }
      }
      if received < 0 { throw HistoryError(Self.reason(errno), path: path) }
      if received == 0 { break }
      filled += received
    }
    return filled
  }
}

// MARK: - Searching

extension [UInt8] {
  /// Where the next line feed stands, from `start` on and before `end`, which is the end of all if it is not told.
  func lineFeed(from start: Int, to end: Int? = nil) -> Int? {
    let end = Swift.min(end ?? count, count)
    guard start >= 0, start < end else { return nil }
    // Sound: `memchr` looks at the `end - start` bytes that lie behind `start`, and at no other.
    return unsafe withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, let found = unsafe memchr(base + start, 0x0A, end - start) else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
