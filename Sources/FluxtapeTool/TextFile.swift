import Foundation

/// Reads small text files: scripts, rules, the inspector's memory.
enum TextFile {
  /// The maximum size in bytes.
  private static let limit = 16 << 20

  /// - Throws: ``UsageError`` if the file cannot be read.
  static func read(_ path: String) throws(UsageError) -> String { String(decoding: try bytes(of: path, upTo: limit), as: UTF8.self) }

  /// Reads the beginning of a file of any kind.
  ///
  /// - Parameters:
  ///   - limit: The number of bytes after which reading ends. The result may have some more.
  ///   - flags: Further flags for `open`.
  /// - Throws: ``UsageError`` if the file cannot be read.
  static func bytes(of path: String, upTo limit: Int, flags: Int32 = 0) throws(UsageError) -> [UInt8] {
    // Sound: `open` reads the terminated copy of the path that Swift makes for the call.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | flags)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      guard let piece = piece(ofDescriptor: descriptor) else { throw failure(path) }
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  /// Reads what comes next; nothing at the end, and `nil` if reading fails, as `errno` says.
  static func piece(ofDescriptor descriptor: Int32) -> ArraySlice<UInt8>? {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // Sound: the count is the size of the buffer.
      let count = unsafe piece.withUnsafeMutableBytes { unsafe systemRead(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      return count < 0 ? nil : piece.prefix(count)
    }
  }

  /// Sound: `strerror` returns a terminated string, which is copied at once.
  static func failure(_ path: String) -> UsageError { UsageError(message: "\(path): " + (unsafe String(cString: strerror(errno)))) }
}

// In the type, `read` would be its own.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(descriptor, bytes.baseAddress, bytes.count)
}
