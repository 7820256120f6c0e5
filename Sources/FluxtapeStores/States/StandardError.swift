#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// Where problems go that nobody asked for.
enum StandardError {
  /// One write, so that lines of several threads do not mix.
  static func print(_ text: String) {
    let line = Array("\(text)\n".utf8)
    // Safe: the bytes outlive the call. Its result is of no use, as there is nowhere else to complain.
    _ = unsafe write(STDERR_FILENO, line, line.count)
  }
}
