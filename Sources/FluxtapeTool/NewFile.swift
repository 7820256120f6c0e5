#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that was not there before, for the eyes of its owner alone.
final class NewFile {
  private let path: String
  private let descriptor: Int32

  /// - Throws: ``UsageError`` if there is such a file already, or none can be made.
  init(_ path: String) throws(UsageError) {
    self.path = path
    // Sound: `open` reads the terminated text that Swift makes of the path for the call.
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw UsageError(message: errno == EEXIST ? "\(path): there is such a file already, name another" : "\(path): \(Self.systemMessage)")
    }
  }

  deinit { close(descriptor) }

  /// - Throws: ``UsageError`` if not everything could be written.
  func write(_ bytes: [UInt8]) throws(UsageError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // Sound: no more bytes are read than there are.
      let count = unsafe rest.withUnsafeBytes { unsafe systemWrite($0) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw UsageError(message: "\(path): \(Self.systemMessage)") }
    }
  }

  private func systemWrite(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Sound: `strerror` returns a terminated text, which is copied at once.
  private static var systemMessage: String { unsafe String(cString: strerror(errno)) }
}
