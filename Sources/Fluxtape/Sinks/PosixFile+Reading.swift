#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

// Sound for the same reason as in PosixFile.swift: every buffer outlives its call.

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
