#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

extension StoreProblem {
  /// What a store does with a problem unless told otherwise. One write, so that lines of several threads do not mix.
  public func printToStandardError() {
    let line = Array("store: \(self)\n".utf8)
    // Safe: the bytes outlive the call. Its result is of no use, as there is nowhere else to complain.
    _ = unsafe write(STDERR_FILENO, line, line.count)
  }
}
