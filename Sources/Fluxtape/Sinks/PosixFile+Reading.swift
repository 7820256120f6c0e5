#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

// Sound as in PosixFile.swift: every buffer outlives its call.

/// A file opened for reading, up to a size that it has for certain. The descriptor closes with the object.
final class ReadableFile: Sendable {
  private let descriptor: Int32
  /// Bytes that may be read. The file may have grown since.
  let size: Int

  /// Takes over a descriptor.
  fileprivate init(descriptor: Int32, size: Int) {
    self.descriptor = descriptor
    self.size = size
  }

  /// Opens the file at `path`, if it is still the one with `identity`.
  init?(_ path: String, identity: PosixFile.Identity?) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    guard let status = PosixFile.status(of: descriptor), status.identity == identity else {
      _ = PosixFile.closeDescriptor(descriptor)
      return nil
    }
    size = status.size
  }

  deinit { _ = PosixFile.closeDescriptor(descriptor) }

  /// The bytes from `offset` on, at most `count`; fewer only at the end.
  func read(_ count: Int, at offset: Int) throws(PosixError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(0, min(count, size - offset))) { buffer, filled in
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

extension ReadableFile {
  /// How many lines begin behind the first `offset` bytes, without one that is cut off; as far as the file can be read.
  func lineCount(from offset: Int) -> Int {
    // The first line break may end a line that began before.
    let isInsideLine = offset > 0 && (try? read(1, at: offset - 1)) != [UInt8(ascii: "\n")]
    var (lines, place) = (isInsideLine ? -1 : 0, offset)
    while let bytes = try? read(64 << 10, at: place), !bytes.isEmpty {
      lines += bytes.count { $0 == UInt8(ascii: "\n") }
      place += bytes.count
    }
    return max(0, lines)
  }
}

extension PosixFile {
  /// The same file for reading, as long as it is now.
  func forReading() throws(PosixError) -> ReadableFile {
    let size: Int
    switch condition {
    case .good(let bytes), .truncated(let bytes): size = bytes
    case .removed, .descriptorTaken: throw PosixError(code: ENOENT)
    }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, Self.lowestDescriptor)
    guard copy >= 0 else { throw PosixError(code: errno) }
    return ReadableFile(descriptor: copy, size: size)
  }
}
