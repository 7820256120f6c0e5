#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

import FluxtapeHistory

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
      throw UsageError(
        message: errno == EEXIST ? "\(path): there is such a file already, name another" : "\(path): \(Self.systemMessage(errno))")
    }
  }

  deinit { close(descriptor) }

  /// - Throws: ``UsageError`` if not everything could be written.
  func write(_ bytes: [UInt8]) throws(UsageError) {
    if let code = SystemOutput.write(bytes[...], to: descriptor) { throw UsageError(message: "\(path): \(Self.systemMessage(code))") }
  }

  /// Sound: `strerror` returns a terminated text, which is copied at once.
  private static func systemMessage(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
