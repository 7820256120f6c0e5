internal import FluxtapeJSON
internal import FluxtapeLog

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

extension ReadableFile {
  /// Counts the readable records in the segment that begins behind the first `offset` bytes. A truncated record does not count, and neither
  /// does the one written behind it on the same line.
  ///
  /// - Parameter count: The number of bytes at the end that may have been appended after a truncation.
  func recordCount(from offset: Int, doubtfulBytes count: Int) -> Int {
    // A segment that follows another one in the same file begins with a line break.
    let start = offset > 0 ? offset + 1 : 0
    let isBegun = line(at: start).map { RunHeader.members(of: $0) != nil } ?? false
    return max(0, lineCount(from: start) - (isBegun ? 1 : 0) - brokenLineCount(after: max(start, size - count)))
  }

  private func lineCount(from offset: Int) -> Int {
    var (lines, place) = (0, offset)
    while let bytes = try? read(Self.bytesAtOnce, at: place), !bytes.isEmpty {
      lines += bytes.count { $0 == UInt8(ascii: "\n") }
      place += bytes.count
    }
    return lines
  }

  /// Counts lines that end behind the first `offset` bytes and are not valid log lines.
  private func brokenLineCount(after offset: Int) -> Int {
    // The first of these lines begins earlier. If it is longer than one read, it counts as broken.
    let before = (try? read(min(Self.bytesAtOnce, offset), at: max(0, offset - Self.bytesAtOnce))) ?? []
    var line = Array(before[(before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)...])
    guard let rest = try? read(size - offset, at: offset) else { return 0 }
    var broken = 0
    for byte in rest {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      if !line.isEmpty, !Self.isLine(line) { broken += 1 }
      line.removeAll(keepingCapacity: true)
    }
    return broken
  }

  /// Whether the bytes are a log line: an object with a member that all lines of its kind have.
  private static func isLine(_ bytes: [UInt8]) -> Bool {
    guard let members = try? JSONValue(parsing: bytes).object else { return false }
    return ["seq", "completes", "type", "fluxtape"].contains { members[$0] != nil }
  }

  private func line(at offset: Int) -> [UInt8]? {
    guard let bytes = try? read(Self.bytesAtOnce, at: offset), let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    return Array(bytes[..<end])
  }

  private static let bytesAtOnce = 64 << 10
}

extension PosixFile {
  /// Opens the same file for reading, up to its current size.
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
